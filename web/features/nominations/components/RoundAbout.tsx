import { IconClockHour4, IconGavel, IconScale, IconTrophy } from '@tabler/icons-react'
import type { OwnNominationRound } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { describeNextStep, describePoints, describeRoundTimeLeft } from './describe-round.ts'
import css from './nominations.module.css'
import { PhaseChip } from './PhaseChip.tsx'

const iconProps = { size: 16, 'aria-hidden': true } as const

/** What a round is about, the time left, and how the winners are found. */
export function RoundAbout({ round }: { round: OwnNominationRound }) {
  const { t } = useTranslation('organization')
  const { timezone } = useConfig().settings
  const timeLeft = describeRoundTimeLeft(t, round)
  const points = describePoints(t, round)
  const winners = t('nominations.winners', { count: round.winners_max })
  return (
    <Card className={css['about']}>
      <div className={css['aboutHead']}>
        <PhaseChip phase={round.phase} />
        {timeLeft === null ? null : (
          <span className={css['left']}>
            <IconClockHour4 {...iconProps} />
            {timeLeft}
          </span>
        )}
      </div>
      {round.text ? <p className={css['aboutText']}>{round.text}</p> : null}
      <p className={css['next']}>{describeNextStep(t, round, timezone)}</p>
      <ul className={css['facts']}>
        <li>
          <IconGavel {...iconProps} />
          {round.criteria.length
            ? t('nominations.decides.criteria', { criteria: round.criteria.join(', ') })
            : t(`nominations.decides.${round.decision}`)}
        </li>
        <li>
          <IconTrophy {...iconProps} />
          {points === null ? winners : `${winners}, ${points}`}
        </li>
        <li>
          <IconScale {...iconProps} />
          {t(`nominations.tie.${round.tie_rule}_said`)}
        </li>
      </ul>
    </Card>
  )
}
