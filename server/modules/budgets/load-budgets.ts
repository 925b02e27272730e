import { limits } from '#contract/limits.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { Budget, OwnBudget } from '#contract/schemas/budgets.ts'
import { presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { listBudgetOwners, ownsBudget } from '#server/modules/budget-owners/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  type BudgetRow,
  findBudget,
  listBudgetMovements,
  listBudgetRows,
  listGivableIds,
} from './queries.ts'

/** Budgets of one list, closed ones included. */
const listedBudgetsMax = 2 * limits.budgets_max

async function presentBudgets(trx: Trx, workspaceId: string, rows: BudgetRow[]): Promise<Budget[]> {
  const owners = await listBudgetOwners(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const [people, audiences] = await Promise.all([
    loadPeople(
      trx,
      workspaceId,
      owners.map((owner) => owner.user_id),
    ),
    presentAudiences(
      trx,
      workspaceId,
      rows.flatMap(({ recipients, givers }) => [recipients, givers ?? recipients]),
    ),
  ])
  return rows.flatMap((row, index) => {
    const [recipients, givers] = audiences.slice(2 * index, 2 * index + 2)
    if (!recipients) return []
    return {
      id: row.id,
      name: row.name,
      period: row.period,
      points: row.points,
      carry_over_max: row.carry_over_max,
      left: row.balance,
      funded: row.funded,
      period_start: row.period_start.toISOString(),
      period_end: row.period_end?.toISOString() ?? null,
      owners: owners
        .filter((owner) => owner.budget_id === row.id)
        .flatMap((owner) => people.get(owner.user_id) ?? []),
      givers: row.givers && (givers ?? null),
      recipients,
      created_at: row.created_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
    }
  })
}

/** Returns all budgets for administrators, otherwise those that the actor owns. */
export async function loadBudgets(trx: Trx, actor: Actor): Promise<Budget[]> {
  const { workspace_id: workspaceId, user_id: userId, abilities } = actor
  const rows = await listBudgetRows(trx, workspaceId, {
    ownerId: abilities.has('manage_settings') ? null : userId,
    max: listedBudgetsMax,
  })
  return presentBudgets(trx, workspaceId, rows)
}

export async function loadBudget(trx: Trx, workspaceId: string, id: string): Promise<Budget> {
  const row = await findBudget(trx, workspaceId, id)
  const [budget] = row ? await presentBudgets(trx, workspaceId, [row]) : []
  return budget ?? throwRefusal('not_found')
}

/** Returns the open budgets that the actor may give points from, by name. */
export async function loadOwnBudgets(trx: Trx, actor: Actor, at: Date): Promise<OwnBudget[]> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  const rows = await listBudgetRows(trx, workspaceId, { ownerId: null, max: limits.budgets_max })
  const open = rows.filter((row) => row.closed_at === null)
  const today = toLocalDay(at, timezone)
  const givable = await listGivableIds(trx, workspaceId, userId, open, today)
  return open.flatMap((row) => {
    const found = givable.get(row.id)
    if (!found) return []
    return {
      id: row.id,
      name: row.name,
      left: row.balance,
      period_end: row.period_end?.toISOString() ?? null,
      owned: found.owned,
    }
  })
}

/** Throws not_found unless the actor manages budgets or owns this one. */
export async function assertSeesBudget(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId, abilities } = actor
  const isVisible = abilities.has('manage_settings')
    ? await findBudget(trx, workspaceId, id)
    : await ownsBudget(trx, workspaceId, id, userId)
  if (!isVisible) throwRefusal('not_found')
}

/** Returns a page of the changes of a budget, newest first. Throws not_found. */
export async function loadBudgetMovements(
  trx: Trx,
  actor: Actor,
  id: string,
  { cursor, limit }: QueryOf<'budgets.movements'>,
): Promise<OutputOf<'budgets.movements'>> {
  const { workspace_id: workspaceId, user_id: userId, abilities } = actor
  await assertSeesBudget(trx, actor, id)
  const rows = await listBudgetMovements(trx, workspaceId, id, {
    before: decodeIdCursor(cursor),
    limit: limit + 1,
    reader: { userId, seesPrivatePosts: abilities.has('see_private_posts') },
  })
  const page = rows.slice(0, limit)
  const people = await loadPeople(
    trx,
    workspaceId,
    page.flatMap((row) => row.actor_id ?? []),
  )
  return {
    items: page.map(({ actor_id: actorId, other_id: otherId, other_name: otherName, ...row }) => ({
      ...row,
      actor: people.get(actorId ?? '') ?? null,
      other_budget: otherId === null ? null : { id: otherId, name: otherName ?? '' },
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}
