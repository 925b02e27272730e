import type { BodyOf } from '#contract/routes/index.ts'
import type { LeaverPolicy } from '#contract/schemas/leavers.ts'
import { findHundredPoints } from '#server/modules/point-worths/queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { findPolicy, updatePolicy } from './queries.ts'

/** Returns the rules of the team for leavers. */
export async function loadPolicy(
  { giftCards }: Pick<Services, 'giftCards'>,
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  at: Date,
): Promise<LeaverPolicy> {
  const policy = await findPolicy(trx, workspaceId)
  const hundredPoints = await findHundredPoints(trx, workspaceId, {
    country: null,
    day: toLocalDay(at, timezone),
  })
  return {
    grace_days: policy.leaver_grace_days,
    outcome: policy.leaver_outcome,
    pays_gift_cards: giftCards !== null && hundredPoints !== null,
  }
}

/** Sets the rules of the team for later leavers. Throws leaver_gift_cards. */
export async function setPolicy(
  services: Pick<Services, 'db' | 'giftCards'>,
  actor: Actor,
  rules: BodyOf<'leavers.set_policy'>,
  at: Date,
): Promise<LeaverPolicy> {
  const { workspace_id: workspaceId } = actor
  return services.db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const before = await loadPolicy(services, trx, actor, at)
    if (rules.outcome === 'gift_card' && !before.pays_gift_cards)
      throwRefusal('leaver_gift_cards', { field: 'outcome' })
    await updatePolicy(trx, workspaceId, {
      leaver_grace_days: rules.grace_days,
      leaver_outcome: rules.outcome,
    })
    const changes = (['grace_days', 'outcome'] as const)
      .filter((name) => before[name] !== rules[name])
      .map((name) => [
        name === 'grace_days' ? 'leaver_days' : name,
        { from: before[name], to: rules[name] },
      ])
    await audit(trx, actor, 'leaver.policy', Object.fromEntries(changes), at)
    return { ...before, ...rules }
  })
}
