import { isDeepStrictEqual } from 'node:util'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { assertAudience } from '#server/modules/audiences/load-audience.ts'
import { assertOpenBudget } from '#server/modules/budgets/assert-open-budget.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { loadBonus } from './load-bonuses.ts'
import {
  type BonusRow,
  countUnpaidBonuses,
  deleteBonusRow,
  findBonus,
  insertBonus,
  updateBonusColumns,
} from './queries.ts'

type BonusFields = Pick<BonusRow, 'audience' | 'starts_on' | 'ends_on' | 'budget_id'>

/**
 * Throws an error unless the period of a bonus has ended or ends today, and what it names exists.
 * People of the stored audience, `before`, who have left and a closed budget refuse no change.
 */
async function assertBonus(
  trx: Trx,
  actor: Actor,
  { fields, before, at }: { fields: BonusFields; before?: BonusRow; at: Date },
): Promise<void> {
  const { workspace_id: workspaceId, timezone } = actor
  const { starts_on: start, ends_on: end, budget_id: budgetId, audience } = fields
  const today = toLocalDay(at, timezone)
  if (end < start || end > today)
    throwRefusal('out_of_range', { field: 'ends_on', params: { start, finish: today } })
  await assertOpenBudget(trx, workspaceId, budgetId, { before: before?.budget_id })
  await assertAudience(trx, workspaceId, audience, today, { before: before?.audience })
}

/** Returns an unpaid bonus, locked. Throws not_found and bonus_paid. */
export async function requireUnpaidBonus(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  id: string,
): Promise<BonusRow> {
  const bonus = await findBonus(trx, workspaceId, id, 'lock')
  if (!bonus) throwRefusal('not_found')
  return bonus.status === 'draft' ? bonus : throwRefusal('bonus_paid')
}

export const createBonus = (
  { db }: Services,
  actor: Actor,
  body: BodyOf<'bonuses.create'>,
  at: Date,
): Promise<Bonus> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { workspace_id: workspaceId } = actor
    await lockSettings(trx, workspaceId)
    if ((await countUnpaidBonuses(trx, workspaceId)) >= limits.bonus_drafts_max)
      throwRefusal('bonuses_full', { params: { finish: limits.bonus_drafts_max } })
    await assertBonus(trx, actor, { fields: body, at })
    const id = newId(at)
    await insertBonus(trx, {
      ...body,
      workspace_id: workspaceId,
      id,
      audience: JSON.stringify(body.audience),
      created_at: at,
    })
    await audit(trx, actor, 'bonus.create', { bonus_id: id, name: body.name }, at)
    return loadBonus(trx, actor, id)
  })

/** Returns the names of the fields that differ from those of a bonus. */
const listChanges = (bonus: BonusRow, body: BodyOf<'bonuses.update'>): string[] =>
  (Object.keys(body) as (keyof typeof body)[]).filter(
    (field) => !isDeepStrictEqual(body[field], bonus[field]),
  )

/** Changes an unpaid bonus. Throws not_found and bonus_paid. */
export const updateBonus = (
  { db }: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'bonuses.update'>,
  at: Date,
): Promise<Bonus> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { workspace_id: workspaceId } = actor
    await lockSettings(trx, workspaceId)
    const bonus = await requireUnpaidBonus(trx, actor, id)
    const { audience, ...columns } = body
    const fields = { ...bonus, ...body }
    await assertBonus(trx, actor, { fields, before: bonus, at })
    const changes = {
      ...columns,
      ...(audience ? { audience: JSON.stringify(audience) } : {}),
    }
    // An update without columns is no SQL.
    if (Object.keys(changes).length) await updateBonusColumns(trx, workspaceId, id, changes)
    const details = { bonus_id: id, name: fields.name, fields: listChanges(bonus, body) }
    await audit(trx, actor, 'bonus.update', details, at)
    return loadBonus(trx, actor, id)
  })

/** Deletes an unpaid bonus. Throws not_found and bonus_paid. */
export const deleteBonus = ({ db }: Services, actor: Actor, id: string, at: Date): Promise<void> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { name } = await requireUnpaidBonus(trx, actor, id)
    await deleteBonusRow(trx, actor.workspace_id, id)
    await audit(trx, actor, 'bonus.delete', { bonus_id: id, name }, at)
  })
