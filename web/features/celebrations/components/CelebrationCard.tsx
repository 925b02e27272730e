import { Button, Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Celebration } from '#contract/schemas/celebrations.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { occasionEmoji } from '#web/shared/posts/occasions.ts'
import type { BudgetWarning } from './budget-warning.ts'
import css from './celebrations.module.css'
import { useSummary } from './use-summary.ts'

/** Whose birthdays are celebrated, which the team decides in its settings. */
function BirthdayRule() {
  const { t } = useTranslation('celebrations')
  const {
    settings: { birthdays },
  } = useConfig()
  return (
    <p className={css['note']} data-bad={birthdays === 'off' || undefined}>
      {t(`birthday_rule.${birthdays}`)} <Link to="/settings/global">{t('birthday_rule_link')}</Link>
    </p>
  )
}

function Warning({ warning, budget }: { warning: BudgetWarning; budget: string }) {
  const { t } = useTranslation('celebrations')
  return (
    <p className={css['warning']} role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <span>
        {warning.kind === 'closed'
          ? t('warning.closed', { budget })
          : t('warning.low', {
              budget,
              left: formatNumber(warning.left),
              needed: formatNumber(warning.needed),
            })}{' '}
        <Link to="/settings/budgets">{t('warning.link')}</Link>
      </span>
    </p>
  )
}

/** A kind of day: whether and how the company celebrates it. */
export function CelebrationCard({
  rule,
  warning,
  isBusy,
  onSwitch,
  onEdit,
}: {
  rule: Celebration
  warning: BudgetWarning | undefined
  isBusy: boolean
  onSwitch: (enabled: boolean) => void
  onEdit: () => void
}) {
  const { t } = useTranslation('celebrations')
  const summaryOf = useSummary()
  const { kind, enabled, coming } = rule
  const name = t(`kind.${kind}`)
  return (
    <Card className={css['card']} data-on={enabled || undefined}>
      <span className={css['emoji']} aria-hidden="true">
        {occasionEmoji[kind]}
      </span>
      <h2>{name}</h2>
      <Switch
        size="md"
        className={css['toggle'] ?? ''}
        aria-label={t('switch', { name })}
        checked={enabled}
        disabled={isBusy}
        onChange={({ currentTarget: { checked } }) => onSwitch(checked)}
      />
      <div className={css['what']}>
        <p>{enabled ? summaryOf(rule) : t(`about.${kind}`)}</p>
        {enabled ? (
          <p className={css['note']}>
            {t('coming_days', {
              people: t('people_count', { count: coming.people }),
              points: t('common:points', { count: coming.points }),
            })}
          </p>
        ) : null}
        {kind === 'birthday' ? <BirthdayRule /> : null}
        {warning ? <Warning warning={warning} budget={rule.budget?.name ?? ''} /> : null}
      </div>
      <Button size="compact-md" variant="default" className={css['edit'] ?? ''} onClick={onEdit}>
        {t('edit')}
        <span className="sr-only"> {name}</span>
      </Button>
    </Card>
  )
}
