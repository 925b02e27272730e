import { Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { type RewardIdea, rewardIdeasQuery } from '#web/shared/rewards/reward-ideas.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import css from './setup.module.css'
import { StepFoot } from './StepFoot.tsx'
import { useSaveStep } from './use-save-step.ts'

/** Adds the ideas to the shop. `onAdded` drops each one, so that a second try adds only the rest. */
const saveRewards =
  (onAdded: (key: string) => void) =>
  async (client: QueryClient, ideas: RewardIdea[]): Promise<void> => {
    for (const { key, ...body } of ideas) {
      await callAndInvalidate(client, 'rewards.create', { body })
      onAdded(key)
    }
  }

function IdeaChoice({
  idea,
  isChosen,
  onToggle,
}: {
  idea: RewardIdea
  isChosen: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`plain ${css['idea']}`}
      aria-pressed={isChosen}
      onClick={onToggle}
    >
      <span className={css['ideaEmoji']} aria-hidden="true">
        {idea.emoji}
      </span>
      <span className={css['ideaName']}>{idea.title}</span>
      <PointsBadge
        text={formatNumber(idea.price)}
        label={t('common:points', { count: idea.price })}
      />
      <span className={css['tick']} aria-hidden="true">
        {isChosen ? <IconCheck size={16} stroke={3} /> : null}
      </span>
    </button>
  )
}

/** Step 3: the first rewards of the shop. */
export function RewardsStep({
  chosen,
  onChoose,
  onAdded,
}: {
  chosen: readonly string[]
  onChoose: (keys: string[]) => void
  onAdded: (key: string) => void
}) {
  const { t, i18n } = useTranslation('setup')
  const ideas = useQuery(rewardIdeasQuery(i18n.language as Language))
  const { save, isSaving, problem } = useSaveStep('rewards', saveRewards(onAdded))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save((ideas.data ?? []).filter(({ key }) => chosen.includes(key)))
  }
  return (
    <form onSubmit={submit}>
      {ideas.isLoadingError ? (
        <ErrorState error={ideas.error} retry={() => void ideas.refetch()} />
      ) : null}
      <div className={css['ideas']} role="group" aria-label={t('rewards.title')}>
        {ideas.isPending ? <Skeleton height={240} radius="lg" /> : null}
        {ideas.data?.map((idea) => {
          const isChosen = chosen.includes(idea.key)
          return (
            <IdeaChoice
              key={idea.key}
              idea={idea}
              isChosen={isChosen}
              onToggle={() =>
                onChoose(
                  isChosen ? chosen.filter((key) => key !== idea.key) : [...chosen, idea.key],
                )
              }
            />
          )
        })}
      </div>
      <StepFoot
        step="rewards"
        action={chosen.length ? t('rewards.add', { count: chosen.length }) : t('next')}
        busy={isSaving}
        disabled={!ideas.data}
        problem={problem}
      />
    </form>
  )
}
