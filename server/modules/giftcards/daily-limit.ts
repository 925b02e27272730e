import { utcDay } from '#server/platform/periods.ts'
import type { Selectable } from 'kysely'
import { toUsdCents } from '#contract/gift-card-prices.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAlertRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { addSpending, findSpentCents, markLimitReported, subtractSpending } from './queries.ts'

/**
 * Returns the amount that counts toward the limit, in cents of US dollars: the charge, or the
 * value if there is no charge.
 */
export const computeLimitCents = ({
  value_cents: valueCents,
  charge_cents: chargeCents,
  currency,
}: {
  value_cents: number
  charge_cents: number
  currency: string
}): number => toUsdCents(Math.max(valueCents, chargeCents), currency)

/** Returns a team's gift card spending of today, in cents of US dollars. */
export const findSpentToday = (trx: Trx, workspaceId: string, at: Date): Promise<number> =>
  findSpentCents(trx, workspaceId, utcDay(at))

/** Claims `cents` of today's limit. Returns the new sum. Throws gift_card_limit. */
export async function claimSpending(
  trx: Trx,
  config: Pick<Services['config'], 'giftCardsDailyMaxCents'>,
  workspaceId: string,
  cents: number,
  at: Date,
): Promise<number> {
  const maxCents = config.giftCardsDailyMaxCents
  const spent = await addSpending(trx, workspaceId, { day: utcDay(at), cents, maxCents })
  return spent ?? throwRefusal('gift_card_limit', { params: { limit: maxCents / 100 } })
}

/** Releases the amount that a failed order has claimed of its day. */
export async function releaseSpending(
  trx: Trx,
  {
    workspace_id: workspaceId,
    created_at: createdAt,
    claimed_cents: claimedCents,
  }: Pick<Selectable<Tables['gift_orders']>, 'workspace_id' | 'created_at' | 'claimed_cents'>,
): Promise<void> {
  await subtractSpending(trx, workspaceId, { day: utcDay(createdAt), cents: claimedCents })
}

export const isDailyLimitError = (error: unknown): boolean =>
  error instanceof Refusal && error.list.some((refusal) => refusal.code === 'gift_card_limit')

/**
 * Alerts the other administrators by mail and audit log when the limit is reached, at most once a
 * day. A single administrator could create a gift card, adjust their own points and redeem it.
 */
export async function alertDailyLimitReached(
  trx: Trx,
  config: Pick<Services['config'], 'giftCardsDailyMaxCents'>,
  actor: Pick<Actor, 'workspace_id' | 'user_id' | 'kind' | 'session_id'>,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  if (!(await markLimitReported(trx, workspaceId, utcDay(at), at))) return
  const limit = config.giftCardsDailyMaxCents / 100
  await audit(trx, actor, 'giftcards.limit', { user_id: userId, limit_usd: limit }, at)
  const recipients = await findAlertRecipients(trx, workspaceId, userId)
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({
      ...recipient,
      kind: 'gift_card_limit',
      params: { user_id: userId, limit },
    })),
    at,
  )
}
