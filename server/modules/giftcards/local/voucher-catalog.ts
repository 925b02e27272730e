import type { Language } from '#contract/schemas/common.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { pointValue } from '#contract/gift-card-prices.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { translate } from '#server/platform/i18n/messages.ts'

const countryCodes =
  'AE AR AT AU BE BG BR CA CH CL CO CY CZ DE DK EE ES FI FR GB GR HR HU ID IE IL IN IT JP KR KZ LT LU LV MT MX NL NO NZ PE PH PL PT RO SE SG SI SK TH TR UA US UY ZA'
/** Countries of the local vouchers, each with its currency. */
export const voucherCountries = countryCodes
  .split(' ')
  .map((country) => ({ country, currency: currencyOfCountry(country) }))

/** Values of each voucher in points of the suggested price: a round amount in every currency. */
const voucherPoints = {
  shopping: [100, 250, 500, 1_000],
  books: [100, 200, 300],
  restaurant: [250, 500, 1_000],
} as const
type VoucherId = keyof typeof voucherPoints
const isVoucherId = (id: string): id is VoucherId => Object.hasOwn(voucherPoints, id)

/** Returns the vouchers of a country. They have no brand: the company redeems them. */
export function listVouchers(country: string, language: Language): GiftCardProduct[] {
  const match = voucherCountries.find((entry) => entry.country === country)
  if (!match) return []
  return (Object.keys(voucherPoints) as VoucherId[]).map((id) => ({
    id,
    name: translateVoucherName(id, language),
    ...match,
    values_cents: voucherPoints[id].map((points) => points * pointValue(match.currency)),
  }))
}
export function translateVoucherName(id: string, language: Language): string {
  return isVoucherId(id) ? translate(language, 'vouchers', id) : id
}
