import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { Budget, BudgetPeriod } from '#contract/schemas/budgets.ts'
import { moveBudgetPoints } from '#server/ledger/budgets.ts'
import { assertAudience } from '#server/modules/audiences/load-audience.ts'
import { listBudgetOwners, replaceBudgetOwners } from '#server/modules/budget-owners/queries.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { findPeriod, startOfDay, toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { assertSeesBudget, loadBudget } from './load-budgets.ts'
import {
  type BudgetRow,
  countOpenBudgets,
  findBudget,
  insertBudget,
  updateBudgetColumns,
} from './queries.ts'
import { renewEndedBudgets } from './renew.ts'

/**
 * Runs `change` under the settings lock, once for each Idempotency-Key if the call takes one. Past
 * periods end first. Publishes that budgets have changed. Returns the budget whose id `change`
 * returns.
 */
async function changeBudgets(
  { db, events }: Services,
  { workspace_id: workspaceId }: Actor,
  call: IdempotentCall | { at: Date },
  change: (trx: Trx) => Promise<string>,
): Promise<Budget> {
  let inboxes: string[] = []
  const budget = await db.tenant(workspaceId, (trx) => {
    const work = async () => {
      await lockSettings(trx, workspaceId)
      inboxes = await renewEndedBudgets(trx, workspaceId, call.at)
      return loadBudget(trx, workspaceId, await change(trx))
    }
    return 'key' in call ? withIdempotency(trx, call, work) : work()
  })
  events.publish(workspaceId, ['budgets', 'config'])
  publishInboxChanged({ events }, workspaceId, inboxes)
  return budget
}

/** Returns an open budget, locked. Throws not_found. */
async function requireOpenBudget(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  id: string,
): Promise<BudgetRow> {
  const budget = await findBudget(trx, workspaceId, id, 'lock')
  return budget?.closed_at === null ? budget : throwRefusal('not_found')
}

/**
 * Throws an error unless all owners exist and both audiences include somebody. Owners and people of
 * the stored budget, `before`, who have left refuse no change.
 */
async function assertPeople(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  {
    owner_ids: ownerIds = [],
    ...audiences
  }: {
    owner_ids?: string[] | undefined
    givers?: AudienceInput | null | undefined
    recipients?: AudienceInput | undefined
  },
  at: Date,
  before?: BudgetRow,
): Promise<void> {
  const placeable = await listPlaceableUsers(trx, workspaceId, ownerIds)
  const owners = before ? await listBudgetOwners(trx, workspaceId, [before.id]) : []
  const isKept = (id: string) => owners.some((owner) => owner.user_id === id)
  if (ownerIds.some((id) => !placeable.has(id) && !isKept(id)))
    throwRefusal('user_not_found', { field: 'owner_ids' })
  const today = toLocalDay(at, timezone)
  for (const field of ['givers', 'recipients'] as const) {
    const audience = audiences[field]
    if (audience)
      await assertAudience(trx, workspaceId, audience, today, {
        name: field,
        before: before?.[field],
      })
  }
}

/** The budget ends with the next day, and times of the API have years of four digits. */
const lastDayMax = '9999-12-30'

/** Returns the end of the first period; null for a budget without an end. Throws out_of_range. */
function findFirstEnd(
  { timezone }: Actor,
  period: BudgetPeriod,
  endsOn: string | null,
  at: Date,
): Date | null {
  if (period !== 'once') {
    if (endsOn !== null) throwRefusal('wrong_format', { field: 'ends_on' })
    return findPeriod(at, period, timezone).end
  }
  if (endsOn === null) return null
  const today = toLocalDay(at, timezone)
  if (endsOn < today || endsOn > lastDayMax)
    throwRefusal('out_of_range', { field: 'ends_on', params: { start: today, finish: lastDayMax } })
  return startOfDay(endsOn, timezone, 1)
}

/** Creates a budget with the points of its first period. */
export const createBudget = (
  services: Services,
  actor: Actor,
  body: BodyOf<'budgets.create'>,
  call: IdempotentCall,
): Promise<Budget> =>
  changeBudgets(services, actor, call, async (trx) => {
    const { workspace_id: workspaceId, user_id: actorId } = actor
    const { at } = call
    const { name, period, points, ends_on: endsOn } = body
    const open = await countOpenBudgets(trx, workspaceId, { name, exceptId: null })
    if (open.count >= limits.budgets_max)
      throwRefusal('budgets_full', { params: { finish: limits.budgets_max } })
    if (open.is_name_taken) throwRefusal('not_unique', { field: 'name' })
    await assertPeople(trx, actor, body, at)
    const id = newId(at)
    await insertBudget(trx, {
      workspace_id: workspaceId,
      id,
      name,
      period,
      points,
      carry_over_max: body.carry_over_max,
      givers: body.givers && JSON.stringify(body.givers),
      recipients: JSON.stringify(body.recipients),
      period_start: at,
      period_end: findFirstEnd(actor, period, endsOn, at),
      created_at: at,
    })
    await replaceBudgetOwners(trx, workspaceId, id, body.owner_ids)
    await moveBudgetPoints(trx, 'budget_funded', {
      workspaceId,
      fromBudgetId: null,
      toBudgetId: id,
      points,
      reason: '',
      actorId,
      at,
    })
    await audit(trx, actor, 'budget.create', { budget_id: id, name, amount: points }, at)
    return id
  })

/** Changes a budget. Throws not_found for an unknown or closed one. */
export const updateBudget = (
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'budgets.update'>,
  at: Date,
): Promise<Budget> =>
  changeBudgets(services, actor, { at }, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const budget = await requireOpenBudget(trx, actor, id)
    const { owner_ids: ownerIds, givers, recipients, name = budget.name, ...columns } = body
    const open = await countOpenBudgets(trx, workspaceId, { name, exceptId: id })
    if (open.is_name_taken) throwRefusal('not_unique', { field: 'name' })
    await assertPeople(trx, actor, body, at, budget)
    await updateBudgetColumns(trx, workspaceId, id, {
      name,
      points: columns.points ?? budget.points,
      carry_over_max: columns.carry_over_max ?? budget.carry_over_max,
      givers: JSON.stringify(givers === undefined ? budget.givers : givers),
      recipients: JSON.stringify(recipients ?? budget.recipients),
    })
    if (ownerIds) await replaceBudgetOwners(trx, workspaceId, id, ownerIds)
    await audit(trx, actor, 'budget.update', { budget_id: id, name, fields: Object.keys(body) }, at)
    return id
  })

/** Adds points to a budget, or returns some of them. Throws budget_overdrawn, not_found. */
export const fundBudget = (
  services: Services,
  actor: Actor,
  id: string,
  { points, reason }: BodyOf<'budgets.fund'>,
  call: IdempotentCall,
): Promise<Budget> =>
  changeBudgets(services, actor, call, async (trx) => {
    const { workspace_id: workspaceId, user_id: actorId } = actor
    const { name } = await requireOpenBudget(trx, actor, id)
    await moveBudgetPoints(trx, points > 0 ? 'budget_funded' : 'budget_returned', {
      workspaceId,
      fromBudgetId: points > 0 ? null : id,
      toBudgetId: points > 0 ? id : null,
      points: Math.abs(points),
      reason,
      actorId,
      at: call.at,
    })
    await audit(trx, actor, 'budget.fund', { budget_id: id, name, amount: points }, call.at)
    return id
  })

/**
 * Moves points to another budget, for administrators and owners of both. Throws budget_overdrawn,
 * not_found.
 */
export const moveBetweenBudgets = (
  services: Services,
  actor: Actor,
  id: string,
  { to_budget_id: toId, points, reason }: BodyOf<'budgets.move'>,
  call: IdempotentCall,
): Promise<Budget> =>
  changeBudgets(services, actor, call, async (trx) => {
    const { workspace_id: workspaceId, user_id: actorId } = actor
    const { name } = await requireOpenBudget(trx, actor, id)
    await assertSeesBudget(trx, actor, id)
    const isTarget = toId !== id && (await findBudget(trx, workspaceId, toId))?.closed_at === null
    if (!isTarget) throwRefusal('not_found', { field: 'to_budget_id' })
    await assertSeesBudget(trx, actor, toId)
    await moveBudgetPoints(trx, 'budget_moved', {
      workspaceId,
      fromBudgetId: id,
      toBudgetId: toId,
      points,
      reason,
      actorId,
      at: call.at,
    })
    await audit(trx, actor, 'budget.move', { budget_id: id, name, amount: points }, call.at)
    return id
  })

/** Closes a budget and returns its points. Throws not_found for an unknown or closed one. */
export const closeBudget = (
  services: Services,
  actor: Actor,
  id: string,
  call: IdempotentCall,
): Promise<Budget> =>
  changeBudgets(services, actor, call, async (trx) => {
    const { workspace_id: workspaceId, user_id: actorId } = actor
    const { name, balance } = await requireOpenBudget(trx, actor, id)
    if (balance > 0)
      await moveBudgetPoints(trx, 'budget_returned', {
        workspaceId,
        fromBudgetId: id,
        toBudgetId: null,
        points: balance,
        reason: '',
        actorId,
        at: call.at,
      })
    await updateBudgetColumns(trx, workspaceId, id, { closed_at: call.at })
    await audit(trx, actor, 'budget.close', { budget_id: id, name, amount: balance }, call.at)
    return id
  })
