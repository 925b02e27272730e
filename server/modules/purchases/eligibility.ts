import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { PersonPeriod } from '#contract/schemas/rewards.ts'
import { isInAudience } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findPeriod, toLocalDay } from '#server/platform/periods.ts'
import { countContributions } from './contribution-queries.ts'
import type { RewardRecord } from './reward-queries.ts'

/** The part of a purchase's context that the checks need. */
type CheckContext = { trx: Trx; workspaceId: string; timezone: string; at: Date }

/** Throws not_found for a user outside of an audience: a reward for others is an unknown one. */
export async function assertInAudience(
  { trx, workspaceId, timezone, at }: CheckContext,
  userId: string,
  audience: AudienceInput | null,
): Promise<void> {
  const today = toLocalDay(at, timezone)
  if (audience && !(await isInAudience(trx, workspaceId, userId, { audience, today })))
    throwRefusal('not_found')
}

/** Returns the first day of the current period of a limit; null for a limit without an end. */
export const findLimitStart = (
  period: PersonPeriod,
  { timezone, at }: { timezone: string; at: Date },
): string | null => (period === 'ever' ? null : findPeriod(at, period, timezone).first)

/**
 * Throws person_limit_reached for a user with `person_max` purchases in the period. The caller holds
 * the lock of their wallet, so that the count includes all of them. Declined ones do not count.
 */
export async function assertBelowPersonLimit(
  { trx, workspaceId, timezone, at }: CheckContext,
  userId: string,
  reward: Pick<RewardRecord, 'id' | 'person_max' | 'person_period'>,
): Promise<void> {
  const { id: rewardId, person_max: max, person_period: period } = reward
  if (max === null) return
  const since = findLimitStart(period, { timezone, at })
  const count = await countContributions(trx, workspaceId, { rewardId, userId, since })
  if (count >= max) throwRefusal('person_limit_reached', { params: { finish: max } })
}
