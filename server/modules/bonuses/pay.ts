import type { BodyOf } from '#contract/routes/index.ts'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { payBonus } from '#server/ledger/bonuses.ts'
import { renewEndedBudgets } from '#server/modules/budgets/renew.ts'
import { addBonusToInboxes } from '#server/modules/inbox-items/bonus-queries.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { keepSnapshots } from '#server/modules/reports/snapshot-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import { loadBonus } from './load-bonuses.ts'
import { requireUnpaidBonus } from './service.ts'
import { findShares } from './shares.ts'

type Payment = { id: string; seen: BodyOf<'bonuses.pay'>; at: Date }

/**
 * Pays an unpaid bonus in the caller's transaction. The settings lock keeps people and audiences as
 * they are. Throws the codes of `bonuses.pay`.
 */
async function payInTransaction(trx: Trx, actor: Actor, { id, seen, at }: Payment): Promise<void> {
  const { workspace_id: workspaceId, user_id: actorId } = actor
  const bonus = await requireUnpaidBonus(trx, actor, id)
  await keepSnapshots(trx, workspaceId)
  const { parts, points, hash } = await findShares(trx, actor, bonus, at)
  const people = parts.length
  const isSeen = seen.hash === undefined || seen.hash === hash
  if (!isSeen || people !== seen.people || points !== seen.points)
    throwRefusal('bonus_changed', { params: { people, points } })
  await payBonus(trx, { workspaceId, bonusId: id, actorId, at, parts })
  await addBonusToInboxes(trx, workspaceId, { bonusId: id, people, at })
  const details = { bonus_id: id, name: bonus.name, amount: points, count: people }
  await audit(trx, actor, 'bonus.pay', details, at)
}

/** Pays a bonus once, and publishes it to the whole team. Throws the codes of `bonuses.pay`. */
export async function payBonusOnce(
  { db, events }: Services,
  actor: Actor,
  { id, seen }: Omit<Payment, 'at'>,
  call: IdempotentCall,
): Promise<Bonus> {
  const { workspace_id: workspaceId } = actor
  let inboxes: string[] = []
  const bonus = await db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      await lockSettings(trx, workspaceId)
      inboxes = await renewEndedBudgets(trx, workspaceId, call.at)
      await payInTransaction(trx, actor, { id, seen, at: call.at })
      return loadBonus(trx, actor, id)
    }),
  )
  publishInboxChanged({ events }, workspaceId, inboxes)
  // One event for everyone: a bonus may be for thousands of people.
  events.publish(workspaceId, ['coins', 'inbox', 'budgets'])
  return bonus
}
