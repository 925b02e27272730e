import { limits } from '#contract/limits.ts'
import type { Plan, PlanInput } from '#contract/schemas/plans.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  deletePlanRow,
  insertPlan,
  listPlanRows,
  type PlanRow,
  updatePlanColumns,
} from './queries.ts'

const presentPlan = (row: PlanRow): Plan => ({
  id: row.id,
  name: row.name,
  people: row.people,
  allowance: row.allowance,
  period: row.period,
  use_percent: row.use_percent,
  celebration_points: row.celebration_points,
  award_points: row.award_points,
  bonus_points: row.bonus_points,
  gift_card_percent: row.gift_card_percent,
  currency: row.currency,
  hundred_points_minor: row.hundred_points_minor,
  created_at: row.created_at.toISOString(),
})

/** Returns the plans of a team, newest first. */
export async function loadPlans(trx: Trx, workspaceId: string): Promise<Plan[]> {
  return (await listPlanRows(trx, workspaceId, limits.plans_max)).map(presentPlan)
}

/** Runs `change` on the plans under the settings lock. */
const changePlans = <T>(
  { db }: Pick<Services, 'db'>,
  { workspace_id: workspaceId }: Actor,
  change: (trx: Trx, plans: Plan[]) => Promise<T>,
): Promise<T> =>
  db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return change(trx, await loadPlans(trx, workspaceId))
  })

const findById = (plans: Plan[], id: string) =>
  plans.find((plan) => plan.id === id) ?? throwRefusal('not_found')

/** Saves a plan. Throws plans_full. */
export const createPlan = (
  services: Services,
  actor: Actor,
  body: PlanInput,
  at: Date,
): Promise<Plan> =>
  changePlans(services, actor, async (trx, plans) => {
    if (plans.length >= limits.plans_max)
      throwRefusal('plans_full', { params: { finish: limits.plans_max } })
    const id = newId(at)
    await insertPlan(trx, { workspace_id: actor.workspace_id, id, ...body, created_at: at })
    await audit(trx, actor, 'plan.create', { plan_id: id, name: body.name }, at)
    return { id, ...body, created_at: at.toISOString() }
  })

/** Changes a plan. Throws not_found. */
export const updatePlan = (
  services: Services,
  actor: Actor,
  { id, body, at }: { id: string; body: PlanInput; at: Date },
): Promise<Plan> =>
  changePlans(services, actor, async (trx, plans) => {
    const plan = findById(plans, id)
    await updatePlanColumns(trx, actor.workspace_id, id, body)
    await audit(trx, actor, 'plan.update', { plan_id: id, name: body.name }, at)
    return { ...plan, ...body }
  })

/** Deletes a plan. Throws not_found. */
export const deletePlan = (services: Services, actor: Actor, id: string, at: Date): Promise<void> =>
  changePlans(services, actor, async (trx, plans) => {
    const { name } = findById(plans, id)
    await deletePlanRow(trx, actor.workspace_id, id)
    await audit(trx, actor, 'plan.delete', { plan_id: id, name }, at)
  })
