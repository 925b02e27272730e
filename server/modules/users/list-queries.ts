import { sql } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import { type Permissions, permissions } from '#contract/permissions.ts'
import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { PersonRow, UserRow } from './present.ts'
import { selectPeople, selectUsers } from './queries.ts'

const sortName = sql<string>`lower(users.first_name || ' ' || users.last_name)`

/** Returns a LIKE pattern for a prefix. Wildcards in the text are escaped. */
const likePrefix = (text: string) => `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Maximum number of words of a search that are used. */
const searchWordsMax = 6

/**
 * Order of the team list (specification, section 4): pending, accepted, deactivated, then by name.
 */
const stateRank = sql<number>`(case users.state when 'pending' then 0 when 'accepted' then 1
  when 'deactivated' then 2 else 3 end)`
const rankByState: Record<UserState, number> = {
  pending: 0,
  accepted: 1,
  deactivated: 2,
  deleted: 3,
}
type UserFilter = {
  state?: UserState | undefined
  search?: string | undefined
  after?: unknown[] | undefined
}

/**
 * Returns the SQL condition of a filter: state, every word in name or address, and rows after a
 * cursor.
 */
const userFilter = ({ state, search, after }: UserFilter) => {
  // The rank determines the state, so a filter by state is one range of the index.
  const parts = [
    sql<boolean>`${stateRank} ${state ? sql`= ${rankByState[state]}` : sql`< 3`}`,
    sql<boolean>`users.state <> 'deleted'`,
  ]
  for (const word of (search ?? '').trim().split(/\s+/).slice(0, searchWordsMax)) {
    if (word)
      parts.push(
        sql<boolean>`(${sortName} like ${`%${likePrefix(word)}`}
          or users.email like ${`%${likePrefix(word)}`})`,
      )
  }
  if (after) {
    const [at, text, id] = after
    parts.push(
      sql<boolean>`(${stateRank}, ${sortName}, users.id) > (${Number(at)}::int, ${String(text)},
        ${String(id)}::uuid)`,
    )
  }
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** The position of a row in the order of the team list. */
type ListPosition = { rank: number; sort_name: string; id: string }

/** Returns members in the order of the team list, after a position. */
export async function listUsers(
  trx: Trx,
  workspaceId: string,
  periodStart: Date,
  input: UserFilter & { limit: number },
): Promise<(UserRow & ListPosition)[]> {
  return selectUsers(trx, workspaceId, periodStart)
    .select([stateRank.as('rank'), sortName.as('sort_name')])
    .where(userFilter(input))
    .orderBy(stateRank)
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(input.limit)
    .execute()
}

export type UserExportRow = Permissions &
  ListPosition & {
    first_name: string
    last_name: string
    email: string
    state: UserState
    job_title: string
    phone: string
    birth_date: string | null
    hire_date: string | null
    balance: number
    invited_at: Date | null
    accepted_at: Date | null
  }

/** Returns members for an export in the order of the team list, after a position. */
export async function listUsersForExport(
  trx: Trx,
  workspaceId: string,
  input: UserFilter & { limit: number },
): Promise<UserExportRow[]> {
  return trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.workspace_id', '=', 'users.workspace_id')
        .onRef('wallets.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where(userFilter(input))
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.state',
      'users.job_title',
      'users.phone',
      'users.birth_date',
      'users.hire_date',
      'wallets.balance',
      'users.invited_at',
      'users.accepted_at',
      'permissions.global_administrator',
      'permissions.account_administrator',
      'permissions.rewards_administrator',
      'permissions.billing_administrator',
      stateRank.as('rank'),
      sortName.as('sort_name'),
    ])
    .orderBy(stateRank)
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(input.limit)
    .execute()
}

/** Returns the number of members by state. */
export async function countUsersByState(
  trx: Trx,
  workspaceId: string,
): Promise<{ pending: number; accepted: number; deactivated: number }> {
  const rows = await trx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .execute()
  const countOf = (state: UserState) => Number(rows.find((row) => row.state === state)?.n ?? 0)
  return {
    pending: countOf('pending'),
    accepted: countOf('accepted'),
    deactivated: countOf('deactivated'),
  }
}

/**
 * Returns accepted colleagues with every word of the text in their name, or with the address. A
 * prefix of the address matches only if the reader may see addresses. Names that start with the
 * text come first. Excludes the reader.
 */
export async function searchPeople(
  trx: Trx,
  workspaceId: string,
  userId: string,
  search: { text: string; seesAddresses: boolean; limit: number },
): Promise<PersonRow[]> {
  const text = search.text.trim()
  const prefix = likePrefix(text)
  const words = text.split(/\s+/).slice(0, searchWordsMax)
  const matchesWords = sql<boolean>`(${sql.join(
    words.map((word) => sql`${sortName} like ${`%${likePrefix(word)}`}`),
    sql` and `,
  )})`
  const startsWithText = sql<boolean>`(${sortName} like ${prefix}
    or lower(users.last_name) like ${prefix})`
  return selectPeople(trx, workspaceId)
    .where('users.state', '=', 'accepted')
    .where('users.id', '<>', userId)
    .$if(text !== '', (query) =>
      query
        .where((eb) =>
          eb.or([
            matchesWords,
            search.seesAddresses
              ? eb('users.email', 'like', prefix)
              : eb('users.email', '=', normalizeAddress(text) ?? text),
          ]),
        )
        .orderBy(startsWithText, 'desc'),
    )
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(search.limit)
    .execute()
}

/** Returns accepted members with at least one permission, by name. */
export async function listAdministrators(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<(PersonRow & Permissions)[]> {
  return selectPeople(trx, workspaceId)
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .select(permissions.map((permission) => `permissions.${permission}` as const))
    .where('users.state', '=', 'accepted')
    .where('users.demo', '=', false)
    .where((eb) =>
      eb.or(permissions.map((permission) => eb(`permissions.${permission}`, '=', true))),
    )
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(limit)
    .execute()
}
