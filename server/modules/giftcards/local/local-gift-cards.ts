import { randomInt } from 'node:crypto'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { keyedHash, newId, hashToken, encodeWorkspaceToken } from '#server/platform/ids.ts'
import { findVoucher, insertVoucherOnce, type Voucher } from '../queries.ts'
import { voucherCountries, listVouchers } from './voucher-catalog.ts'
import {
  type GiftCardOrder,
  type GiftCardProvider,
  GiftCardRefused,
  type PlacedOrder,
} from '#server/adapters/giftcards/gift-card-provider.ts'

/**
 * Without the ambiguous 0, 1, I, L, O, U and Z. The length 29 is prime, so the check letter detects
 * two swapped letters.
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
 * Returns a voucher code for reading aloud and typing: 16 letters in groups of four, the last a
 * check letter. 72 bits of entropy.
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

/** Inserts the voucher of a purchase, once. Throws GiftCardRefused for an unknown product. */
async function insertVoucher(trx: Trx, order: GiftCardOrder, token: string): Promise<Voucher> {
  const {
    workspace_id: workspaceId,
    purchase_id: purchaseId,
    product_id: productId,
    country,
    currency,
    value_cents: valueCents,
    at,
  } = order
  const product = listVouchers(country, 'en').find(
    (voucher) => voucher.id === productId && voucher.currency === currency,
  )
  if (!product?.values_cents.includes(valueCents)) throw new GiftCardRefused('no such voucher')
  await insertVoucherOnce(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    purchase_id: purchaseId,
    token_hash: hashToken(token),
    code: generateVoucherCode(),
    product_id: productId,
    country,
    currency,
    value_cents: valueCents,
    created_at: at,
  })
  const voucher = await findVoucher(trx, workspaceId, purchaseId)
  if (!voucher) throw new GiftCardRefused('no voucher')
  return voucher
}

/**
 * Creates a provider of our own vouchers: a code behind a link, a single voucher per purchase,
 * redeemed by the company itself.
 */
export function createLocalGiftCardProvider(
  { secrets, publicUrl }: { secrets: readonly string[]; publicUrl: string },
  db: Database,
): GiftCardProvider {
  // The link of a purchase is deterministic: a repeated order returns the same link.
  const listTokens = (workspaceId: string, purchaseId: string) =>
    secrets.map((secret) =>
      encodeWorkspaceToken(workspaceId, keyedHash(secret, 'voucher', purchaseId)),
    )
  const currentToken = (workspaceId: string, purchaseId: string) =>
    listTokens(workspaceId, purchaseId)[0] ?? ''
  const toPlacedOrder = (workspaceId: string, voucher: Voucher): PlacedOrder => {
    const token =
      listTokens(workspaceId, voucher.purchase_id).find((candidate) =>
        hashToken(candidate).equals(voucher.token_hash),
      ) ?? currentToken(workspaceId, voucher.purchase_id)
    return {
      order_ref: voucher.id,
      reward_ref: voucher.id,
      external_id: null,
      state: 'delivered',
      delivery: 'delivered',
      claim_url: `${publicUrl}/claim/${token}`,
    }
  }
  return {
    kind: 'local',
    listCountries: () => Promise.resolve(voucherCountries),
    listProducts: (country, language = 'en') => Promise.resolve(listVouchers(country, language)),
    placeOrder: (order) =>
      db.tenant(order.workspace_id, async (trx) => {
        const token = currentToken(order.workspace_id, order.purchase_id)
        return toPlacedOrder(order.workspace_id, await insertVoucher(trx, order, token))
      }),
    findOrder: ({ workspace_id: workspaceId, purchase_id: purchaseId }) =>
      db.tenant(workspaceId, async (trx) => {
        const voucher = await findVoucher(trx, workspaceId, purchaseId)
        return voucher ? toPlacedOrder(workspaceId, voucher) : null
      }),
    findOrderByReward: () => Promise.resolve(null),
    // Our own mail delivers the link and handles a new address.
    resendReward: () => Promise.resolve(),
  }
}
