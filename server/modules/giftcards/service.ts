import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { translateVoucherName } from '#server/modules/giftcards/local/voucher-catalog.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { findVoucherByToken, markVoucherSeen } from './queries.ts'

/** Returns the voucher of a claim link. Throws claim_invalid for every other token. */
export async function claimVoucher(
  db: Database,
  token: string,
  language: Language,
  at: Date,
): Promise<OutputOf<'giftcards.claim'>> {
  const workspaceId = parseWorkspaceToken(token, 'claim_invalid')
  return db.tenant(workspaceId, async (trx) => {
    const found = await findVoucherByToken(trx, workspaceId, hashToken(token))
    if (!found) return throwRefusal('claim_invalid')
    const { id, seen_at: seenAt, product_id: productId, created_at: createdAt, ...voucher } = found
    if (!seenAt) await markVoucherSeen(trx, workspaceId, id, at)
    return {
      ...voucher,
      product: translateVoucherName(productId, language),
      created_at: createdAt.toISOString(),
    }
  })
}
