import type { Language } from '#contract/common.ts'
import { pointValue } from '#contract/money.ts'
import type { GiftCardProduct } from '#contract/rewards.ts'
import { say } from '#server/platform/texts.ts'

const currencies: Record<string, string> = {
  USD: 'US', CAD: 'CA', MXN: 'MX', BRL: 'BR', ARS: 'AR', CLP: 'CL', COP: 'CO', PEN: 'PE', UYU: 'UY', GBP: 'GB',
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK', PLN: 'PL', CZK: 'CZ', HUF: 'HU', RON: 'RO', SEK: 'SE', NOK: 'NO', DKK: 'DK',
  CHF: 'CH', UAH: 'UA', KZT: 'KZ', TRY: 'TR', ILS: 'IL', AED: 'AE', ZAR: 'ZA', INR: 'IN', JPY: 'JP', KRW: 'KR', SGD: 'SG', AUD: 'AU', NZD: 'NZ',
  PHP: 'PH', THB: 'TH', IDR: 'ID',
}
/** Countries of the local vouchers, each with its currency. */
export const countries = Object.entries(currencies).flatMap(([currency, list]) => list.split(' ').map((country) => ({ country, currency })))

/** Worth of each voucher in points of the price that is proposed for it: a round sum in every currency. */
const vouchers = { shopping: [100, 250, 500, 1_000], books: [100, 200, 300], restaurant: [250, 500, 1_000] } as const
type Voucher = keyof typeof vouchers
const isVoucher = (id: string): id is Voucher => Object.hasOwn(vouchers, id)

/** Vouchers of no brand: the company that gives them honours them. */
export function vouchersOf(country: string, language: Language): GiftCardProduct[] {
  const place = countries.find((one) => one.country === country)
  if (!place) return []
  return (Object.keys(vouchers) as Voucher[]).map((id) => ({
    id, name: voucherName(id, language), ...place, values_cents: vouchers[id].map((points) => points * pointValue(place.currency)),
  }))
}
export function voucherName(id: string, language: Language): string {
  return isVoucher(id) ? say(language, 'vouchers', id) : id
}
