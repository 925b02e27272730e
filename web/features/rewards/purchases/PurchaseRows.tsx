import { Button } from '@mantine/core'
import { Fragment, type RefObject } from 'react'
import type { PurchaseCounts } from '#contract/schemas/purchases.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PurchaseRow, type RowActions } from './PurchaseRow.tsx'
import css from './work-list.module.css'

/** The heading of a reward's purchases, with their number across all pages. */
function GroupHead({
  purchase,
  counts,
  selectReward,
}: {
  purchase: Purchase
  counts: PurchaseCounts | undefined
  selectReward: (rewardId: string) => void
}) {
  const { t } = useTranslation('rewards')
  // The reward may have another title than its earlier purchases.
  const { count, title = purchase.title } =
    counts?.rewards.find(({ id }) => id === purchase.reward_id) ?? {}
  return (
    <li className={css['group']}>
      <h2>{title}</h2>
      {count === undefined ? null : (
        <>
          <span className={css['groupCount']}>{formatNumber(count)}</span>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => selectReward(purchase.reward_id)}
          >
            {t('work.select_all', { count })}
            <span className="sr-only"> {title}</span>
          </Button>
        </>
      )}
    </li>
  )
}

/** The rows of the list, under their rewards when they are grouped. */
export function PurchaseRows({
  items,
  list,
  isGrouped,
  counts,
  selected,
  actions,
  selectReward,
}: {
  items: Purchase[]
  list: RefObject<HTMLUListElement | null>
  isGrouped: boolean
  counts: PurchaseCounts | undefined
  selected: ReadonlySet<string>
  actions: RowActions
  selectReward: (rewardId: string) => void
}) {
  const { t } = useTranslation('rewards')
  return (
    <ul ref={list} tabIndex={-1} className={css['rows']} aria-label={t('admin.purchases')}>
      {items.map((purchase, index) => (
        <Fragment key={purchase.id}>
          {isGrouped && items[index - 1]?.reward_id !== purchase.reward_id ? (
            <GroupHead purchase={purchase} counts={counts} selectReward={selectReward} />
          ) : null}
          <PurchaseRow purchase={purchase} isSelected={selected.has(purchase.id)} {...actions} />
        </Fragment>
      ))}
    </ul>
  )
}
