import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PurchaseCounts } from '#contract/schemas/purchases.ts'
import { limits } from '#contract/limits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PhoneFilterBar } from '#web/shared/settings/PhoneFilterBar.tsx'
import { useAddressField } from '#web/shared/use-address-field.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import css from './work-list.module.css'
import { countHidden, type HiddenPurchases } from './use-decide.ts'
import { ages, sorts, stages, type WorkListSearch, type WorkListView } from './work-list.ts'

type ChangeSearch = (part: WorkListSearch) => void

/** Links to the stages with their counts, without `hidden` purchases with a pending decision. */
export function StageLinks({
  view,
  counts,
  hidden,
}: {
  view: WorkListView
  counts: PurchaseCounts | undefined
  hidden: HiddenPurchases
}) {
  const { t } = useTranslation('rewards')
  return (
    <nav className={css['stages']} aria-label={t('work.stages')}>
      {stages.map((stage) => {
        const count = counts && counts.stages[stage] - countHidden(hidden, stage)
        return (
          <Link
            key={stage}
            to="/settings/rewards/purchases"
            search={(old: WorkListSearch) => ({
              ...old,
              stage: stage === 'to_do' ? undefined : stage,
              reward: undefined,
              sort: undefined,
            })}
            // The router would also mark the stage to do, whose address has fewer parameters.
            activeOptions={{ exact: true }}
            aria-current={stage === view.stage ? 'page' : 'false'}
            className={css['stage']}
          >
            {t(`work.stage.${stage}`)}
            {count === undefined ? null : <b>{formatNumber(Math.max(count, 0))}</b>}
          </Link>
        )
      })}
    </nav>
  )
}

function RewardSelect({
  view,
  counts,
  change,
}: {
  view: WorkListView
  counts: PurchaseCounts | undefined
  change: ChangeSearch
}) {
  const { t } = useTranslation('rewards')
  const rewards = counts?.rewards ?? []
  // The chosen reward stays in the list without remaining purchases.
  const isMissing = view.reward !== undefined && !rewards.some(({ id }) => id === view.reward)
  return (
    <NativeSelect
      aria-label={t('work.reward')}
      value={view.reward ?? ''}
      onChange={(event) => change({ reward: event.currentTarget.value || undefined })}
      data={[
        { value: '', label: t('work.any_reward') },
        ...rewards.map(({ id, title, count }) => ({
          value: id,
          label: `${title} (${formatNumber(count)})`,
        })),
        ...(isMissing ? [{ value: view.reward ?? '', label: t('work.chosen_reward') }] : []),
      ]}
    />
  )
}

type FilterProps = {
  view: WorkListView
  counts: PurchaseCounts | undefined
  change: ChangeSearch
}

function SearchField({ view, change }: Omit<FilterProps, 'counts'>) {
  const { t } = useTranslation('rewards')
  const { typed, type } = useAddressField(view.search, (search) => change({ search }))
  return (
    <TextInput
      className={css['search'] ?? ''}
      aria-label={t('work.search')}
      placeholder={t('work.search')}
      type="search"
      maxLength={limits.search_chars_max}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** The filters and the order beside the search. */
function FilterFields({ view, counts, change }: FilterProps) {
  const { t } = useTranslation('rewards')
  return (
    <>
      <RewardSelect view={view} counts={counts} change={change} />
      <NativeSelect
        aria-label={t('work.age')}
        value={view.age ?? ''}
        onChange={(event) => change({ age: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: t('work.any_age') },
          ...ages.map((value) => ({ value, label: t(`work.ages.${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('work.sort')}
        value={view.isGrouped ? 'reward' : view.sort}
        disabled={view.isGrouped}
        onChange={(event) => change({ sort: event.currentTarget.value })}
        data={sorts.map((value) => ({ value, label: t(`work.sorts.${value}`) }))}
      />
      <Switch
        label={t('work.group')}
        checked={view.isGrouped}
        onChange={(event) => change({ group: event.currentTarget.checked ? 'reward' : undefined })}
      />
    </>
  )
}

/**
 * Search, filters and order of the purchases; the address keeps them. On a phone the filters open
 * as a sheet, with `phoneMenu` beside them.
 */
export function PurchaseFilters({ phoneMenu, ...props }: FilterProps & { phoneMenu: ReactNode }) {
  const { view, change } = props
  const search = <SearchField view={view} change={change} />
  if (useIsPhone())
    return (
      <PhoneFilterBar
        search={search}
        filters={<FilterFields {...props} />}
        count={[view.reward, view.age].filter((value) => value !== undefined).length}
        clear={() => change({ reward: undefined, age: undefined })}
        menu={phoneMenu}
      />
    )
  return (
    <div className={css['filters']}>
      {search}
      <FilterFields {...props} />
    </div>
  )
}
