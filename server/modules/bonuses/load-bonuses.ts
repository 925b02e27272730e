import { limits } from '#contract/limits.ts'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type BonusRow, findBonus, listBonusRows } from './queries.ts'

async function presentBonuses(trx: Trx, workspaceId: string, rows: BonusRow[]): Promise<Bonus[]> {
  const [people, audiences] = await Promise.all([
    loadPeople(
      trx,
      workspaceId,
      rows.flatMap(({ paid_by: id }) => id ?? []),
    ),
    presentAudiences(
      trx,
      workspaceId,
      rows.map((row) => row.audience),
    ),
  ])
  return rows.flatMap((row, index) => {
    const audience = audiences[index]
    if (!audience) return []
    const { budget_id: budgetId, budget_name: name, budget_left: _left, ...rest } = row
    return {
      ...rest,
      audience,
      budget: budgetId === null ? null : { id: budgetId, name: name ?? '' },
      created_at: row.created_at.toISOString(),
      paid_at: row.paid_at?.toISOString() ?? null,
      paid_by: people.get(row.paid_by ?? '') ?? null,
    }
  })
}

export const loadBonuses = async (trx: Trx, { workspace_id: workspaceId }: Actor) =>
  presentBonuses(trx, workspaceId, await listBonusRows(trx, workspaceId, limits.bonuses_listed))

/** Returns a bonus. Throws not_found. */
export async function requireBonus(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  id: string,
): Promise<BonusRow> {
  return (await findBonus(trx, workspaceId, id)) ?? throwRefusal('not_found')
}

export async function loadBonus(trx: Trx, actor: Actor, id: string): Promise<Bonus> {
  const row = await requireBonus(trx, actor, id)
  const [bonus] = await presentBonuses(trx, actor.workspace_id, [row])
  return bonus ?? throwRefusal('not_found')
}
