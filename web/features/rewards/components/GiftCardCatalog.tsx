import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { firstGrapheme } from '#web/ui/initials.ts'
import { toneOf } from '#web/ui/tone.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import css from './gift-card-picker.module.css'

/** Cards shown at first, and again with each "Show more". */
const pageSize = 12

/** Returns the products whose names contain each word of the search, the chosen one first. */
export function filterProducts(
  products: readonly GiftCardProduct[],
  search: string,
  chosenId: string | null,
): GiftCardProduct[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matches = products.filter(({ name }) => {
    const text = name.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [
    ...matches.filter(({ id }) => id === chosenId),
    ...matches.filter(({ id }) => id !== chosenId),
  ]
}

function ProductCard({
  product,
  isChosen,
  onChoose,
}: {
  product: GiftCardProduct
  isChosen: boolean
  onChoose: () => void
}) {
  const { name, currency, values_cents: values } = product
  const [lowest, highest] = [values[0] ?? 0, values.at(-1) ?? 0]
  const money = (cents: number) => formatMoney(cents, currency, true)
  return (
    <label className={css['product']} style={{ '--tone': toneOf(name) } as CSSProperties}>
      <input type="radio" name="product_id" checked={isChosen} onChange={onChoose} />
      <span className={css['cover']} aria-hidden="true">
        {firstGrapheme(name)}
      </span>
      <span className={css['name']}>
        <b>{name}</b>
        <small>{lowest === highest ? money(lowest) : `${money(lowest)} – ${money(highest)}`}</small>
      </span>
    </label>
  )
}

export function GiftCardSearch({
  value,
  onChange,
}: {
  value: string
  onChange: (text: string) => void
}) {
  const { t } = useTranslation('giftcards')
  return (
    <TextInput
      type="search"
      mb="sm"
      aria-label={t('picker.search')}
      placeholder={t('picker.search')}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Enter would submit the reward.
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}

/** The gift cards of a country as a grid with a search. */
export function GiftCardCatalog({
  products,
  chosenId,
  error,
  onChoose,
}: {
  products: readonly GiftCardProduct[]
  chosenId: string | null
  error: ReactNode
  onChoose: (product: GiftCardProduct) => void
}) {
  const { t } = useTranslation('giftcards')
  const [search, setSearch] = useState('')
  const [shownCount, setShownCount] = useState(pageSize)
  // A click does not move the card that it chose.
  const [firstId] = useState(chosenId)
  const found = filterProducts(products, search, firstId)
  const hiddenCount = found.length - shownCount
  return (
    <ChoiceGroup label={t('picker.product')} error={error}>
      {products.length > pageSize ? (
        <GiftCardSearch
          value={search}
          onChange={(text) => {
            setSearch(text)
            setShownCount(pageSize)
          }}
        />
      ) : null}
      <div className={css['products']}>
        {found.slice(0, shownCount).map((product) => (
          <ProductCard
            key={product.id}
            product={product}
            isChosen={product.id === chosenId}
            onChoose={() => onChoose(product)}
          />
        ))}
      </div>
      {found.length ? null : (
        <p className={css['small']} role="status">
          {t('picker.no_match')}
        </p>
      )}
      {hiddenCount > 0 ? (
        <Button
          variant="subtle"
          size="compact-md"
          mt="xs"
          onClick={() => setShownCount(shownCount + pageSize)}
        >
          {t('picker.more', { count: hiddenCount })}
        </Button>
      ) : null}
    </ChoiceGroup>
  )
}
