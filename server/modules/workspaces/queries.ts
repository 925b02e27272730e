import { sql, type Updateable } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { BirthdayRule, LeaderboardMode, LimitPeriod } from '#contract/schemas/settings.ts'
import type { Database, Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type WorkspaceRow = {
  id: string
  name: string
  logo_key: string | null
  users_count: number
  trial_days: number
  trial_ends_at: Date
  paid_until: Date | null
  manual_payments: boolean
  deletion_due_at: Date | null
  deletion_asked_by: string | null
}

export type SettingsRow = {
  workspace_id: string
  limit_period: LimitPeriod
  points_limit: number | null
  points_limit_per_post: number | null
  show_leaderboard: boolean
  leaderboard_mode: LeaderboardMode
  comments: boolean
  reactions: boolean
  add_ons: boolean
  birthdays: BirthdayRule
  contact: string
  notify_points_received: boolean
  notify_reward_redeemed: boolean
  notify_reward_fulfilled: boolean
  notify_weekly_digest: boolean
  notify_points_left: boolean
  notify_monthly_report: boolean
  notify_awards: boolean
  language: Language
  timezone: string
  active_color: string
}

const selectWorkspaceBrand = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('workspaces')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'workspaces.id')
        .onRef('files.id', '=', 'workspaces.logo_file_id'),
    )
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.name', 'files.storage_key as logo_key'])

/** Returns the name and logo of a team. */
export async function findWorkspaceBrand(
  trx: Trx,
  workspaceId: string,
): Promise<{ name: string; logo_key: string | null }> {
  return selectWorkspaceBrand(trx, workspaceId).executeTakeFirstOrThrow()
}

/** Returns a team with its billing state and its number of accepted members. */
export async function findWorkspace(trx: Trx, workspaceId: string): Promise<WorkspaceRow> {
  return selectWorkspaceBrand(trx, workspaceId)
    .select((eb) => [
      'workspaces.id',
      'workspaces.trial_days',
      'workspaces.trial_ends_at',
      'workspaces.paid_until',
      'workspaces.manual_payments',
      'workspaces.deletion_due_at',
      'workspaces.deletion_asked_by',
      eb
        .selectFrom('users')
        .where('users.workspace_id', '=', workspaceId)
        .where('users.state', '=', 'accepted')
        .where('users.demo', '=', false)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('users_count'),
    ])
    .executeTakeFirstOrThrow() as Promise<WorkspaceRow>
}

/** Returns what decides whether a team's billing is active. Counts no members. */
export async function findBillingState(
  trx: Trx,
  workspaceId: string,
): Promise<Pick<WorkspaceRow, 'trial_ends_at' | 'paid_until' | 'manual_payments'>> {
  return trx
    .selectFrom('workspaces')
    .select(['trial_ends_at', 'paid_until', 'manual_payments'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/** Returns the time zone of a team, undefined if it does not exist. */
export async function findTimezone(trx: Trx, workspaceId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('settings')
    .select('timezone')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.timezone
}

export async function findSettings(trx: Trx, workspaceId: string): Promise<SettingsRow> {
  return trx
    .selectFrom('settings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/**
 * Locks and returns the settings. Changes of members, values, rewards and settings use this row as
 * the team's lock.
 */
export async function lockSettings(trx: Trx, workspaceId: string): Promise<SettingsRow> {
  return trx
    .selectFrom('settings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Sets columns of a team's settings. */
export async function updateSettingsColumns(
  trx: Trx,
  workspaceId: string,
  columns: Updateable<Tables['settings']>,
): Promise<void> {
  await trx.updateTable('settings').set(columns).where('workspace_id', '=', workspaceId).execute()
}

/** Sets columns of a team. */
export async function updateWorkspaceColumns(
  trx: Trx,
  workspaceId: string,
  columns: Updateable<Tables['workspaces']>,
): Promise<void> {
  await trx.updateTable('workspaces').set(columns).where('id', '=', workspaceId).execute()
}

export type OnboardingFacts = {
  photo: boolean
  named: boolean
  dismissed: boolean
  invited: boolean
  posted: boolean
  values_touched: boolean
  reward_made: boolean
  rewards_exist: boolean
  purchases_exist: boolean
  has_goal: boolean
  has_reports: boolean
  has_budgets: boolean
  has_awards: boolean
  demo_data: boolean
  offer_open: boolean
  offer_hidden: boolean
}

/** Returns the facts for the checklist and the header. Each one is a short index probe. */
export async function findOnboardingFacts(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<OnboardingFacts> {
  const { rows } = await sql<OnboardingFacts>`
    select u.avatar_file_id is not null as photo,
      u.first_name <> '' and u.last_name <> '' as named,
      u.checklist_dismissed_at is not null as dismissed,
      exists (
        select 1 from users o
        where o.workspace_id = ${workspaceId} and o.invited_by is not null and not o.demo
      ) as invited,
      exists (
        select 1 from posts p
        where p.workspace_id = ${workspaceId} and p.from_id = u.id and p.deleted_at is null
          and p.imported_from is null
      ) as posted,
      exists (
        select 1 from "values" v
        where v.workspace_id = ${workspaceId} and v.updated_at is not null
      ) as values_touched,
      exists (
        select 1 from rewards r
        where r.workspace_id = ${workspaceId} and not r.demo and r.deleted_at is null
      ) as reward_made,
      exists (
        select 1 from rewards r
        where r.workspace_id = ${workspaceId} and r.deleted_at is null
          -- An open team purchase may have taken the last unit, and the shop still offers it.
          and (r.available_amount is null or r.available_amount > 0 or exists (
            select 1 from purchases p
            where p.workspace_id = ${workspaceId} and p.reward_id = r.id
              and p.reward_type = 'team' and p.status = 'pending'))
      ) as rewards_exist,
      exists (
        select 1 from contributions c
        join purchases p on p.workspace_id = c.workspace_id and p.id = c.purchase_id
        where c.workspace_id = ${workspaceId} and c.user_id = u.id
          and (c.status <> 'declined' or p.status = 'declined')
      ) as purchases_exist,
      exists (
        select 1 from reward_goals g where g.workspace_id = ${workspaceId} and g.user_id = u.id
      ) as has_goal,
      exists (
        select 1 from users o
        where o.workspace_id = ${workspaceId} and o.manager_id = u.id
          and o.state in ('pending', 'accepted')
      ) as has_reports,
      exists (
        select 1 from budgets b where b.workspace_id = ${workspaceId} and b.closed_at is null
      ) as has_budgets,
      exists (select 1 from awards a where a.workspace_id = ${workspaceId}) as has_awards,
      (select w.discount_claimed_at is null and not w.demo
        from workspaces w where w.id = ${workspaceId}) as offer_open,
      (select w.offer_dismissed_at is not null
        from workspaces w where w.id = ${workspaceId}) as offer_hidden,
      exists (select 1 from users o where o.workspace_id = ${workspaceId} and o.demo) as demo_data
    from users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId}`.execute(trx)
  const facts = rows[0]
  if (!facts) throw new Error('user missing')
  return facts
}

/**
 * Returns the number of teams that an account may enter. Runs with the account's own row access.
 */
export async function countMemberships(trx: Trx, accountId: string): Promise<number> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.account_id', '=', accountId)
    .where('users.state', 'in', ['pending', 'accepted'])
    .where('workspaces.deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/**
 * Records a team creation unless the account created `max` teams in the last day. Returns null for
 * a recorded creation, otherwise the time when the next one is allowed.
 */
export async function claimTeamCreation(
  db: Db,
  creation: { id: string; account_id: string; at: Date; max: number },
): Promise<Date | null> {
  const { id, account_id: accountId, at, max } = creation
  const {
    rows: [row],
  } = await sql<{ free_at: Date | null }>`
    select team_creation_claim(${id}, ${accountId}, ${at}, ${max}) as free_at`.execute(db)
  return row?.free_at ?? null
}

/** Deletes the record of a failed creation, so it does not count. */
export async function releaseTeamCreation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('team_creations').where('id', '=', id).execute()
}

/** Returns the next ids of workspaces after an id, in their order. */
export async function listWorkspaceIdsAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<{ id: string }[]> {
  return db.call<{ id: string }>('workspaces_after', 'select workspaces_after($1, $2) as id', [
    after,
    limit,
  ])
}
