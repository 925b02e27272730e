import { listAbilities } from '#contract/permissions.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { UsersChangeOutcome } from '#contract/schemas/users.ts'
import { adjust } from '#server/ledger/adjust.ts'
import { isCurrentUser } from '#server/modules/users/queries.ts'
import { changeMany } from '#server/modules/users/update-many.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

type Adjustment = BodyOf<'coins.adjust'>

/**
 * Adds `amount` points (may be negative) to a balance and returns the new one. Throws not_found, and
 * invalid_amount below zero.
 */
async function adjustInTransaction(
  trx: Trx,
  actor: Actor,
  userId: string,
  { amount, comment }: Adjustment,
  at: Date,
): Promise<number> {
  const { workspace_id: workspaceId } = actor
  if (!(await isCurrentUser(trx, workspaceId, userId))) throwRefusal('not_found')
  try {
    const balance = await adjust(trx, {
      workspaceId,
      userId,
      points: amount,
      actorId: actor.user_id,
      at,
      comment,
    })
    await audit(trx, actor, 'balance.adjust', { user_id: userId, amount }, at)
    return balance
  } catch (error) {
    if (toRefusal(error)?.list[0]?.code === 'not_enough_points')
      throwRefusal('invalid_amount', { field: 'amount' })
    throw error
  }
}

/** Adjusts a balance. Throws not_found, and invalid_amount below zero. */
export async function adjustBalance(
  { db, events }: Pick<Services, 'db' | 'events'>,
  actor: Actor,
  userId: string,
  input: Adjustment,
  call: IdempotentCall,
): Promise<OutputOf<'coins.adjust'>> {
  const { workspace_id: workspaceId } = actor
  const adjusted = await db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => ({
      user_id: userId,
      balance: await adjustInTransaction(trx, actor, userId, input, call.at),
    })),
  )
  events.publish(workspaceId, ['coins'], [userId])
  return adjusted
}

/**
 * Adjusts several balances by the same amount, each with its own outcome. An actor who loses the
 * permission halfway adjusts no further ones.
 */
export const adjustBalances = (
  services: Services,
  actor: Actor,
  { ids, ...input }: BodyOf<'coins.adjust_many'>,
  call: IdempotentCall,
): Promise<UsersChangeOutcome> =>
  changeMany(
    services,
    actor,
    ids,
    call,
    async ({ trx, actorPermissions }, id) => {
      if (!listAbilities(actorPermissions).includes('adjust_balances')) throwRefusal('forbidden')
      await adjustInTransaction(trx, actor, id, input, call.at)
    },
    'coins',
  )
