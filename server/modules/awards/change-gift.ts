import type { BodyOf } from '#contract/routes/index.ts'
import type { AwardGift } from '#contract/schemas/awards.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import { decideGift } from './decide-gift.ts'
import { type GiftChange, publishGiftChanged } from './events.ts'
import { loadGift } from './load-gifts.ts'

/** Changes a gift once for each Idempotency-Key, publishes the change and returns the gift. */
export async function changeGift(
  services: Services,
  actor: Actor,
  call: IdempotentCall,
  change: (trx: Trx) => Promise<{ id: string; change: GiftChange }>,
): Promise<AwardGift> {
  const { workspace_id: workspaceId } = actor
  let changed: GiftChange | undefined
  const gift = await services.db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      const result = await change(trx)
      changed = result.change
      return loadGift(trx, actor, result.id, call.at)
    }),
  )
  if (changed) publishGiftChanged(services, workspaceId, changed)
  return gift
}

/** Approves or declines an award as the actor. Throws the codes of `awards.decide`. */
export const decideAward = (
  services: Services,
  actor: Actor,
  call: IdempotentCall,
  id: string,
  body: BodyOf<'awards.decide'>,
): Promise<AwardGift> =>
  changeGift(services, actor, call, async (trx) => ({
    id,
    change: await decideGift(trx, actor, id, body, call.at),
  }))
