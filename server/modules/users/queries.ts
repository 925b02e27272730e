import { sql } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import { type Permissions, permissions } from '#contract/permissions.ts'
import type { Person, UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
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

/** Returns people by id with one query. Pages use it to attach names and pictures. */
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

/** Returns the person of an id. Foreign keys guarantee that it exists. */
export function requirePerson(people: Map<string, Person>, id: string): Person {
  const person = people.get(id)
  if (!person) throw new Error('person missing')
  return person
}

export const sortName = sql<string>`lower(users.first_name || ' ' || users.last_name)`

export function selectUsers(trx: Trx, workspaceId: string, periodStart: Date) {
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

/** Returns a LIKE pattern for a prefix. Wildcards in the text are escaped. */
export const likePrefix = (text: string) =>
  `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Maximum number of words of a search that are used. */
export const searchWordsMax = 6

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
