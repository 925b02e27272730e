import { userLimits } from '#server/modules/allowances/limits-table.ts'
import { sql, type Updateable } from 'kysely'
import type { Permissions } from '#contract/permissions.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import type { UserState } from '#contract/schemas/users.ts'
import { type PersonRow, selectPeople } from '#server/modules/people/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type UserRow = PersonRow &
  Permissions & {
    birth_date: string | null
    hire_date: string | null
    away_from: string | null
    away_to: string | null
    phone: string
    language: Language | null
    created_at: Date
    invited_at: Date | null
    first_accepted_at: Date | null
    points_limit: number | null
    points_limit_per_post: number | null
    balance: number
    spent: number | null
    /** Points for each period: those of the person, their rule or the team. */
    effective_limit: number | null
    notify_points_received: boolean
    notify_reward_redeemed: boolean
    notify_reward_fulfilled: boolean
    notify_weekly_digest: boolean
    notify_points_left: boolean
    notify_monthly_report: boolean
    notify_awards: boolean
    birthday_visibility: DateVisibility | null
    anniversary_visibility: DateVisibility | null
  }

/** Returns the query of a user of any state: no row for an unknown id. */
export const selectUserId = (db: Db | Trx, workspaceId: string, id: string) =>
  db.selectFrom('users').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id)

/** Returns whether a user of any state has this id. */
export async function userExists(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  return (await selectUserId(trx, workspaceId, id).executeTakeFirst()) !== undefined
}

/** Starts a query of users with balance, limits, permissions and points given in a period. */
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
    .innerJoin(userLimits(workspaceId).as('user_limits'), (join) =>
      join.onRef('user_limits.user_id', '=', 'users.id'),
    )
    .leftJoin('allowances', (join) =>
      join
        .onRef('allowances.workspace_id', '=', 'users.workspace_id')
        .onRef('allowances.user_id', '=', 'users.id')
        .on('allowances.period_start', '=', periodStart),
    )
    .select([
      'users.birth_date',
      'users.hire_date',
      'users.away_from',
      'users.away_to',
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
      'users.notify_weekly_digest',
      'users.notify_points_left',
      'users.notify_monthly_report',
      'users.notify_awards',
      'users.birthday_visibility',
      'users.anniversary_visibility',
      'wallets.balance',
      'allowances.spent',
      'user_limits.points_limit as effective_limit',
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

/** Locks a user's row. References to the row do not wait. */
export async function lockUser(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
}

/** Returns whether a user exists and is not deleted. */
export async function isCurrentUser(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  return user !== undefined
}

export async function isEmailTaken(trx: Trx, workspaceId: string, email: string): Promise<boolean> {
  return (
    (await trx
      .selectFrom('users')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('email', '=', email)
      .executeTakeFirst()) !== undefined
  )
}

/** Returns the account of a user, or null if it is erased. */
export async function findAccountId(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select('account_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return user.account_id
}

/** Returns a user's first and last name as one text. */
export async function findUserName(trx: Trx, workspaceId: string, id: string): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${user.first_name} ${user.last_name}`.trim()
}

/** Sets columns of a user's row. */
export async function updateUserColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['users']>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
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
    birthday_visibility?: DateVisibility
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
      birthday_visibility: user.birthday_visibility ?? null,
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
