import { Button } from '@mantine/core'
import { IconCalendar, IconGavel, IconMessageHeart, IconTrophy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { describeDays, describeNextStep, describePoints } from './describe-round.ts'
import css from './nominations.module.css'
import { PhaseChip } from './PhaseChip.tsx'

const iconProps = { size: 16, 'aria-hidden': true } as const

function RoundFacts({ round }: { round: NominationRound }) {
  const { t } = useTranslation('organization')
  const points = describePoints(t, round)
  return (
    <ul className={css['facts']}>
      <li>
        <IconCalendar {...iconProps} />
        {describeDays(round)}
      </li>
      <li>
        <IconMessageHeart {...iconProps} />
        {t('nominations.count', { count: round.nominations })}
      </li>
      <li>
        <IconGavel {...iconProps} />
        {t(`nominations.decides.${round.decision}`)}
      </li>
      {points === null ? null : (
        <li>
          <IconTrophy {...iconProps} />
          {points}
        </li>
      )}
    </ul>
  )
}

/** A round in the list of settings. Without `onEdit` it is announced or canceled. */
export function RoundRow({ round, onEdit }: { round: NominationRound; onEdit?: () => void }) {
  const { t } = useTranslation('organization')
  const { timezone } = useConfig().settings
  return (
    <Card className={css['row']}>
      <span className={css['tile']} aria-hidden="true">
        {round.emoji}
      </span>
      <div className={css['words']}>
        <h2>
          <Link to="/settings/nominations/$id" params={{ id: round.id }}>
            {round.name}
          </Link>
        </h2>
        <PhaseChip phase={round.phase} />
        <p className={css['next']}>{describeNextStep(t, round, timezone)}</p>
        <RoundFacts round={round} />
      </div>
      <div className={css['actions']}>
        {round.phase === 'ended' ? (
          <Button
            size="compact-sm"
            h={34}
            component={Link}
            to={`/settings/nominations/${round.id}`}
          >
            {t('nominations.see_result')}
            <span className="sr-only"> {round.name}</span>
          </Button>
        ) : null}
        {onEdit ? (
          <Button size="compact-sm" variant="default" h={34} onClick={onEdit}>
            {t('nominations.edit')}
            <span className="sr-only"> {round.name}</span>
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
