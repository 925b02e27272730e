import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackToRewardsLink } from '../components/BackToRewardsLink.tsx'
import { RewardForm } from '../components/RewardForm.tsx'
import { formValuesFromReward } from '../reward-fields.ts'
import { rewardsQuery } from '../api/queries.ts'

/** /settings/rewards/edit/{id}: the form of a reward. */
export function EditRewardScreen() {
  const { t } = useTranslation('rewards')
  const { id } = useParams({ strict: false }) as { id: string }
  const rewards = useQuery(rewardsQuery)
  const reward = rewards.data?.find((item) => item.id === id)
  usePageTitle(reward?.title ?? t('admin.edit_reward'))
  if (rewards.isLoadingError)
    return <ErrorState error={rewards.error} retry={() => void rewards.refetch()} />
  if (rewards.data && !reward) return <NotFound />
  return (
    <Page title={t('admin.edit_reward')} back={<BackToRewardsLink />}>
      {reward ? (
        <RewardForm key={reward.id} initial={formValuesFromReward(reward)} reward={reward} />
      ) : (
        <Card aria-busy="true">
          <Skeleton height={320} />
        </Card>
      )}
    </Page>
  )
}
