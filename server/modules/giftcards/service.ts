import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { translateVoucherName } from '#server/adapters/giftcards/voucher-catalogue.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'

/** Returns the voucher of a claim link. Throws claim_invalid for every other token. */
export async function claimVoucher(
  db: Database,
  token: string,
  language: Language,
  at: Date,
): Promise<OutputOf<'giftcards.claim'>> {
  const workspaceId = parseWorkspaceToken(token, 'claim_invalid')
  return db.tenant(workspaceId, async (trx) => {
    const found = await trx
      .selectFrom('vouchers')
      .innerJoin('workspaces', 'workspaces.id', 'vouchers.workspace_id')
      .where('vouchers.workspace_id', '=', workspaceId)
      .where('vouchers.token_hash', '=', hashToken(token))
      .where('workspaces.deleted_at', 'is', null)
      .select([
        'vouchers.id',
        'workspaces.name as team',
        'vouchers.product_id',
        'vouchers.country',
        'vouchers.currency',
        'vouchers.value_cents',
        'vouchers.code',
        'vouchers.created_at',
        'vouchers.seen_at',
      ])
      .executeTakeFirst()
    if (!found) return throwRefusal('claim_invalid')
    const { id, seen_at: seenAt, product_id: productId, created_at: createdAt, ...voucher } = found
    if (!seenAt)
      await trx
        .updateTable('vouchers')
        .set({ seen_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
    return {
      ...voucher,
      product: translateVoucherName(productId, language),
      created_at: createdAt.toISOString(),
    }
  })
}
