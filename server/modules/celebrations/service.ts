import type { BodyOf } from '#contract/routes/index.ts'
import { type Audience, type AudienceInput, audienceInput } from '#contract/schemas/audiences.ts'
import {
  type Celebration,
  type CelebrationKind,
  celebrationKinds,
} from '#contract/schemas/celebrations.ts'
import { assertAudience, presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { assertOpenBudget } from '#server/modules/budgets/assert-open-budget.ts'
import { listBudgetNames } from '#server/modules/budgets/queries.ts'
import { findValueName } from '#server/modules/posts/queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { countComing } from './coming.ts'
import { listRules, type RuleRow, upsertRule } from './queries.ts'

/** A kind that nobody has set up yet. */
const defaultRule = (workspaceId: string, kind: CelebrationKind): RuleRow => ({
  workspace_id: workspaceId,
  kind,
  enabled: false,
  audience: audienceInput.parse({}),
  budget_id: null,
  value_id: null,
  points: 0,
  points_by_year: [],
  visibility: 'everyone',
  hour: 9,
  weekends: 'on_day',
  card: false,
  texts: {},
  planned_until: null,
})

/** Returns the rules of all kinds, also of those that nobody has set up. */
async function loadRules(trx: Trx, workspaceId: string): Promise<RuleRow[]> {
  const rows = await listRules(trx, workspaceId)
  return celebrationKinds.map(
    (kind) => rows.find((row) => row.kind === kind) ?? defaultRule(workspaceId, kind),
  )
}

const presentRule = (
  rule: RuleRow,
  audience: Audience,
  budget: Celebration['budget'],
  coming: Celebration['coming'],
): Celebration => ({
  kind: rule.kind,
  enabled: rule.enabled,
  value_id: rule.value_id,
  points: rule.points,
  points_by_year: rule.points_by_year,
  visibility: rule.visibility,
  hour: rule.hour,
  weekends: rule.weekends,
  card: rule.card,
  texts: rule.texts,
  audience,
  budget,
  coming,
})

/** Returns how the company celebrates each kind, with a constant number of queries. */
export async function loadCelebrations(
  trx: Trx,
  actor: Pick<Actor, 'workspace_id' | 'timezone'>,
  at: Date,
): Promise<Celebration[]> {
  const { workspace_id: workspaceId } = actor
  const rules = await loadRules(trx, workspaceId)
  const [audiences, budgets, coming] = await Promise.all([
    presentAudiences(
      trx,
      workspaceId,
      rules.map(({ audience }) => audience),
    ),
    listBudgetNames(
      trx,
      workspaceId,
      rules.flatMap(({ budget_id: id }) => id ?? []),
    ),
    countComing(trx, actor, rules, at),
  ])
  return rules.flatMap((rule, index) => {
    const audience = audiences[index]
    const budget = budgets.find(({ id }) => id === rule.budget_id) ?? null
    return audience ? [presentRule(rule, audience, budget, coming[rule.kind])] : []
  })
}

/**
 * Throws unless value, budget and audience of a change exist. A closed budget, and people who have
 * left, of the stored rule, `before`, refuse no change.
 */
async function assertReferences(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  body: BodyOf<'celebrations.update'>,
  { before, at }: { before: RuleRow | undefined; at: Date },
): Promise<void> {
  const { value_id: valueId, budget_id: budgetId, audience } = body
  if (valueId && !(await findValueName(trx, workspaceId, valueId, { active: true })))
    throwRefusal('value_required', { field: 'value_id' })
  await assertOpenBudget(trx, workspaceId, budgetId, {
    before: before?.budget_id,
    code: 'budget_unavailable',
  })
  if (audience)
    await assertAudience(trx, workspaceId, audience, toLocalDay(at, timezone), {
      before: before?.audience,
    })
}

const toColumns = (
  { points_by_year: points, audience, ...rest }: BodyOf<'celebrations.update'>,
  rule: RuleRow,
): RuleRow & { audience: AudienceInput } => ({
  ...rule,
  ...rest,
  audience: audience ?? rule.audience,
  points_by_year: points?.toSorted((a, b) => a.years - b.years) ?? rule.points_by_year,
  planned_until: null,
})

/**
 * Changes how the company celebrates a kind of day. Throws value_required, budget_unavailable, and
 * the errors of the audience.
 */
export async function updateCelebration(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  kind: CelebrationKind,
  body: BodyOf<'celebrations.update'>,
  at: Date,
): Promise<Celebration> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const rule = (await loadRules(trx, workspaceId)).find((one) => one.kind === kind)
    await assertReferences(trx, actor, body, { before: rule, at })
    const columns = toColumns(body, rule ?? defaultRule(workspaceId, kind))
    await upsertRule(trx, {
      ...columns,
      audience: JSON.stringify(columns.audience),
      points_by_year: JSON.stringify(columns.points_by_year),
      texts: JSON.stringify(columns.texts),
    })
    await audit(trx, actor, 'celebration.update', { name: kind, fields: Object.keys(body) }, at)
    const all = await loadCelebrations(trx, actor, at)
    return all.find((one) => one.kind === kind) ?? throwRefusal('not_found')
  })
}
