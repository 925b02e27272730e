import { Button, Skeleton } from '@mantine/core'
import { IconArrowsShuffle, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import type { Reward } from '#contract/rewards.ts'
import { tell, tellError } from '#web/app/errors.ts'
import { Failure } from '#web/app/Failure.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { bodyOf, ideaFields } from '../fields.ts'
import { type Idea, ideasQuery, nextHandful, sameName } from '../ideas.ts'
import { useCreateReward, useDeleteReward } from '../queries.ts'
import { KindChip } from './KindChip.tsx'
import css from './rewards.module.css'

const handful = 6

type CardProps = { idea: Idea; mixed: boolean; inShop: Reward | undefined; full: boolean }
/** An idea: added as it is by one click (and taken back by another), or opened to be adapted. */
function IdeaCard({ idea, mixed, inShop, full }: CardProps) {
  const { t } = useTranslation('rewards')
  const [added, setAdded] = useState<string | null>(null)
  const add = useCreateReward({
    onSuccess: ({ id }) => {
      setAdded(id)
      tell(t('ideas.added', { title: idea.title }))
    },
    onError: (error) => tellError(t, error),
  })
  const undo = useDeleteReward({
    onSuccess: () => {
      setAdded(null)
      tell(t('ideas.undone', { title: idea.title }))
    },
    onError: (error) => tellError(t, error),
  })
  const name = <span className="sr-only"> {idea.title}</span>
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
          {mixed && idea.reward_type === 'team' ? <KindChip kind="team" /> : null}
          <small>{t(`category.${idea.category}`)}</small>
        </div>
      </div>
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
              onClick={() => add.mutate({ fields: bodyOf(ideaFields(idea)) })}
            >
              {t('ideas.add')}
              {name}
            </Button>
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
              {name}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** A handful of ideas of one kind, or of both; another press brings another handful. */
export function IdeaGallery({ only, rewards }: { only?: Idea['reward_type']; rewards: Reward[] }) {
  const { t, i18n } = useTranslation('rewards')
  const ideas = useQuery(ideasQuery(i18n.language as Language))
  const [chosen, setChosen] = useState<string[] | null>(null)
  const all = (ideas.data ?? []).filter((idea) => !only || idea.reward_type === only)
  // At first sight a bit of everything, from small to big; then chance decides.
  const first = all.filter(
    (_, index) =>
      Math.floor((index * handful) / all.length) !==
      Math.floor(((index - 1) * handful) / all.length),
  )
  const shown = chosen
    ? chosen.flatMap((key) => all.filter((idea) => idea.key === key))
    : first.slice(0, handful)
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
              nextHandful(
                all,
                shown.map((idea) => idea.key),
                handful,
              ),
            )
          }
        >
          {t('ideas.randomize')}
        </Button>
      </div>
      {ideas.isLoadingError ? (
        <Failure error={ideas.error} retry={() => void ideas.refetch()} />
      ) : null}
      <ul
        className={css['ideas']}
        aria-label={t('ideas.title')}
        aria-live="polite"
        aria-busy={ideas.isPending}
      >
        {ideas.isPending
          ? Array.from({ length: handful }, (_, index) => (
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
            inShop={rewards.find((reward) => sameName(reward.title, idea.title))}
            full={rewards.length >= limits.rewards_max}
          />
        ))}
      </ul>
    </section>
  )
}
