import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { computeGiftCardCost, pointValue, proposedPrice } from '#contract/gift-card-prices.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { giftCardCountriesQuery } from '../api/queries.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { GiftCardCatalog } from './GiftCardCatalog.tsx'
import {
  CountrySelect,
  findOwnCountry,
  type GiftCardProposal,
  productsQuery,
  proposalFor,
} from './gift-card-products.tsx'
import css from './gift-card-picker.module.css'

export type GiftCardChoice = {
  country: string | null
  product_id: string | null
  gift_card_value: number | null
}
type Props = {
  value: GiftCardChoice
  onChange: (value: GiftCardChoice) => void
  problems: Partial<Record<keyof GiftCardChoice, ReactNode>>
  /** The price in points as typed. */
  price: string
  onPrice: (points: number) => void
  /** A denomination was chosen. `previous` is the proposal of the one before. */
  onPropose: (next: GiftCardProposal, previous: GiftCardProposal | null) => void
}

/** The cost for the company, and the proposed price in points. */
function GiftCardCost({
  cents,
  currency,
  price,
  onTake,
}: {
  cents: number
  currency: string
  price: string
  onTake: (points: number) => void
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
        {price === String(points) ? null : (
          <Button size="compact-md" variant="default" onClick={() => onTake(points)}>
            {t('picker.take')}
          </Button>
        )}
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
    <ChoiceGroup label={t('picker.value')} error={error}>
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
    </ChoiceGroup>
  )
}

/**
 * Selects a gift card by country, product and denomination, and shows its cost and proposed price.
 */
export function GiftCardPicker({ value, price, onChange, onPrice, problems, onPropose }: Props) {
  const { t, i18n } = useTranslation('giftcards')
  const [proposed, setProposed] = useState<GiftCardProposal | null>(null)
  const countries = useQuery(giftCardCountriesQuery)
  const country = value.country ?? findOwnCountry(countries.data ?? []) ?? ''
  const products = useQuery(productsQuery(country, i18n.language))
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
  const previous =
    product && value.gift_card_value !== null
      ? proposalFor(product, value.gift_card_value)
      : proposed
  const choose = (entry: GiftCardProduct, cents: number | null) => {
    setProposed(previous)
    onChange({ country, product_id: entry.id, gift_card_value: cents })
    if (cents !== null) onPropose(proposalFor(entry, cents), previous)
  }
  return (
    <div className={css['picker']}>
      <CountrySelect
        countries={countries.data ?? []}
        value={country}
        // A country of the browser is sent with the gift card only, so it is no error.
        error={country && value.country === null ? undefined : problems.country}
        // A product may exist in several countries, but its denominations differ.
        onChange={(chosen) => {
          setProposed(previous)
          onChange({ country: chosen, product_id: null, gift_card_value: null })
        }}
      />
      {country && products.isPending ? <Skeleton height={180} radius="lg" /> : null}
      {products.data?.length === 0 ? <p className={css['small']}>{t('picker.none')}</p> : null}
      {products.data?.length ? (
        <GiftCardCatalog
          key={country}
          products={products.data}
          chosenId={product?.id ?? null}
          error={problems.product_id}
          onChoose={(entry) =>
            choose(entry, entry.values_cents.length === 1 ? (entry.values_cents[0] ?? null) : null)
          }
        />
      ) : null}
      {product ? (
        <DenominationPicker
          values={product.values_cents}
          currency={product.currency}
          chosen={value.gift_card_value}
          error={problems.gift_card_value}
          onChoose={(cents) => choose(product, cents)}
        />
      ) : null}
      {product && value.gift_card_value !== null ? (
        <GiftCardCost
          cents={value.gift_card_value}
          currency={product.currency}
          price={price}
          onTake={onPrice}
        />
      ) : null}
    </div>
  )
}
