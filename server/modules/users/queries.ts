import { sql } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import { type Permissions, permissions } from '#contract/permissions.ts'
import type { Person, UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { encodeCursor } from '#server/platform/http/cursors.ts'
import { type PersonRow, presentPerson, type UserRow } from './present.ts'

const personColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.job_title',
  'users.state',
  'users.demo',
] as const

export function selectPeople(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('users')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'users.workspace_id')
        .onRef('files.id', '=', 'users.avatar_file_id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .select([...personColumns, 'files.storage_key as avatar_key'])
}

/** People by id, for decorating a page: one query whatever its length. */
export async function findPeopleByIds(
  trx: Trx,
  workspaceId: string,
  ids: Iterable<string>,
): Promise<Map<string, Person>> {
  const distinct = [...new Set(ids)]
  if (!distinct.length) return new Map()
  const rows: PersonRow[] = await selectPeople(trx, workspaceId)
    .where('users.id', 'in', distinct)
    .execute()
  return new Map(rows.map((row) => [row.id, presentPerson(row, workspaceId)]))
}

/** `person` for an id that is surely there (foreign keys say so). */
export function requirePerson(people: Map<string, Person>, id: string): Person {
  const person = people.get(id)
  if (!person) throw new Error('person missing')
  return person
}

/**
 * The order of the team list (specification, section 4): pending, accepted, deactivated, then by
 * name.
 */
const stateRank = sql<number>`(case users.state when 'pending' then 0 when 'accepted' then 1
  when 'deactivated' then 2 else 3 end)`
const sortName = sql<string>`lower(users.first_name || ' ' || users.last_name)`

function selectUsers(trx: Trx, workspaceId: string, periodStart: Date) {
  return selectPeople(trx, workspaceId)
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
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .leftJoin('allowances', (join) =>
      join
        .onRef('allowances.workspace_id', '=', 'users.workspace_id')
        .onRef('allowances.user_id', '=', 'users.id')
        .on('allowances.period_start', '=', periodStart),
    )
    .select([
      'users.birth_date',
      'users.hire_date',
      'users.phone',
      'users.language',
      'users.created_at',
      'users.invited_at',
      'users.first_accepted_at',
      'users.points_limit',
      'users.points_limit_per_post',
      'users.notify_points_received',
      'users.notify_reward_redeemed',
      'users.notify_reward_fulfilled',
      'users.show_dates',
      'wallets.balance',
      'allowances.spent',
      'settings.points_limit as workspace_limit',
      'permissions.global_administrator',
      'permissions.account_administrator',
      'permissions.rewards_administrator',
      'permissions.billing_administrator',
    ])
}

export async function findUser(
  trx: Trx,
  workspaceId: string,
  id: string,
  periodStart: Date,
): Promise<UserRow | undefined> {
  return selectUsers(trx, workspaceId, periodStart)
    .where('users.id', '=', id)
    .where('users.state', '<>', 'deleted')
    .executeTakeFirst()
}

export async function findUsers(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  periodStart: Date,
): Promise<UserRow[]> {
  return selectUsers(trx, workspaceId, periodStart)
    .where(sql<boolean>`users.id = any (${ids}::uuid[])`)
    .where('users.state', '<>', 'deleted')
    .execute()
}

/** What LIKE would read as a pattern stands for itself. */
export const likePrefix = (text: string) =>
  `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const rankByState: Record<UserState, number> = {
  pending: 0,
  accepted: 1,
  deactivated: 2,
  deleted: 3,
}
const searchWordsMax = 6
type UserFilter = {
  state?: UserState | undefined
  search?: string | undefined
  after?: unknown[] | undefined
}

/**
 * Of the members in their order those that a filter leaves: of a state, with every word in name or
 * address, after a cursor.
 */
const userFilter = ({ state, search, after }: UserFilter) => {
  // The place in the order says the state too, so that one state is one range of the index.
  const parts = [
    sql<boolean>`${stateRank} ${state ? sql`= ${rankByState[state]}` : sql`< 3`}`,
    sql<boolean>`users.state <> 'deleted'`,
  ]
  for (const word of (search ?? '').trim().split(/\s+/).slice(0, searchWordsMax)) {
    if (word)
      parts.push(
        sql<boolean>`(${sortName} like ${`%${likePrefix(word)}`} or users.email like ${`%${likePrefix(word)}`})`,
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
/** The team for a file: pages of `limit`, and where the next one begins. */
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

/** How many members there are of each state. */
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
  const of = (state: UserState) => Number(rows.find((row) => row.state === state)?.n ?? 0)
  return { pending: of('pending'), accepted: of('accepted'), deactivated: of('deactivated') }
}

/**
 * Accepted colleagues with every word of the text in their name, or with the address: the whole
 * one, its start only where the reader sees addresses. Names that start with the text come first.
 * The reader is left out.
 */
export async function searchPeople(
  trx: Trx,
  workspaceId: string,
  self: string,
  search: { text: string; sees_addresses: boolean; limit: number },
): Promise<PersonRow[]> {
  const text = search.text.trim()
  const start = likePrefix(text)
  const words = text.split(/\s+/).slice(0, searchWordsMax)
  const within = sql<boolean>`(${sql.join(
    words.map((word) => sql`${sortName} like ${`%${likePrefix(word)}`}`),
    sql` and `,
  )})`
  const first = sql<boolean>`(${sortName} like ${start} or lower(users.last_name) like ${start})`
  return selectPeople(trx, workspaceId)
    .where('users.state', '=', 'accepted')
    .where('users.id', '<>', self)
    .$if(text !== '', (query) =>
      query
        .where((eb) =>
          eb.or([
            within,
            search.sees_addresses
              ? eb('users.email', 'like', start)
              : eb('users.email', '=', normalizeAddress(text) ?? text),
          ]),
        )
        .orderBy(first, 'desc'),
    )
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(search.limit)
    .execute()
}

/** Accepted people with a permission, by name. */
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

export async function insertUser(
  trx: Trx,
  user: {
    workspace_id: string
    id: string
    account_id: string | null
    email: string
    first_name: string
    last_name: string
    state: UserState
    at: Date
    invited_by?: string | null
    job_title?: string | undefined
    birth_date?: string | null | undefined
    hire_date?: string | null | undefined
    demo?: boolean
  },
): Promise<void> {
  const {
    workspace_id: workspaceId,
    id,
    account_id: accountId,
    email,
    first_name: firstName,
    last_name: lastName,
    state,
    at,
  } = user
  await trx
    .insertInto('users')
    .values({
      workspace_id: workspaceId,
      id,
      account_id: accountId,
      email,
      first_name: firstName,
      last_name: lastName,
      state,
      created_at: at,
      job_title: user.job_title ?? '',
      birth_date: user.birth_date ?? null,
      hire_date: user.hire_date ?? null,
      demo: user.demo ?? false,
      language: null,
      avatar_file_id: null,
      points_limit: null,
      points_limit_per_post: null,
      checklist_dismissed_at: null,
      invited_by: user.invited_by ?? null,
      invited_at: state === 'pending' ? at : null,
      accepted_at: state === 'accepted' ? at : null,
      deleted_at: null,
    })
    .execute()
}
