import { Button, Skeleton } from '@mantine/core'
import { IconArrowsShuffle, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { Reward } from '#contract/schemas/rewards.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { toRequestBody, formValuesFromIdea } from '../reward-fields.ts'
import {
  type RewardIdea,
  rewardIdeasQuery,
  nextIdeaKeys,
  isSameName,
  sampleIdeas,
} from '#web/shared/rewards/reward-ideas.ts'
import { useCreateReward, useDeleteReward } from '../api/queries.ts'
import { RewardKindChip } from './RewardKindChip.tsx'
import css from './rewards.module.css'

const ideasPerPage = 6

type CardProps = { idea: RewardIdea; mixed: boolean; inShop: Reward | undefined; full: boolean }
function AdaptIdeaLink({ idea, children }: { idea: RewardIdea; children: ReactNode }) {
  const { t } = useTranslation('rewards')
  return (
    <Button
      size="sm"
      variant="subtle"
      color="gray"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link
          to="/settings/rewards/new"
          search={{ kind: idea.reward_type, idea: idea.key }}
          {...props}
        />
      )}
    >
      {t('ideas.adapt')}
      {children}
    </Button>
  )
}

function IdeaActions({ idea, inShop, full }: Omit<CardProps, 'mixed'>) {
  const { t } = useTranslation('rewards')
  const [added, setAdded] = useState<string | null>(null)
  const add = useCreateReward({
    onSuccess: ({ id }) => {
      setAdded(id)
      notifySuccess(t('ideas.added', { title: idea.title }))
    },
    onError: (error) => notifyError(t, error),
  })
  const undo = useDeleteReward({
    onSuccess: () => {
      setAdded(null)
      notifySuccess(t('ideas.undone', { title: idea.title }))
    },
    onError: (error) => notifyError(t, error),
  })
  const name = <span className="sr-only"> {idea.title}</span>
  return (
    <div className={css['ideaActions']}>
      {inShop ? (
        <>
          <span className={css['taken']}>
            <IconCheck size={18} aria-hidden="true" />
            {t('ideas.taken')}
          </span>
          {added === inShop.id ? (
            <Button
              size="sm"
              variant="subtle"
              loading={undo.isPending}
              onClick={() => undo.mutate(inShop.id)}
            >
              {t('ideas.undo')}
              {name}
            </Button>
          ) : null}
        </>
      ) : (
        <>
          <Button
            size="sm"
            variant="light"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={full}
            loading={add.isPending}
            onClick={() => add.mutate({ fields: toRequestBody(formValuesFromIdea(idea)) })}
          >
            {t('ideas.add')}
            {name}
          </Button>
          <AdaptIdeaLink idea={idea}>{name}</AdaptIdeaLink>
        </>
      )}
    </div>
  )
}

/**
 * An idea: a click adds it unchanged (and another click removes it), or opens the form to adapt it.
 */
function IdeaCard({ idea, mixed, inShop, full }: CardProps) {
  const { t } = useTranslation('rewards')
  return (
    <li className={css['idea']} data-taken={inShop !== undefined}>
      <span className={css['ideaEmoji']} aria-hidden="true">
        {idea.emoji}
      </span>
      <div className={css['ideaText']}>
        <h3>{idea.title}</h3>
        <p>{idea.description}</p>
        <div className={css['chips']}>
          <PointsBadge
            text={formatNumber(idea.price)}
            label={t('common:points', { count: idea.price })}
          />
          {mixed && idea.reward_type === 'team' ? <RewardKindChip kind="team" /> : null}
          <small>{t(`category.${idea.category}`)}</small>
        </div>
      </div>
      <IdeaActions idea={idea} inShop={inShop} full={full} />
    </li>
  )
}

/** A page of ideas of one kind or of both, and a button for the next page. */
export function RewardIdeas({
  only,
  rewards,
}: {
  only?: RewardIdea['reward_type']
  rewards: Reward[]
}) {
  const { t, i18n } = useTranslation('rewards')
  const ideas = useQuery(rewardIdeasQuery(i18n.language as Language))
  const [chosen, setChosen] = useState<string[] | null>(null)
  const all = (ideas.data ?? []).filter((idea) => !only || idea.reward_type === only)
  const shown = chosen
    ? chosen.flatMap((key) => all.filter((idea) => idea.key === key))
    : sampleIdeas(all, ideasPerPage)
  return (
    <section aria-labelledby="ideas">
      <div className={css['galleryHead']}>
        <div>
          <h2 id="ideas">{t('ideas.title')}</h2>
          <p>{t('ideas.text')}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconArrowsShuffle size={18} aria-hidden="true" />}
          disabled={!all.length}
          onClick={() =>
            setChosen(
              nextIdeaKeys(
                all,
                shown.map((idea) => idea.key),
                ideasPerPage,
              ),
            )
          }
        >
          {t('ideas.randomize')}
        </Button>
      </div>
      {ideas.isLoadingError ? (
        <ErrorState error={ideas.error} retry={() => void ideas.refetch()} />
      ) : null}
      <ul
        className={css['ideas']}
        aria-label={t('ideas.title')}
        aria-live="polite"
        aria-busy={ideas.isPending}
      >
        {ideas.isPending
          ? Array.from({ length: ideasPerPage }, (_, index) => (
              <li key={index}>
                <Skeleton height={150} radius="lg" />
              </li>
            ))
          : null}
        {shown.map((idea) => (
          <IdeaCard
            key={idea.key}
            idea={idea}
            mixed={!only}
            inShop={rewards.find((reward) => isSameName(reward.title, idea.title))}
            full={rewards.length >= limits.rewards_max}
          />
        ))}
      </ul>
    </section>
  )
}
