import { sql } from 'kysely'
import type { PurchaseEvent } from '#contract/rewards.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { readersOfRedemptions } from '#server/modules/notifications/queries.ts'
import { handOut, turnDown } from '#server/modules/purchases/decisions.ts'
import {
  lockPurchase,
  type PurchaseRecord,
  record as write,
  type Work,
} from '#server/modules/purchases/work.ts'
import type { Trx } from '#server/platform/database.ts'
import { errorText } from '#server/platform/texts.ts'

type Where = { trx: Trx; workspace_id: string; purchase_id: string; at: Date }
/** A change that nobody in the team makes. */
const workOf = ({ trx, workspace_id, at }: Where, timezone = 'UTC'): Work => ({
  trx,
  workspace_id,
  timezone,
  actor_id: null,
  at,
})

/** What happened to a gift card, by nobody: the purchase's history. `amount` is in cents. */
export async function record(
  { trx, workspace_id, purchase_id, at }: Where,
  type: PurchaseEvent['type'],
  amount: number | null = null,
): Promise<void> {
  await write(workOf({ trx, workspace_id, purchase_id, at }), purchase_id, type, amount)
}

/** The purchase, locked; it still waits, as nobody but its gift card decides over it. */
async function waiting(work: Work, purchase_id: string): Promise<PurchaseRecord> {
  const purchase = await lockPurchase(work, purchase_id)
  if (purchase.status !== 'pending')
    throw new Error(`purchase ${purchase_id} was decided while its gift card was on its way`)
  return purchase
}

/** The gift card is there: held points are redeemed, and the buyer gets its link. */
export async function handOver(where: Where, claim_url: string): Promise<void> {
  const { trx, workspace_id, purchase_id } = where
  const work = workOf(where)
  const purchase = await waiting(work, purchase_id)
  await trx
    .updateTable('purchases')
    .set({ claim_url })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', purchase_id)
    .execute()
  await record(where, 'delivered')
  await handOut(work, purchase)
}

const isToldOf = (reason: string): reason is 'payment_failed' | 'refused' | 'unavailable' =>
  reason === 'payment_failed' || reason === 'refused' || reason === 'unavailable'

/**
 * There will be no gift card: points and stock go back, and the buyer is told in their language.
 * Administrators are told why, if they can mend it.
 */
export async function giveBack(where: Where, reason: string): Promise<void> {
  const { trx, workspace_id } = where
  const {
    rows: [reader],
  } = await sql<{
    language: 'en'
    timezone: string
  }>`select coalesce(u.language, s.language) as language, s.timezone
    from settings s join purchases p on p.workspace_id = s.workspace_id
      and p.id = ${where.purchase_id} left join users u on u.workspace_id = p.workspace_id
      and u.id = p.created_by
    where s.workspace_id = ${workspace_id}`.execute(trx)
  const work = workOf(where, reader?.timezone)
  const purchase = await waiting(work, where.purchase_id)
  await turnDown(
    work,
    purchase,
    'failed',
    errorText(reader?.language ?? 'en', 'purchase_failed', {}),
  )
  if (!isToldOf(reason)) return
  const readers = await readersOfRedemptions(trx, workspace_id, purchase.created_by)
  await enqueueMails(
    trx,
    workspace_id,
    readers.map((reader) => ({
      ...reader,
      kind: 'gift_failed',
      params: { purchase_id: where.purchase_id, reason },
    })),
    where.at,
  )
}
