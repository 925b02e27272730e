import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnNominationRound } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ownRoundsQuery } from '../api/own.api.ts'
import { describeNextStep, describeRoundTimeLeft } from './describe-round.ts'
import css from './nominations.module.css'
import { PhaseChip } from './PhaseChip.tsx'

type Section = 'to_do' | 'running' | 'past'
function sectionOf(round: OwnNominationRound): Section {
  const { phase, abilities } = round
  const isToScore = abilities.score && round.to_score > 0
  if (abilities.nominate || isToScore || round.to_vote) return 'to_do'
  return ['announced', 'canceled', 'ended'].includes(phase) ? 'past' : 'running'
}

/** Returns what the reader can do in a round, or has done. */
function describeOwn(t: Translate, round: OwnNominationRound, timezone: string): string {
  const { abilities, own_nominations: own, to_score: toScore } = round
  if (abilities.score)
    return toScore ? t('nominations.ballot.left', { count: toScore }) : t('nominations.all_scored')
  if (abilities.vote && (round.voted || round.to_vote))
    return t(round.voted ? 'nominations.vote.voted' : 'nominations.vote.not_voted')
  if (abilities.nominate || (round.phase === 'open' && own > 0))
    return t('nominations.own.of_max', {
      n: formatNumber(own),
      max: formatNumber(round.nominations_max),
    })
  return describeNextStep(t, round, timezone)
}

function OwnRoundRow({ round }: { round: OwnNominationRound }) {
  const { t } = useTranslation('organization')
  const { timezone } = useConfig().settings
  const timeLeft = describeRoundTimeLeft(t, round)
  return (
    <li>
      <Link to="/nominations/$id" params={{ id: round.id }} className={css['link']}>
        <span className={css['tile']} aria-hidden="true">
          {round.emoji}
        </span>
        <span className={css['words']}>
          <b>{round.name}</b>
          <span>{describeOwn(t, round, timezone)}</span>
        </span>
        <span className={css['side']}>
          <PhaseChip phase={round.phase} />
          {timeLeft === null ? null : <small>{timeLeft}</small>}
        </span>
      </Link>
    </li>
  )
}

/** The rounds that concern the reader: first those that await them. */
export function OwnRoundList() {
  const { t } = useTranslation('organization')
  const { data: rounds, error, refetch } = useQuery(ownRoundsQuery)
  if (!rounds && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!rounds)
    return (
      <Card aria-busy="true">
        <Skeleton height={160} />
      </Card>
    )
  if (!rounds.length)
    return (
      <Card>
        <EmptyState
          art="laurel"
          level={2}
          title={t('nominations.none')}
          text={t('nominations.none_text')}
        />
      </Card>
    )
  return (
    <div className={css['sections']}>
      {(['to_do', 'running', 'past'] as const).map((section) => {
        const inSection = rounds.filter((round) => sectionOf(round) === section)
        const title = t(`nominations.rounds.${section}`)
        return inSection.length ? (
          <Card key={section}>
            <h2>{title}</h2>
            <ul className={css['links']} aria-label={title}>
              {inSection.map((round) => (
                <OwnRoundRow key={round.id} round={round} />
              ))}
            </ul>
          </Card>
        ) : null
      })}
    </div>
  )
}
