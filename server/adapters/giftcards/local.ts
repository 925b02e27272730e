import { randomInt } from 'node:crypto'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { keyedHash, newId, hashToken, workspaceToken } from '#server/platform/ids.ts'
import { voucherCountries, listVouchers } from './voucher-catalogue.ts'
import { type GiftCardProvider, GiftCardRefused, type PlacedOrder } from './gift-card-provider.ts'

/**
 * Without 0, 1, I, L, O, U and Z: nobody mistakes one for another. 29 is a prime, so that two
 * letters swapped are noticed.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXY'
const codeLettersCount = 15
function computeCheckLetter(code: string): string {
  const sum = code
    .split('')
    .reduce((total, letter, at) => total + (at + 1) * (alphabet.indexOf(letter) + 1), 0)
  return alphabet[sum % alphabet.length] ?? ''
}

/**
 * A code to be read aloud and typed: 16 letters in fours, the last of which tells a slip of the
 * pen. 72 bits of chance.
 */
export function generateVoucherCode(): string {
  const code = Array.from(
    { length: codeLettersCount },
    () => alphabet[randomInt(alphabet.length)],
  ).join('')
  return (code + computeCheckLetter(code)).replaceAll(/(.{4})(?=.)/g, '$1-')
}
export function isVoucherCode(text: string): boolean {
  const code = text.replaceAll('-', '')
  return (
    code.length === codeLettersCount + 1 &&
    code.split('').every((letter) => alphabet.includes(letter)) &&
    computeCheckLetter(code.slice(0, codeLettersCount)) === code.at(-1)
  )
}

/**
 * Vouchers of our own making: a code behind a link, one for each purchase, which the company itself
 * honours.
 */
export function createLocalGiftCardProvider(
  { secrets, publicUrl }: { secrets: readonly string[]; publicUrl: string },
  db: Database,
): GiftCardProvider {
  // The link of a purchase is always the same, so that an order that is asked for again answers the
  // one that was told.
  const tokens = (workspaceId: string, purchaseId: string) =>
    secrets.map((secret) => workspaceToken(workspaceId, keyedHash(secret, 'voucher', purchaseId)))
  const newest = (workspaceId: string, purchaseId: string) =>
    tokens(workspaceId, purchaseId)[0] ?? ''
  const find = (trx: Trx, workspaceId: string, purchaseId: string) =>
    trx
      .selectFrom('vouchers')
      .select(['id', 'purchase_id', 'token_hash'])
      .where('workspace_id', '=', workspaceId)
      .where('purchase_id', '=', purchaseId)
      .executeTakeFirst()
  const told = (
    workspaceId: string,
    voucher: { id: string; purchase_id: string; token_hash: Buffer },
  ): PlacedOrder => ({
    order_ref: voucher.id,
    reward_ref: voucher.id,
    external_id: null,
    state: 'delivered',
    delivery: 'delivered',
    claim_url: `${publicUrl}/claim/${tokens(workspaceId, voucher.purchase_id).find((one) => hashToken(one).equals(voucher.token_hash)) ?? newest(workspaceId, voucher.purchase_id)}`,
  })
  return {
    kind: 'local',
    listCountries: () => Promise.resolve(voucherCountries),
    listProducts: (country, language = 'en') => Promise.resolve(listVouchers(country, language)),
    placeOrder: ({
      workspace_id: workspaceId,
      purchase_id: purchaseId,
      product_id: productId,
      country,
      currency,
      value_cents: valueCents,
      at,
    }) =>
      db.tenant(workspaceId, async (trx) => {
        const product = listVouchers(country, 'en').find(
          (one) => one.id === productId && one.currency === currency,
        )
        if (!product?.values_cents.includes(valueCents))
          throw new GiftCardRefused('no such voucher')
        await trx
          .insertInto('vouchers')
          .values({
            workspace_id: workspaceId,
            id: newId(at),
            purchase_id: purchaseId,
            token_hash: hashToken(newest(workspaceId, purchaseId)),
            code: generateVoucherCode(),
            product_id: productId,
            country,
            currency,
            value_cents: valueCents,
            created_at: at,
          })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'purchase_id']).doNothing())
          .execute()
        const voucher = await find(trx, workspaceId, purchaseId)
        if (!voucher) throw new GiftCardRefused('no voucher')
        return told(workspaceId, voucher)
      }),
    findOrder: ({ workspace_id: workspaceId, purchase_id: purchaseId }) =>
      db.tenant(workspaceId, async (trx) => {
        const voucher = await find(trx, workspaceId, purchaseId)
        return voucher ? told(workspaceId, voucher) : null
      }),
    findOrderByReward: () => Promise.resolve(null),
    // The link goes with our own mail, which knows its way.
    resendReward: () => Promise.resolve(),
  }
}
