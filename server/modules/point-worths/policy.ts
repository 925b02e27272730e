import type { WorthPolicy } from '#contract/schemas/point-worths.ts'
import { lockSettings, updateSettingsColumns } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findWorthPolicy } from './queries.ts'

/** Returns whether members see the worth of points, and whether a lower one is announced. */
export async function loadWorthPolicy(trx: Trx, workspaceId: string): Promise<WorthPolicy> {
  const policy = await findWorthPolicy(trx, workspaceId)
  return { shown_to_members: policy.show_worth, announced: policy.announce_worth }
}

/** Sets the switches of the worth. Announced worths keep their first day. */
export async function setWorthPolicy(
  { db, events }: Services,
  actor: Actor,
  policy: WorthPolicy,
  at: Date,
): Promise<WorthPolicy> {
  const { workspace_id: workspaceId } = actor
  await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const before = await loadWorthPolicy(trx, workspaceId)
    await updateSettingsColumns(trx, workspaceId, {
      show_worth: policy.shown_to_members,
      announce_worth: policy.announced,
    })
    const changes = (['shown_to_members', 'announced'] as const)
      .filter((name) => before[name] !== policy[name])
      .map((name) => [name, { from: before[name], to: policy[name] }])
    if (changes.length)
      await audit(trx, actor, 'point_worth.policy', Object.fromEntries(changes), at)
  })
  events.publish(workspaceId, ['config'])
  return policy
}
