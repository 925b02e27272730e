import { limits } from '#contract/limits.ts'
import type { Award, AwardsSummary, OwnAward } from '#contract/schemas/awards.ts'
import { presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { summarizeGifts } from './gift-queries.ts'
import { type AwardRow, findAward, listAwardRows, listGivableAwards } from './queries.ts'

/** Awards of the list, archived ones included. */
const listedAwardsMax = 2 * limits.awards_max

async function presentAwards(trx: Trx, workspaceId: string, rows: AwardRow[]): Promise<Award[]> {
  const [people, audiences] = await Promise.all([
    loadPeople(
      trx,
      workspaceId,
      rows.flatMap(({ steps }) => steps.flatMap((step) => step.user_ids)),
    ),
    presentAudiences(
      trx,
      workspaceId,
      rows.flatMap(({ givers, receivers }) => [givers, receivers]),
    ),
  ])
  return rows.flatMap(
    ({ budget_id: budgetId, budget_name: name, picture_key: key, ...row }, index) => {
      const [givers, receivers] = audiences.slice(2 * index, 2 * index + 2)
      if (!givers || !receivers) return []
      return {
        ...row,
        picture: { url: fileUrl(workspaceId, key) },
        budget: budgetId === null ? null : { id: budgetId, name: name ?? '' },
        givers,
        receivers,
        steps: row.steps.map(({ user_ids: ids, ...step }) => ({
          ...step,
          people: ids.flatMap((id) => people.get(id) ?? []),
        })),
        created_at: row.created_at.toISOString(),
        archived_at: row.archived_at?.toISOString() ?? null,
      }
    },
  )
}

export const loadAwards = async (trx: Trx, { workspace_id: workspaceId }: Actor) =>
  presentAwards(trx, workspaceId, await listAwardRows(trx, workspaceId, listedAwardsMax))

export async function loadAward(trx: Trx, workspaceId: string, id: string): Promise<Award> {
  const row = await findAward(trx, workspaceId, id)
  const [award] = row ? await presentAwards(trx, workspaceId, [row]) : []
  return award ?? throwRefusal('not_found')
}

async function listGivable(trx: Trx, actor: Actor, at: Date): Promise<AwardRow[]> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  const rows = await listAwardRows(trx, workspaceId, limits.awards_max)
  const open = rows.filter((row) => row.archived_at === null)
  const today = toLocalDay(at, timezone)
  const givable = await listGivableAwards(trx, workspaceId, userId, open, today)
  return open.filter(({ id }) => givable.has(id))
}

/** Returns the open awards that the actor may give, by name. */
export async function loadOwnAwards(trx: Trx, actor: Actor, at: Date): Promise<OwnAward[]> {
  const rows = await listGivable(trx, actor, at)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    text: row.text,
    emoji: row.emoji,
    picture: { url: fileUrl(actor.workspace_id, row.picture_key) },
    criteria: row.criteria,
    points_min: row.points_min,
    points_max: row.points_max,
    yearly_max: row.yearly_max,
    private: row.private,
    // The people of a step stay unknown: their choice may tell about a plan.
    steps: row.steps.map(({ from_points, approver }) => ({ from_points, approver })),
  }))
}

/** Returns which lists of awards a reader has. */
export async function loadAwardsSummary(trx: Trx, actor: Actor, at: Date): Promise<AwardsSummary> {
  const givable = await listGivable(trx, actor, at)
  return { can_give: givable.length > 0, ...(await summarizeGifts(trx, actor, at)) }
}
