import { sql } from 'kysely'
import type { Permissions } from '#contract/permissions.ts'
import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { encodeCursor } from '#server/platform/http/cursors.ts'
import type { UserRow } from './present.ts'
import { likePrefix, searchWordsMax, selectUsers, sortName } from './queries.ts'

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

export async function listUsers(
  trx: Trx,
  workspaceId: string,
  periodStart: Date,
  input: UserFilter & { limit: number },
): Promise<{ rows: UserRow[]; next: string | null }> {
  const rows = await selectUsers(trx, workspaceId, periodStart)
    .select([stateRank.as('rank'), sortName.as('sort_name')])
    .where(userFilter(input))
    .orderBy(stateRank)
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    rows: page,
    next:
      rows.length > input.limit && last ? encodeCursor([last.rank, last.sort_name, last.id]) : null,
  }
}

export type UserExportRow = Permissions & {
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

/** Returns a page of `limit` members for an export and the position of the next page. */
export async function listUsersForExport(
  trx: Trx,
  workspaceId: string,
  input: UserFilter & { limit: number },
): Promise<{ rows: UserExportRow[]; after: unknown[] | undefined }> {
  const rows = await trx
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
  const last = rows.at(-1)
  return {
    rows,
    after: rows.length === input.limit && last ? [last.rank, last.sort_name, last.id] : undefined,
  }
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
