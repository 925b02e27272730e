import { limits } from '#contract/limits.ts'
import type { ExampleCountry, TaxRule, TaxRuleInput } from '#contract/schemas/tax-rules.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { exampleRules } from './examples.ts'
import { presentRule } from './present.ts'
import {
  deleteRuleRow,
  insertRules,
  listRuleRows,
  type TaxRuleRow,
  updateRuleColumns,
} from './queries.ts'

type Change = { trx: Trx; rows: TaxRuleRow[]; workspaceId: string }
type TaxServices = Pick<Services, 'db'>

/** Returns the rules of a team by country, the latest day first. */
export async function loadRules(trx: Trx, workspaceId: string): Promise<TaxRule[]> {
  const rows = await listRuleRows(trx, workspaceId, limits.tax_rules_max)
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.flatMap((row) => row.confirmed_by ?? []),
  )
  return rows.map((row) =>
    presentRule(row, row.confirmed_by === null ? null : requirePerson(people, row.confirmed_by)),
  )
}

/** Runs `change` on the rules under the settings lock, so that no two rules overlap. */
const changeRules = <T>(
  { db }: TaxServices,
  { workspace_id: workspaceId }: Actor,
  change: (context: Change) => Promise<T>,
): Promise<T> =>
  db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const rows = await listRuleRows(trx, workspaceId, limits.tax_rules_max)
    return change({ trx, rows, workspaceId })
  })

const findRow = ({ rows }: Change, id: string) =>
  rows.find((row) => row.id === id) ?? throwRefusal('not_found')

async function loadRule({ trx, workspaceId }: Change, id: string): Promise<TaxRule> {
  const rules = await loadRules(trx, workspaceId)
  return rules.find((rule) => rule.id === id) ?? throwRefusal('not_found')
}

type RuleDays = Pick<TaxRuleRow, 'country' | 'categories' | 'valid_from' | 'valid_to'>

/** Throws tax_rule_overlap if a confirmed rule covers a category of the country on the same days. */
function assertNoOverlap({ rows }: Change, rule: RuleDays, exceptId?: string): void {
  for (const row of rows) {
    if (row.confirmed_at === null || row.id === exceptId || row.country !== rule.country) continue
    if (row.valid_to !== null && row.valid_to < rule.valid_from) continue
    if (rule.valid_to !== null && rule.valid_to < row.valid_from) continue
    if (rule.categories.some((category) => row.categories.includes(category)))
      throwRefusal('tax_rule_overlap', { field: 'categories' })
  }
}

/** Throws tax_rule_days, and tax_rate_required for a tax that the company bears without a rate. */
function assertComplete(rule: TaxRuleInput): void {
  if (rule.valid_to !== null && rule.valid_to < rule.valid_from)
    throwRefusal('tax_rule_days', { field: 'valid_to' })
  if (rule.borne_by === 'company' && rule.tax_rate === null)
    throwRefusal('tax_rate_required', { field: 'tax_rate' })
}

function assertRoom({ rows }: Change, added: number): void {
  if (rows.length + added > limits.tax_rules_max)
    throwRefusal('tax_rules_full', { params: { finish: limits.tax_rules_max } })
}

/** Returns columns of a rule. JSON columns take text. */
const toColumns = ({ messages, ...rule }: TaxRuleInput) => ({
  ...rule,
  messages: JSON.stringify(messages),
})

/** Adds a confirmed rule. Throws the codes of `tax_rules.create`. */
export const createRule = (
  services: TaxServices,
  actor: Actor,
  body: TaxRuleInput,
  at: Date,
): Promise<TaxRule> =>
  changeRules(services, actor, async (context) => {
    assertComplete(body)
    assertRoom(context, 1)
    assertNoOverlap(context, body)
    const id = newId(at)
    await insertRules(context.trx, [
      {
        workspace_id: context.workspaceId,
        id,
        ...toColumns(body),
        confirmed_at: at,
        confirmed_by: actor.user_id,
        created_at: at,
        created_by: actor.user_id,
      },
    ])
    await audit(
      context.trx,
      actor,
      'tax_rule.create',
      { tax_rule_id: id, country: body.country },
      at,
    )
    return loadRule(context, id)
  })

/** Adds the unconfirmed example rules of a country, valid from today on. Throws tax_rules_full. */
export const addExamples = (
  services: TaxServices,
  actor: Actor,
  country: ExampleCountry,
  at: Date,
): Promise<TaxRule[]> =>
  changeRules(services, actor, async (context) => {
    const examples = exampleRules[country]
    assertRoom(context, examples.length)
    const rows = examples.map((example) => ({
      workspace_id: context.workspaceId,
      id: newId(at),
      ...toColumns({ ...example, valid_from: toLocalDay(at, actor.timezone) }),
      created_at: at,
      created_by: actor.user_id,
    }))
    await insertRules(context.trx, rows)
    await audit(context.trx, actor, 'tax_rule.add_examples', { country }, at)
    const added = new Set(rows.map((row) => row.id))
    return (await loadRules(context.trx, context.workspaceId)).filter(({ id }) => added.has(id))
  })

/** Changes a rule. An unconfirmed one stays unconfirmed. Throws not_found, and as createRule does. */
export const updateRule = (
  services: TaxServices,
  actor: Actor,
  { id, body, at }: { id: string; body: TaxRuleInput; at: Date },
): Promise<TaxRule> =>
  changeRules(services, actor, async (context) => {
    const row = findRow(context, id)
    assertComplete(body)
    if (row.confirmed_at !== null) assertNoOverlap(context, body, id)
    await updateRuleColumns(context.trx, context.workspaceId, id, toColumns(body))
    await audit(
      context.trx,
      actor,
      'tax_rule.update',
      { tax_rule_id: id, country: body.country },
      at,
    )
    return loadRule(context, id)
  })

/** Confirms an example. A confirmed rule stays as it is. Throws not_found and tax_rule_overlap. */
export const confirmRule = (
  services: TaxServices,
  actor: Actor,
  id: string,
  at: Date,
): Promise<TaxRule> =>
  changeRules(services, actor, async (context) => {
    const row = findRow(context, id)
    if (row.confirmed_at === null) {
      assertNoOverlap(context, row, id)
      await updateRuleColumns(context.trx, context.workspaceId, id, {
        confirmed_at: at,
        confirmed_by: actor.user_id,
      })
      await audit(
        context.trx,
        actor,
        'tax_rule.confirm',
        { tax_rule_id: id, country: row.country },
        at,
      )
    }
    return loadRule(context, id)
  })

/** Deletes a rule. Lines of locked runs keep their amounts. Throws not_found. */
export const deleteRule = (
  services: TaxServices,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> =>
  changeRules(services, actor, async (context) => {
    const row = findRow(context, id)
    await deleteRuleRow(context.trx, context.workspaceId, id)
    await audit(
      context.trx,
      actor,
      'tax_rule.delete',
      { tax_rule_id: id, country: row.country },
      at,
    )
  })
