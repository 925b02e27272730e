import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { BallotNominee } from '#contract/schemas/nominations.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useScore } from '../api/ballot.api.ts'
import css from './ballot.module.css'

const scale = Array.from({ length: limits.nomination_score_max }, (_, index) => index + 1)

/** The score of a criterion from 1 to 5 as radio buttons. */
function CriterionField({
  criterion,
  score,
  onChange,
}: {
  criterion: string
  score: number | null
  onChange: (score: number) => void
}) {
  const name = useId()
  return (
    <fieldset className={css['criterion']}>
      <legend>{criterion}</legend>
      <div>
        {scale.map((n) => (
          <label key={n}>
            <input
              type="radio"
              name={name}
              value={n}
              checked={score === n}
              onChange={() => onChange(n)}
            />
            <span>{formatNumber(n)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Whether the scores are saved. */
function SaveState({
  save: { isPending, isError },
  isComplete,
}: {
  save: Pick<ReturnType<typeof useScore>, 'isPending' | 'isError'>
  isComplete: boolean
}) {
  const { t } = useTranslation('organization')
  let state = t('nominations.score.missing')
  if (isComplete) state = t('nominations.score.saved')
  if (isPending) state = t('nominations.score.saving')
  if (isError) state = t('nominations.score.failed')
  return (
    <span className={css['state']} role="status" data-failed={isError}>
      {state}
    </span>
  )
}

/** The scores of a nominee, saved as soon as every criterion has one. */
export function ScoreFields({
  roundId,
  criteria,
  nominee,
  onNext,
}: {
  roundId: string
  criteria: string[]
  nominee: BallotNominee
  /** Opens the next nominee without scores; null without one. */
  onNext: (() => void) | null
}) {
  const { t } = useTranslation('organization')
  const [scores, setScores] = useState<(number | null)[]>(
    () => nominee.scores ?? criteria.map(() => null),
  )
  const save = useScore(roundId, nominee.id, (error) => notifyError(t, error))
  const change = (next: (number | null)[]) => {
    setScores(next)
    const given = next.filter((score) => score !== null)
    if (given.length === criteria.length) save.mutate(given)
  }
  const isComplete = scores.every((score) => score !== null)
  return (
    <div className={css['scores']}>
      <p className={css['note']}>
        {t('nominations.score.scale', { n: limits.nomination_score_max })}
      </p>
      {criteria.map((criterion, index) => (
        <CriterionField
          key={criterion}
          criterion={criterion}
          score={scores[index] ?? null}
          onChange={(score) => change(scores.map((old, place) => (place === index ? score : old)))}
        />
      ))}
      <div className={css['foot']}>
        <SaveState save={save} isComplete={isComplete} />
        {save.isError ? (
          <Button
            variant="default"
            size="compact-sm"
            h={34}
            onClick={() => save.mutate(save.variables)}
          >
            {t('nominations.score.again')}
          </Button>
        ) : null}
        {nominee.scores?.length ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            h={34}
            onClick={() => {
              setScores(criteria.map(() => null))
              save.mutate([])
            }}
          >
            {t('nominations.score.remove')}
          </Button>
        ) : null}
        {isComplete && onNext ? (
          <Button size="compact-sm" h={34} onClick={onNext}>
            {t('nominations.score.next')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
