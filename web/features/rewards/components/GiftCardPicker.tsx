import { hourMs } from '#contract/durations.ts'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { computeGiftCardCost, pointValue, proposedPrice } from '#contract/money.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { formatMoney, formatNumber, listCountriesByCode } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { giftCardCountriesQuery } from '../api/queries.ts'
import css from './gift-card-picker.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

const productsQuery = (country: string, language: string) =>
  queryOptions({
    queryKey: queryKey('gift_cards', 'products', country, language),
    queryFn: ({ signal }) => call('rewards.products', { query: { country }, signal }),
    staleTime: hourMs,
    enabled: country !== '',
  })

export type GiftCardChoice = {
  country: string | null
  product_id: string | null
  gift_card_value: number | null
}
type Props = {
  value: GiftCardChoice
  onChange: (value: GiftCardChoice) => void
  problems: Partial<Record<keyof GiftCardChoice, ReactNode>>
  /** Applies the proposed price in points. */
  onPropose: (points: number) => void
}

/** The cost for the company, and the proposed price in points. */
function GiftCardCost({
  cents,
  currency,
  onPropose,
}: {
  cents: number
  currency: string
  onPropose: Props['onPropose']
}) {
  const { t } = useTranslation('giftcards')
  const { billing } = useConfig()
  const { fee_cents: feeCents, charge_cents: chargeCents } = computeGiftCardCost(cents)
  const points = proposedPrice(cents, currency)
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className={css['cost']} role="status">
      <p className={css['sum']}>
        {billing === 'off'
          ? t('picker.cost_free', { value: money(cents) })
          : t('picker.cost', {
              value: money(cents),
              fee: money(feeCents),
              total: money(chargeCents),
            })}
      </p>
      <p className={css['small']}>
        {billing === 'off' ? t('picker.cost_free_text') : t('picker.cost_text')}
      </p>
      <div className={css['proposal']}>
        <p>
          {t('picker.proposal', {
            count: points,
            points: formatNumber(points),
            worth: money(pointValue(currency)),
          })}
        </p>
        <Button size="compact-md" variant="default" onClick={() => onPropose(points)}>
          {t('picker.take')}
        </Button>
      </div>
    </div>
  )
}

function DenominationPicker({
  values,
  currency,
  chosen,
  error,
  onChoose,
}: {
  values: number[]
  currency: string
  chosen: number | null
  error: ReactNode
  onChoose: (cents: number) => void
}) {
  const { t } = useTranslation('giftcards')
  const id = useId()
  return (
    <fieldset className={css['values']} {...(error ? { 'aria-describedby': `${id}-error` } : {})}>
      <legend>{t('picker.value')}</legend>
      <div className={css['chips']}>
        {values.map((cents) => (
          <label key={cents} className={css['chip']}>
            <input
              type="radio"
              name={id}
              checked={chosen === cents}
              onChange={() => onChoose(cents)}
            />
            <span>{formatMoney(cents, currency, true)}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className={css['problem']} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

/**
 * Selects a gift card by country, product and denomination, and shows its cost and proposed price.
 */
export function GiftCardPicker({ value, onChange, problems, onPropose }: Props) {
  const { t, i18n } = useTranslation('giftcards')
  const countries = useQuery(giftCardCountriesQuery)
  const products = useQuery(productsQuery(value.country ?? '', i18n.language))
  if (countries.isPending)
    return (
      <div className={css['picker']} aria-busy="true">
        <Skeleton height={62} />
        <Skeleton height={62} />
      </div>
    )
  const failed = [countries, products].find((query) => query.isLoadingError)
  if (failed) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />
  const product = products.data?.find((entry) => entry.id === value.product_id)
  // A product may exist in several countries, but its denominations differ.
  const chooseCountry = (country: string) =>
    onChange({ country: country || null, product_id: null, gift_card_value: null })
  const chooseProduct = (productId: string) =>
    onChange({ ...value, product_id: productId || null, gift_card_value: null })
  return (
    <div className={css['picker']}>
      <div className={css['two']}>
        <NativeSelect
          label={t('picker.country')}
          name="country"
          required
          value={value.country ?? ''}
          error={problems.country}
          onChange={(event) => chooseCountry(event.currentTarget.value)}
          data={[
            { value: '', label: t('picker.choose') },
            ...listCountriesByCode((countries.data ?? []).map((entry) => entry.country)),
          ]}
        />
        <NativeSelect
          label={t('picker.product')}
          name="product_id"
          required
          disabled={!products.data}
          value={product ? product.id : ''}
          error={problems.product_id}
          onChange={(event) => chooseProduct(event.currentTarget.value)}
          data={[
            { value: '', label: t(value.country ? 'picker.choose' : 'picker.country_first') },
            ...(products.data ?? []).map((entry) => ({ value: entry.id, label: entry.name })),
          ]}
        />
      </div>
      {value.country && products.isPending ? <Skeleton height={44} /> : null}
      {products.data?.length === 0 ? <p className={css['small']}>{t('picker.none')}</p> : null}
      {product ? (
        <DenominationPicker
          values={product.values_cents}
          currency={product.currency}
          chosen={value.gift_card_value}
          error={problems.gift_card_value}
          onChoose={(giftCardValue) => onChange({ ...value, gift_card_value: giftCardValue })}
        />
      ) : null}
      {product && value.gift_card_value !== null ? (
        <GiftCardCost
          cents={value.gift_card_value}
          currency={product.currency}
          onPropose={onPropose}
        />
      ) : null}
    </div>
  )
}
