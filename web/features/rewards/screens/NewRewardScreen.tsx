import { Button, Skeleton } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Language } from '#contract/schemas/common.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { useStepFocus } from '#web/ui/use-step-focus.ts'
import { BackToRewardsLink } from '../components/BackToRewardsLink.tsx'
import { GiftCardBatch } from '../components/GiftCardBatch.tsx'
import { RewardIdeas } from '../components/RewardIdeas.tsx'
import { RewardKindStep } from '../components/RewardKindStep.tsx'
import { RewardForm } from '../components/RewardForm.tsx'
import css from '../components/rewards.module.css'
import { emptyFormValues, formValuesFromIdea, type RewardKind } from '../reward-fields.ts'
import { rewardIdeasQuery } from '#web/shared/rewards/reward-ideas.ts'
import { rewardsQuery } from '../api/queries.ts'

const kinds: RewardKind[] = ['individual', 'team', 'automatic']
const steps = ['kind', 'idea', 'fields'] as const
const blankIdea = 'blank'
/** In the address: several gift cards instead of one. */
const severalCards = 'several'

/** The second step: ideas of the kind, or an empty form. */
function IdeaStep({ kind }: { kind: 'individual' | 'team' }) {
  const { t } = useTranslation('rewards')
  const rewards = useQuery(rewardsQuery)
  if (rewards.isLoadingError)
    return <ErrorState error={rewards.error} retry={() => void rewards.refetch()} />
  return (
    <>
      <Card className={css['blank']}>
        <div>
          <h2>{t('wizard.blank_title')}</h2>
          <p>{t('wizard.blank_text')}</p>
        </div>
        <Button
          renderRoot={(props) => (
            <Link to="/settings/rewards/new" search={{ kind, idea: blankIdea }} {...props} />
          )}
          leftSection={<IconPencilPlus size={18} aria-hidden="true" />}
        >
          {t('wizard.blank')}
        </Button>
      </Card>
      {rewards.data ? (
        <RewardIdeas key={kind} only={kind} rewards={rewards.data} />
      ) : (
        <Card aria-busy="true">
          <Skeleton height={320} />
        </Card>
      )}
    </>
  )
}

/** The third step: the form, filled from the idea. An unknown idea gives an empty form. */
function FieldsStep({ kind, idea }: { kind: RewardKind; idea: string }) {
  const { i18n } = useTranslation('rewards')
  const ideas = useQuery({
    ...rewardIdeasQuery(i18n.language as Language),
    enabled: idea !== blankIdea,
  })
  if (idea !== blankIdea && ideas.isPending)
    return (
      <Card aria-busy="true">
        <Skeleton height={420} />
      </Card>
    )
  const found = ideas.data?.find(
    (candidate) => candidate.key === idea && candidate.reward_type === kind,
  )
  return (
    <RewardForm
      key={`${kind} ${idea}`}
      initial={found ? formValuesFromIdea(found) : emptyFormValues(kind)}
    />
  )
}

function stepOf(kind: string | undefined, idea: string | undefined) {
  if (!kind) return 'kind'
  return idea === undefined ? 'idea' : 'fields'
}

/** /settings/rewards/new: three steps, kept in the address so that Back returns one step. */
export function NewRewardScreen() {
  const { t } = useTranslation('rewards')
  const search: { kind?: unknown; idea?: unknown } = useSearch({ strict: false })
  const kind = kinds.find((candidate) => candidate === search.kind)
  // Gift cards have a catalog instead of ideas.
  const isGiftCard = kind === 'automatic'
  const chosenIdea = typeof search.idea === 'string' ? search.idea : undefined
  const isBatch = isGiftCard && chosenIdea === severalCards
  const idea = isGiftCard ? blankIdea : chosenIdea
  const step = stepOf(kind, idea)
  const body = useStepFocus(step)
  usePageTitle(t('admin.new'))
  return (
    <Page title={t('admin.new')} back={<BackToRewardsLink />}>
      <Steps
        steps={steps
          .filter((key) => !isGiftCard || key !== 'idea')
          .map((key) => ({ key, text: t(`wizard.step.${key}`) }))}
        current={step}
        label={t('wizard.steps')}
        ready={t('wizard.ready')}
      />
      <div ref={body} tabIndex={-1} className={css['stepBody']}>
        {!kind ? <RewardKindStep /> : null}
        {kind && !isGiftCard && idea === undefined ? <IdeaStep kind={kind} /> : null}
        {isGiftCard ? (
          <Link
            to="/settings/rewards/new"
            search={isBatch ? { kind: 'automatic' } : { kind: 'automatic', idea: severalCards }}
            className={css['modeLink']}
          >
            {isBatch ? t('giftcards:batch.one') : t('giftcards:batch.several')}
          </Link>
        ) : null}
        {isBatch ? <GiftCardBatch /> : null}
        {kind && idea !== undefined && !isBatch ? <FieldsStep kind={kind} idea={idea} /> : null}
      </div>
    </Page>
  )
}
