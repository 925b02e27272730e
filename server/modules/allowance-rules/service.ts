import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { AllowanceRule } from '#contract/schemas/allowance-rules.ts'
import { refreshAllowanceRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { type AllowanceRuleRow, listRules } from '#server/modules/allowances/queries.ts'
import { assertAudience, presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { assertUniqueName } from '#server/platform/database/unique-names.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  countPeopleOfRules,
  deleteRuleRow,
  insertRule,
  updateRuleColumns,
  updateRulePositions,
} from './queries.ts'

/** Returns all rules, the first to apply first, with a constant number of queries. */
export async function loadAllowanceRules(trx: Trx, workspaceId: string): Promise<AllowanceRule[]> {
  const [rows, counts] = await Promise.all([
    listRules(trx, workspaceId),
    countPeopleOfRules(trx, workspaceId),
  ])
  const audiences = await presentAudiences(
    trx,
    workspaceId,
    rows.map(({ audience }) => audience),
  )
  return rows.flatMap((row, index) => {
    const audience = audiences[index]
    if (!audience) return []
    return {
      id: row.id,
      name: row.name,
      audience,
      limit: row.points_limit,
      limit_per_post: row.points_limit_per_post,
      extra_per_report: row.extra_per_report,
      people: counts.get(row.id) ?? 0,
      created_at: row.created_at.toISOString(),
    }
  })
}

async function loadRule(trx: Trx, workspaceId: string, id: string): Promise<AllowanceRule> {
  const rules = await loadAllowanceRules(trx, workspaceId)
  return rules.find((rule) => rule.id === id) ?? throwRefusal('not_found')
}

/**
 * Runs `change` under the settings lock, applies the rules to everyone, and publishes that
 * allowances have changed.
 */
async function changeRules<T>(
  { db, events }: Services,
  { workspace_id: workspaceId }: Actor,
  at: Date,
  change: (trx: Trx, rules: AllowanceRuleRow[]) => Promise<(trx: Trx) => Promise<T>>,
): Promise<T> {
  const result = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const load = await change(trx, await listRules(trx, workspaceId))
    await refreshAllowanceRules(trx, workspaceId, 'all', at)
    return load(trx)
  })
  events.publish(workspaceId, ['config'])
  return result
}

/** Moves a rule to a position, 1 for the first. The others keep their order. */
async function moveRule(
  trx: Trx,
  workspaceId: string,
  rules: AllowanceRuleRow[],
  { id, position }: { id: string; position: number },
): Promise<void> {
  const ids = rules.map((rule) => rule.id).filter((other) => other !== id)
  await updateRulePositions(trx, workspaceId, ids.toSpliced(position - 1, 0, id))
}

/** Adds a rule after the others. */
export const createAllowanceRule = (
  services: Services,
  actor: Actor,
  body: BodyOf<'allowance_rules.create'>,
  at: Date,
): Promise<AllowanceRule> =>
  changeRules(services, actor, at, async (trx, rules) => {
    const { workspace_id: workspaceId } = actor
    if (rules.length >= limits.allowance_rules_max)
      throwRefusal('allowance_rules_full', { params: { finish: limits.allowance_rules_max } })
    await assertUniqueName(trx, 'allowance_rules', workspaceId, body)
    await assertAudience(trx, workspaceId, body.audience, toLocalDay(at, actor.timezone))
    const id = newId(at)
    await insertRule(trx, {
      workspace_id: workspaceId,
      id,
      position: rules.length + 1,
      name: body.name,
      audience: JSON.stringify(body.audience),
      points_limit: body.limit,
      points_limit_per_post: body.limit_per_post,
      extra_per_report: body.extra_per_report,
      created_at: at,
    })
    // Deleted rules leave gaps, so the number of rules can be the position of another one.
    await updateRulePositions(trx, workspaceId, [...rules.map((rule) => rule.id), id])
    await audit(trx, actor, 'allowance_rule.create', { rule_id: id, name: body.name }, at)
    return (after) => loadRule(after, workspaceId, id)
  })

/** Changes a rule. Throws not_found for an unknown one. */
export const updateAllowanceRule = (
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'allowance_rules.update'>,
  at: Date,
): Promise<AllowanceRule> =>
  changeRules(services, actor, at, async (trx, rules) => {
    const { workspace_id: workspaceId } = actor
    const rule = rules.find((one) => one.id === id) ?? throwRefusal('not_found')
    const { name, audience, limit, limit_per_post: limitPerPost } = body
    if (name !== undefined)
      await assertUniqueName(trx, 'allowance_rules', workspaceId, { name, exceptId: id })
    if (audience) {
      const today = toLocalDay(at, actor.timezone)
      await assertAudience(trx, workspaceId, audience, today, { before: rule.audience })
    }
    await updateRuleColumns(trx, workspaceId, id, {
      name: name ?? rule.name,
      audience: JSON.stringify(audience ?? rule.audience),
      points_limit: limit === undefined ? rule.points_limit : limit,
      points_limit_per_post: limitPerPost === undefined ? rule.points_limit_per_post : limitPerPost,
      extra_per_report: body.extra_per_report ?? rule.extra_per_report,
    })
    if (body.position !== undefined)
      await moveRule(trx, workspaceId, rules, { id, position: body.position })
    await audit(
      trx,
      actor,
      'allowance_rule.update',
      { rule_id: id, name: name ?? rule.name, fields: Object.keys(body) },
      at,
    )
    return (after) => loadRule(after, workspaceId, id)
  })

/** Deletes a rule. The next one that includes a person applies at once. */
export const deleteAllowanceRule = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> =>
  changeRules(services, actor, at, async (trx, rules) => {
    const rule = rules.find((one) => one.id === id) ?? throwRefusal('not_found')
    await deleteRuleRow(trx, actor.workspace_id, id)
    await audit(trx, actor, 'allowance_rule.delete', { rule_id: id, name: rule.name }, at)
    return async () => undefined
  })
