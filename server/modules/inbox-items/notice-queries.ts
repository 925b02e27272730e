import { sql } from 'kysely'
import type { InboxKind } from '#contract/schemas/inbox.ts'
import { isAwayOn } from '#server/modules/leave/queries.ts'
import { userLimits } from '#server/modules/allowances/limits-table.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { inboxStatements } from './queries.ts'

const { insertItems, wants } = inboxStatements

/** Returns those of the users who get this kind of item. */
async function filterRecipients(
  trx: Trx,
  workspaceId: string,
  userIds: readonly string[],
  kind: InboxKind,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])
      and ${wants(kind)}`.execute(trx)
  return rows.map((row) => row.id)
}

/** Adds an item with its actor, if any, for the users who have not muted `wanted`. */
export async function addNotice(
  trx: Trx,
  workspaceId: string,
  wanted: InboxKind,
  { userIds, actorId }: { userIds: readonly string[]; actorId: string | null },
  values: Omit<Parameters<typeof insertItems>[3], 'actor_ids' | 'actor_count'>,
  onConflict = sql``,
): Promise<string[]> {
  return insertItems(
    trx,
    workspaceId,
    await filterRecipients(trx, workspaceId, userIds, wanted),
    { ...values, actor_ids: actorId ? [actorId] : [], actor_count: actorId ? 1 : 0 },
    onConflict,
  )
}

/**
 * Adds an item about an ordered purchase, or about a fulfilled or declined one, for its buyers.
 * Muting `purchase_decided` also mutes `purchase_ordered`.
 */
export async function addDecisionToInboxes(
  trx: Trx,
  workspaceId: string,
  kind: 'purchase_ordered' | 'purchase_decided',
  decision: { purchaseId: string; buyerIds: string[]; actorId: string | null; at: Date },
): Promise<string[]> {
  const { purchaseId, buyerIds, actorId, at } = decision
  const told = buyerIds.filter((id) => id !== actorId)
  return addNotice(
    trx,
    workspaceId,
    'purchase_decided',
    { userIds: told, actorId },
    { kind, purchase_id: purchaseId, created_at: at },
  )
}

/**
 * Adds an item about purchases that await a decision for the rewards administrators. Each has one
 * item for all of these purchases, which becomes unread again.
 */
export async function addRequestToInboxes(
  trx: Trx,
  workspaceId: string,
  { buyerId, at }: { buyerId: string | null; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from permissions p
    join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
    where p.workspace_id = ${workspaceId} and p.rewards_administrator
      and u.id is distinct from ${buyerId}::uuid and ${wants('purchase_requested')}`.execute(trx)
  return insertItems(
    trx,
    workspaceId,
    rows.map((row) => row.id),
    {
      kind: 'purchase_requested',
      actor_ids: buyerId ? [buyerId] : [],
      actor_count: buyerId ? 1 : 0,
      created_at: at,
    },
    sql`
      on conflict (workspace_id, user_id) where kind = 'purchase_requested'
      do update set actor_ids = excluded.actor_ids, actor_count = excluded.actor_count,
        updated_at = excluded.updated_at, read_at = null`,
  )
}

/** Adds an item about a finished import for its uploader. */
export async function addImportToInbox(
  trx: Trx,
  workspaceId: string,
  { importId, userId, at }: { importId: string; userId: string; at: Date },
): Promise<string[]> {
  return insertItems(
    trx,
    workspaceId,
    await filterRecipients(trx, workspaceId, [userId], 'import_finished'),
    { kind: 'import_finished', import_id: importId, created_at: at },
  )
}

/**
 * Adds an item about a budget for its owners: `budget_ending` once for each period, `budget_ended`
 * with the points that the period returned, or `budget_adopted`. Muting `budget_ending` mutes all.
 */
export async function addBudgetToInboxes(
  trx: Trx,
  workspaceId: string,
  kind: 'budget_ending' | 'budget_ended' | 'budget_adopted',
  budget: {
    budgetId: string
    ownerIds: string[]
    points?: number
    periodEnd?: Date | null
    at: Date
  },
): Promise<string[]> {
  const { budgetId, ownerIds, points = null, periodEnd = null, at } = budget
  return insertItems(
    trx,
    workspaceId,
    await filterRecipients(trx, workspaceId, ownerIds, 'budget_ending'),
    { kind, budget_id: budgetId, points, period_end: periodEnd, created_at: at },
    kind === 'budget_ending'
      ? sql`
        on conflict (workspace_id, user_id, budget_id, period_end) where kind = 'budget_ending'
        do nothing`
      : sql``,
  )
}

/**
 * Adds an item about unused points for users who have any and are not on leave. Repeating it for a
 * period has no effect.
 */
export async function addEndingAllowances(
  trx: Trx,
  workspaceId: string,
  period: { start: Date; end: Date },
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    join settings s on s.workspace_id = u.workspace_id
    join ${userLimits(workspaceId)} l on l.user_id = u.id
    left join allowances a on a.workspace_id = u.workspace_id and a.user_id = u.id
      and a.period_start = ${period.start}
    where u.workspace_id = ${workspaceId} and ${wants('allowance_ending')}
      and l.points_limit > coalesce(a.spent, 0)
      and not ${isAwayOn(sql`(${at} at time zone coalesce(u.timezone, s.timezone))::date`)}`.execute(
    trx,
  )
  return insertItems(
    trx,
    workspaceId,
    rows.map((row) => row.id),
    {
      kind: 'allowance_ending',
      period_start: period.start,
      period_end: period.end,
      created_at: at,
    },
    sql`
      on conflict (workspace_id, user_id, period_start) where kind = 'allowance_ending'
      do nothing`,
  )
}
