import { ActionIcon, Button } from '@mantine/core'
import { IconArchive, IconLock, IconRepeat, IconShieldCheck, IconWallet } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Award } from '#contract/schemas/awards.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { AwardTile } from './AwardTile.tsx'
import css from './awards.module.css'
import { describePoints, useDescribeStep } from './describe-award.ts'

const iconProps = { size: 16, 'aria-hidden': true } as const

function AwardFacts({ award }: { award: Award }) {
  const { t } = useTranslation('organization')
  const describeStep = useDescribeStep()
  const { timezone } = useConfig().settings
  const { archived_at: archivedAt, budget, steps, yearly_max: yearlyMax } = award
  return (
    <ul className={css['facts']}>
      {archivedAt ? (
        <li>{t('awards.archived_on', { date: formatDate(archivedAt, timezone) })}</li>
      ) : null}
      <li>
        <IconWallet {...iconProps} />
        {budget ? budget.name : t('awards.issued')}
      </li>
      <li>
        <IconShieldCheck {...iconProps} />
        {steps.length ? steps.map(describeStep).join(' → ') : t('awards.at_once')}
      </li>
      {yearlyMax === null ? null : (
        <li>
          <IconRepeat {...iconProps} />
          {t('awards.yearly', { count: yearlyMax })}
        </li>
      )}
      {award.private ? (
        <li>
          <IconLock {...iconProps} />
          {t('awards.field.private')}
        </li>
      ) : null}
    </ul>
  )
}

/** An award in the list of settings. Without actions it is archived. */
export function AwardRow({
  award,
  onEdit,
  onArchive,
}: {
  award: Award
  onEdit?: () => void
  onArchive?: () => void
}) {
  const { t } = useTranslation('organization')
  const actions: ReactNode =
    onEdit && onArchive ? (
      <div className={css['actions']}>
        <Button size="compact-sm" variant="default" h={34} onClick={onEdit}>
          {t('awards.edit')}
          <span className="sr-only"> {award.name}</span>
        </Button>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('awards.archive.of', { name: award.name })}
          onClick={onArchive}
        >
          <IconArchive size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    ) : null
  return (
    <Card className={css['row']}>
      <AwardTile award={award} />
      <div className={css['words']}>
        <h2>{award.name}</h2>
        <p className={css['points']}>{describePoints(t, award)}</p>
        {award.text ? <p className={css['about']}>{award.text}</p> : null}
        <AwardFacts award={award} />
      </div>
      {actions}
    </Card>
  )
}
