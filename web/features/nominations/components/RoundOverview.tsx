import type { NominationResult, NominationRound } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDeadline, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { describeNextStep } from './describe-round.ts'
import { PhaseChip } from './PhaseChip.tsx'
import css from './result.module.css'

const stepOfPhase = {
  planned: 'planned',
  open: 'nominate',
  deciding: 'decide',
  ended: 'announce',
  announced: 'announce',
  canceled: 'planned',
} as const

/** The jurors who have scored everything, or the people who have voted, as text and as a bar. */
function DecisionProgress({
  round,
  result: { finished, invited },
}: {
  round: NominationRound
  result: NominationResult
}) {
  const { t } = useTranslation('organization')
  const share = invited > 0 ? Math.min(finished / invited, 1) : 0
  return (
    <div className={css['meter']}>
      <span>
        {t(`nominations.progress.${round.decision}`, {
          n: formatNumber(finished),
          all: formatNumber(invited),
        })}
      </span>
      <span className={css['track']} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  )
}

/** The phase of a round, its steps, what comes next, and how far the decision is. */
export function RoundOverview({
  round,
  result,
}: {
  round: NominationRound
  result: NominationResult | undefined
}) {
  const { t } = useTranslation('organization')
  const { timezone } = useConfig().settings
  const { phase } = round
  const isDecided = phase !== 'planned' && phase !== 'open' && phase !== 'canceled'
  return (
    <Card className={css['card']}>
      <div className={css['head']}>
        <PhaseChip phase={phase} />
        <span>{t('nominations.count', { count: round.nominations })}</span>
      </div>
      <p className={css['next']}>{describeNextStep(t, round, timezone)}</p>
      {phase === 'canceled' ? null : (
        <Steps
          label={t('nominations.steps.title')}
          ready={t('nominations.steps.done')}
          current={stepOfPhase[phase]}
          complete={phase === 'announced'}
          steps={[
            {
              key: 'nominate',
              text: t('nominations.steps.nominate', { date: formatDeadline(round.ends_on) }),
            },
            {
              key: 'decide',
              text: t(`nominations.steps.${round.decision}`, {
                date: formatDeadline(round.decides_on),
              }),
            },
            { key: 'announce', text: t('nominations.steps.announce') },
          ]}
        />
      )}
      {result && isDecided ? <DecisionProgress round={round} result={result} /> : null}
    </Card>
  )
}
