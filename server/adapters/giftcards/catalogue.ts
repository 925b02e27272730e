import type { Language } from '#contract/common.ts'
import { currencyOf } from '#contract/currency.ts'
import { pointValue } from '#contract/money.ts'
import type { GiftCardProduct } from '#contract/rewards.ts'
import { say } from '#server/platform/texts.ts'

const names =
  'AE AR AT AU BE BG BR CA CH CL CO CY CZ DE DK EE ES FI FR GB GR HR HU ID IE IL IN IT JP KR KZ LT LU LV MT MX NL NO NZ PE PH PL PT RO SE SG SI SK TH TR UA US UY ZA'
/** Countries of the local vouchers, each with its currency. */
export const countries = names
  .split(' ')
  .map((country) => ({ country, currency: currencyOf(country) }))

/**
 * Worth of each voucher in points of the price that is proposed for it: a round sum in every
 * currency.
 */
const vouchers = {
  shopping: [100, 250, 500, 1_000],
  books: [100, 200, 300],
  restaurant: [250, 500, 1_000],
} as const
type Voucher = keyof typeof vouchers
const isVoucher = (id: string): id is Voucher => Object.hasOwn(vouchers, id)

/** Vouchers of no brand: the company that gives them honours them. */
export function vouchersOf(country: string, language: Language): GiftCardProduct[] {
  const place = countries.find((one) => one.country === country)
  if (!place) return []
  return (Object.keys(vouchers) as Voucher[]).map((id) => ({
    id,
    name: voucherName(id, language),
    ...place,
    values_cents: vouchers[id].map((points) => points * pointValue(place.currency)),
  }))
}
export function voucherName(id: string, language: Language): string {
  return isVoucher(id) ? say(language, 'vouchers', id) : id
}
