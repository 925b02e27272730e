import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { AllowanceRule } from '#contract/schemas/allowance-rules.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './allowance-rules.module.css'

/** Returns the points of a rule in words: "200 + 10 for each direct report". */
function useRulePoints() {
  const { t } = useTranslation('organization')
  return ({ limit, extra_per_report: extra }: AllowanceRule): string => {
    if (limit === null) return t('allowances.points.unlimited')
    const base = formatNumber(limit)
    return extra
      ? t('allowances.points.with_reports', { base, extra: formatNumber(extra) })
      : t('allowances.points.plain', { count: limit, n: base })
  }
}

type Props = {
  rule: AllowanceRule
  /** The place in the list, 1 for the first of `count`. */
  position: number
  count: number
  isBusy: boolean
  onMove: (position: number) => void
  onEdit: () => void
  onDelete: () => void
}

/** A rule with its place, its points and the number of people to whom it applies. */
export function RuleCard({ rule, position, count, isBusy, onMove, onEdit, onDelete }: Props) {
  const { t } = useTranslation('organization')
  const pointsOf = useRulePoints()
  const { name } = rule
  return (
    <Card className={css['rule']}>
      <span className={css['place']} aria-hidden="true">
        {position}
      </span>
      <div className={css['what']}>
        <b>{name}</b>
        <p>
          {pointsOf(rule)} · {t('allowances.people', { count: rule.people })}
        </p>
      </div>
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('allowances.move_up', { name })}
          disabled={position === 1 || isBusy}
          onClick={() => onMove(position - 1)}
        >
          <IconArrowUp size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('allowances.move_down', { name })}
          disabled={position === count || isBusy}
          onClick={() => onMove(position + 1)}
        >
          <IconArrowDown size={18} aria-hidden="true" />
        </ActionIcon>
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t('allowances.edit')}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
          {t('allowances.delete')}
          <span className="sr-only"> {name}</span>
        </Button>
      </Group>
    </Card>
  )
}
