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

function sortRewards(rewards: Reward[], order: Order): Reward[] {
  return rewards.toSorted((a, b) =>
    order === 'price'
      ? a.price - b.price
      : order === 'title'
        ? a.title.localeCompare(b.title)
        : b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id),
  )
}

/** The rewards as the address asks for them: of one category or all, in one of three orders. */
function RewardList({ rewards }: { rewards: Reward[] }) {
  const { t } = useTranslation('rewards')
  const search: { order?: unknown; category?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Reward | null>(null)
  const remove = useDeleteReward({
    onSuccess: () => {
      notifySuccess(t('admin.deleted'))
      setAsked(null)
    },
    onError: (error) => {
      notifyError(t, error)
      setAsked(null)
    },
  })
  const duplicate = useDuplicateReward({
    onSuccess: ({ title }) => notifySuccess(t('admin.duplicated', { title })),
    onError: (error) => notifyError(t, error),
  })
  const order = isOrder(search.order) ? search.order : 'price'
  const category = isCategory(search.category) ? search.category : undefined
  const change = (part: { order?: string | undefined; category?: string | undefined }) =>
    void navigate({
      to: '/settings/rewards/all',
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    })
  const used = categories.filter(
    (one) => one === category || rewards.some((reward) => reward.category === one),
  )
  const shown = sortRewards(
    rewards.filter((reward) => !category || reward.category === category),
    order,
  )
  return (
    <>
      <div className={css['bar']}>
        <NativeSelect
          aria-label={t('admin.category')}
          value={category ?? 'all'}
          onChange={(event) =>
            change({
              category: event.currentTarget.value === 'all' ? undefined : event.currentTarget.value,
            })
          }
          data={[
            { value: 'all', label: t('category.all') },
            ...used.map((value) => ({ value, label: t(`category.${value}`) })),
          ]}
        />
        <NativeSelect
          aria-label={t('admin.order')}
          value={order}
          onChange={(event) =>
            change({
              order: event.currentTarget.value === 'price' ? undefined : event.currentTarget.value,
            })
          }
          data={orders.map((value) => ({ value, label: t(`admin.by_${value}`) }))}
        />
        <span className={css['count']} role="status">
          {t('admin.count', { n: rewards.length, most: limits.rewards_max })}
        </span>
      </div>
      {shown.length ? null : (
        <Card>
          <EmptyState art="gift" level={2} title={t('admin.none_here')}>
            <Button variant="default" onClick={() => change({ category: undefined })}>
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
              onDelete={() => setAsked(reward)}
            />
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          opened
          danger
          title={t('admin.delete_title', { title: asked.title })}
          text={t('admin.delete_text')}
          confirm={t('admin.delete')}
          cancel={t('common:cancel')}
          busy={remove.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => remove.mutate(asked.id)}
        />
      ) : null}
    </>
  )
}

/**
 * /settings/rewards/all: everything there is, at most 96; where there is nothing yet, ideas to
 * begin with.
 */
export function AllRewardsScreen() {
  const { t } = useTranslation('rewards')
  const rewards = useQuery(rewardsQuery)
  usePageTitle(t('admin.title'))
  const full = (rewards.data?.length ?? 0) >= limits.rewards_max
  const plus = <IconPlus size={18} aria-hidden="true" />
  return (
    <RewardsPage
      actions={
        full ? (
          <Button leftSection={plus} disabled>
            {t('admin.new')}
          </Button>
        ) : (
          <Button component={Link} to="/settings/rewards/new" leftSection={plus}>
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
      {full ? (
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
