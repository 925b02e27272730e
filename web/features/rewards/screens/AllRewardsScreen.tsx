import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Reward } from '#contract/schemas/rewards.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { RewardsPage } from '#web/shared/rewards/RewardsPage.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RewardIdeas } from '../components/RewardIdeas.tsx'
import css from '../components/rewards.module.css'
import { RewardRow } from '../components/RewardRow.tsx'
import { categories, isCategory } from '#web/shared/rewards/reward-categories.ts'
import { rewardsQuery, useDeleteReward, useDuplicateReward } from '../api/queries.ts'

const orders = ['price', 'newest', 'title'] as const
type Order = (typeof orders)[number]
const isOrder = (word: unknown): word is Order => orders.includes(word as Order)

const comparators: Record<Order, (a: Reward, b: Reward) => number> = {
  price: (a, b) => a.price - b.price,
  title: (a, b) => a.title.localeCompare(b.title),
  newest: (a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id),
}
const sortRewards = (rewards: Reward[], order: Order): Reward[] =>
  rewards.toSorted(comparators[order])

/** The order and the category in the address. */
function useRewardSearch() {
  const search: { order?: unknown; category?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const order = isOrder(search.order) ? search.order : 'price'
  const category = isCategory(search.category) ? search.category : undefined
  const changeSearch = (part: { order?: string | undefined; category?: string | undefined }) =>
    void navigate({
      to: '/settings/rewards/all',
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    })
  return { order, category, changeSearch }
}

function RewardFilters({ rewards }: { rewards: Reward[] }) {
  const { t } = useTranslation('rewards')
  const { order, category, changeSearch } = useRewardSearch()
  const usedCategories = categories.filter(
    (name) => name === category || rewards.some((reward) => reward.category === name),
  )
  return (
    <div className={css['bar']}>
      <NativeSelect
        aria-label={t('admin.category')}
        value={category ?? 'all'}
        onChange={(event) =>
          changeSearch({
            category: event.currentTarget.value === 'all' ? undefined : event.currentTarget.value,
          })
        }
        data={[
          { value: 'all', label: t('category.all') },
          ...usedCategories.map((value) => ({ value, label: t(`category.${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('admin.order')}
        value={order}
        onChange={(event) =>
          changeSearch({
            order: event.currentTarget.value === 'price' ? undefined : event.currentTarget.value,
          })
        }
        data={orders.map((value) => ({ value, label: t(`admin.by_${value}`) }))}
      />
      <span className={css['count']} role="status">
        {t('admin.count', { n: rewards.length, most: limits.rewards_max })}
      </span>
    </div>
  )
}

/** The rewards as filtered and sorted by the address. */
function RewardList({ rewards }: { rewards: Reward[] }) {
  const { t } = useTranslation('rewards')
  const { order, category, changeSearch } = useRewardSearch()
  const [rewardToDelete, setRewardToDelete] = useState<Reward | null>(null)
  const remove = useDeleteReward({
    onSuccess: () => {
      notifySuccess(t('admin.deleted'))
      setRewardToDelete(null)
    },
    onError: (error) => {
      notifyError(t, error)
      setRewardToDelete(null)
    },
  })
  const duplicate = useDuplicateReward({
    onSuccess: ({ title }) => notifySuccess(t('admin.duplicated', { title })),
    onError: (error) => notifyError(t, error),
  })
  const shown = sortRewards(
    rewards.filter((reward) => !category || reward.category === category),
    order,
  )
  return (
    <>
      <RewardFilters rewards={rewards} />
      {shown.length ? null : (
        <Card>
          <EmptyState art="gift" level={2} title={t('admin.none_here')}>
            <Button variant="default" onClick={() => changeSearch({ category: undefined })}>
              {t('admin.show_all')}
            </Button>
          </EmptyState>
        </Card>
      )}
      <ul className={css['list']} aria-label={t('admin.all')}>
        {shown.map((reward) => (
          <li key={reward.id}>
            <RewardRow
              reward={reward}
              full={rewards.length >= limits.rewards_max}
              onDuplicate={() => duplicate.mutate(reward.id)}
              onDelete={() => setRewardToDelete(reward)}
            />
          </li>
        ))}
      </ul>
      {rewardToDelete ? (
        <ConfirmDialog
          opened
          danger
          title={t('admin.delete_title', { title: rewardToDelete.title })}
          text={t('admin.delete_text')}
          confirm={t('admin.delete')}
          cancel={t('common:cancel')}
          busy={remove.isPending}
          onClose={() => setRewardToDelete(null)}
          onConfirm={() => remove.mutate(rewardToDelete.id)}
        />
      ) : null}
    </>
  )
}

/** /settings/rewards/all: all rewards, at most 96; ideas when there are none. */
export function AllRewardsScreen() {
  const { t } = useTranslation('rewards')
  const rewards = useQuery(rewardsQuery)
  usePageTitle(t('admin.title'))
  const isFull = (rewards.data?.length ?? 0) >= limits.rewards_max
  const plusIcon = <IconPlus size={18} aria-hidden="true" />
  return (
    <RewardsPage
      actions={
        isFull ? (
          <Button leftSection={plusIcon} disabled>
            {t('admin.new')}
          </Button>
        ) : (
          <Button component={Link} to="/settings/rewards/new" leftSection={plusIcon}>
            {t('admin.new')}
          </Button>
        )
      }
    >
      {rewards.isPending ? (
        <div className={css['list']} aria-busy="true">
          {[0, 1, 2, 3].map((index) => (
            <Card key={index}>
              <Skeleton height={52} />
            </Card>
          ))}
        </div>
      ) : null}
      {rewards.isLoadingError ? (
        <ErrorState error={rewards.error} retry={() => void rewards.refetch()} />
      ) : null}
      {isFull ? (
        <p className={css['full']}>{t('errors:rewards_full', { finish: limits.rewards_max })}</p>
      ) : null}
      {rewards.data?.length ? <RewardList rewards={rewards.data} /> : null}
      {rewards.data?.length === 0 ? (
        <>
          <Card className={css['empty']}>
            <EmptyState
              art="gift"
              level={2}
              title={t('admin.empty')}
              text={t('admin.empty_text')}
            />
          </Card>
          <RewardIdeas rewards={rewards.data} />
        </>
      ) : null}
    </RewardsPage>
  )
}
