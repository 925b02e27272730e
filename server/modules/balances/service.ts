import type { OutputOf } from '#contract/routes/index.ts'
import { adjust } from '#server/ledger/adjust.ts'
import { isCurrentUser } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/** Adds `amount` points (may be negative) to a balance. Throws `invalid_amount` below zero. */
export async function adjustBalance(
  { db, events }: Pick<Services, 'db' | 'events'>,
  actor: Actor,
  userId: string,
  input: { amount: number; comment: string },
  call: IdempotentCall,
): Promise<OutputOf<'coins.adjust'>> {
  const { workspace_id: workspaceId } = actor
  const adjusted = await db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      if (!(await isCurrentUser(trx, workspaceId, userId))) throwRefusal('not_found')
      try {
        const balance = await adjust(trx, {
          workspaceId,
          userId,
          points: input.amount,
          actorId: actor.user_id,
          at: call.at,
          comment: input.comment,
        })
        await audit(
          trx,
          actor,
          'balance.adjust',
          { user_id: userId, amount: input.amount },
          call.at,
        )
        return { user_id: userId, balance }
      } catch (error) {
        if (toRefusal(error)?.list[0]?.code === 'not_enough_points')
          throwRefusal('invalid_amount', { field: 'amount' })
        throw error
      }
    }),
  )
  events.publish(workspaceId, ['coins'], [userId])
  return adjusted
}
