import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { Card } from '#web/ui/Card.tsx'
import { giftCardCountriesQuery, rewardsQuery, useCreateReward } from '../api/queries.ts'
import { emptyFormValues, toRequestBody } from '../reward-fields.ts'
import { filterProducts, GiftCardSearch } from './GiftCardCatalog.tsx'
import { CountrySelect, findOwnCountry, productsQuery, proposalFor } from './gift-card-products.tsx'
import css from './gift-card-batch.module.css'

/** Rewards that are added in one step. */
const batchMax = 10
const pageSize = 12

type Choice = { product: GiftCardProduct; cents: number }
const keyOf = ({ product, cents }: Choice) => `${product.id} ${cents}`

/** Adds the chosen gift cards one after another. After a failure the others stay chosen. */
function useAddAll(country: string) {
  const { t } = useTranslation('rewards')
  const [chosen, setChosen] = useState<Choice[]>([])
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const create = useCreateReward({ onError: (error) => notifyError(t, error) })
  const addAll = async () => {
    setAdding(true)
    let rest = chosen
    try {
      for (const choice of chosen) {
        const { title, points } = proposalFor(choice.product, choice.cents)
        const card = { country, product_id: choice.product.id, gift_card_value: choice.cents }
        const values = { ...emptyFormValues('automatic'), title, price: String(points), card }
        await create.mutateAsync({ fields: toRequestBody(values) })
        rest = rest.filter((one) => one !== choice)
      }
      notifySuccess(t('giftcards:batch.added', { count: chosen.length }))
      void navigate({ to: '/settings/rewards/all' })
    } catch {
      // The message is shown by then.
      setChosen(rest)
    }
    setAdding(false)
  }
  const toggle = (choice: Choice) =>
    setChosen((now) =>
      now.some((one) => keyOf(one) === keyOf(choice))
        ? now.filter((one) => keyOf(one) !== keyOf(choice))
        : [...now, choice],
    )
  return { chosen, setChosen, toggle, isAdding, addAll: () => void addAll() }
}

function ProductRow({
  product,
  chosen,
  isFull,
  isAdding,
  onToggle,
}: {
  product: GiftCardProduct
  chosen: ReadonlySet<string>
  isFull: boolean
  /** The choice stays until it is added. */
  isAdding: boolean
  onToggle: (choice: Choice) => void
}) {
  const { t } = useTranslation('giftcards')
  return (
    <li>
      <fieldset className={css['product']}>
        <legend>{product.name}</legend>
        {product.values_cents.map((cents) => {
          const choice = { product, cents }
          const isChosen = chosen.has(keyOf(choice))
          const { points } = proposalFor(product, cents)
          return (
            <label key={cents} className={css['value']}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isAdding || (isFull && !isChosen)}
                onChange={() => onToggle(choice)}
              />
              <span>
                {formatMoney(cents, product.currency, true)}
                <small>{t('common:points', { count: points })}</small>
              </span>
            </label>
          )
        })}
      </fieldset>
    </li>
  )
}

/** The gift cards of a country, with a choice of values for each. */
function ProductList({
  products,
  chosen,
  isFull,
  isAdding,
  onToggle,
}: {
  products: readonly GiftCardProduct[]
  chosen: Choice[]
  isFull: boolean
  /** The choice stays until it is added. */
  isAdding: boolean
  onToggle: (choice: Choice) => void
}) {
  const { t } = useTranslation('giftcards')
  const [search, setSearch] = useState('')
  const [shownCount, setShownCount] = useState(pageSize)
  const keys = new Set(chosen.map(keyOf))
  const found = filterProducts(products, search, null)
  const hiddenCount = found.length - shownCount
  return (
    <>
      <GiftCardSearch
        value={search}
        onChange={(text) => {
          setSearch(text)
          setShownCount(pageSize)
        }}
      />
      {found.length ? null : <p role="status">{t('picker.no_match')}</p>}
      <ul className={css['list']}>
        {found.slice(0, shownCount).map((product) => (
          <ProductRow
            key={product.id}
            product={product}
            chosen={keys}
            isFull={isFull}
            isAdding={isAdding}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => setShownCount(shownCount + pageSize)}
        >
          {t('picker.more', { count: hiddenCount })}
        </Button>
      ) : null}
    </>
  )
}

/** Adds several gift cards at once, with the proposed titles and prices. */
export function GiftCardBatch() {
  const { t, i18n } = useTranslation(['giftcards', 'rewards'])
  const navigate = useNavigate()
  const countries = useQuery(giftCardCountriesQuery)
  const rewards = useQuery(rewardsQuery)
  const [typedCountry, setTypedCountry] = useState<string | null>(null)
  const country = typedCountry ?? findOwnCountry(countries.data ?? []) ?? ''
  const products = useQuery(productsQuery(country, i18n.language))
  const { chosen, setChosen, toggle, isAdding, addAll } = useAddAll(country)
  const failed = [countries, products, rewards].find((query) => query.isLoadingError)
  if (failed) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />
  const max = Math.max(0, Math.min(batchMax, limits.rewards_max - (rewards.data?.length ?? 0)))
  return (
    <Card className={css['card']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.length) addAll()
        }}
      >
        <p>
          {max
            ? t('batch.text', { count: max })
            : t('errors:rewards_full', { finish: limits.rewards_max })}
        </p>
        <CountrySelect
          countries={countries.data ?? []}
          value={country}
          error={null}
          disabled={isAdding}
          onChange={(next) => {
            setTypedCountry(next ?? '')
            setChosen([])
          }}
        />
        {country && products.isPending ? <Skeleton height={240} radius="lg" /> : null}
        {products.data?.length === 0 ? <p>{t('picker.none')}</p> : null}
        {products.data?.length ? (
          <ProductList
            key={country}
            products={products.data}
            chosen={chosen}
            isFull={chosen.length >= max}
            isAdding={isAdding}
            onToggle={toggle}
          />
        ) : null}
        <FormActions
          apart
          action={chosen.length ? t('batch.add', { count: chosen.length }) : t('rewards:form.add')}
          busy={isAdding}
          onCancel={() => void navigate({ to: '/settings/rewards/all' })}
        />
      </form>
    </Card>
  )
}
