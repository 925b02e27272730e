import { NativeSelect } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hourMs } from '#contract/durations.ts'
import { proposedPrice } from '#contract/gift-card-prices.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { call } from '#web/lib/client.ts'
import { formatMoney, listCountriesByCode } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export const productsQuery = (country: string, language: string) =>
  queryOptions({
    queryKey: queryKey('gift_cards', 'products', country, language),
    queryFn: ({ signal }) => call('rewards.products', { query: { country }, signal }),
    staleTime: hourMs,
    enabled: country !== '',
  })

/** What a denomination of a gift card proposes: a title, and a price in points. */
export type GiftCardProposal = { title: string; points: number }
export const proposalFor = (
  { name, currency }: GiftCardProduct,
  cents: number,
): GiftCardProposal => ({
  title: `${name} ${formatMoney(cents, currency, true)}`,
  points: proposedPrice(cents, currency),
})
export function CountrySelect({
  countries,
  value,
  error,
  disabled = false,
  onChange,
}: {
  countries: readonly { country: string }[]
  value: string
  error: ReactNode
  disabled?: boolean
  onChange: (country: string | null) => void
}) {
  const { t } = useTranslation('giftcards')
  return (
    <NativeSelect
      label={t('picker.country')}
      name="country"
      required
      disabled={disabled}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[
        { value: '', label: t('picker.choose') },
        ...listCountriesByCode(countries.map(({ country }) => country)),
      ]}
    />
  )
}

/** Returns the region of a language tag. Some systems have tags of their own, such as en-US@posix. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

/** Returns the country of the reader's browser, if it has gift cards. */
export function findOwnCountry(countries: readonly { country: string }[]): string | null {
  const regions = navigator.languages.map(regionOf)
  const own = regions.find((region) => countries.some(({ country }) => country === region))
  return own ?? null
}
