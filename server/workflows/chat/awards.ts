import { awardDecision } from '#contract/schemas/awards.ts'
import { decideAward } from '#server/modules/awards/change-gift.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { assertActive, describeRefusal, toIdempotentCall } from './thanks.ts'

/**
 * Approves a step of an award as the actor who pressed its button, and returns the answer to them. A
 * repeated press has the same answer. Throws faults and `unavailable`.
 */
export async function pressApprove(
  services: Services,
  actor: Actor,
  { giftId, step }: { giftId: string; step: number },
  at: Date,
): Promise<string> {
  const say = (key: string) => translate(actor.language, 'chat', key)
  if (!isUuid(giftId)) return say('no_award')
  try {
    assertActive(actor)
    const input = parseInput(awardDecision, { approve: true, step })
    const key = `approve ${giftId} ${step}`
    const call = toIdempotentCall(actor, key, 'awards.decide', { giftId, ...input }, at)
    await decideAward(services, actor, call, giftId, input)
    return say('approved')
  } catch (error) {
    const [refusal] = describeRefusal(error, actor.language)
    if (!refusal || refusal.code === 'unavailable' || refusal.code === 'unknown') throw error
    return refusal.code === 'not_found' ? say('no_award') : refusal.text
  }
}
