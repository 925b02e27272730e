import { ActionIcon, Button } from '@mantine/core'
import {
  IconCalendar,
  IconChartPie,
  IconCoins,
  IconEqual,
  IconStack2,
  IconTrash,
  IconWallet,
} from '@tabler/icons-react'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './bonuses.module.css'
import { describePeriod, describePoints, describeSum } from './describe-bonus.ts'

const iconProps = { size: 16, 'aria-hidden': true } as const
const methodIcons = { share: IconChartPie, even: IconEqual, fixed: IconStack2 } as const

function BonusFacts({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation('organization')
  const Icon = methodIcons[bonus.method]
  return (
    <ul className={css['facts']}>
      <li>
        <IconCalendar {...iconProps} />
        {describePeriod(bonus)}
      </li>
      <li>
        <Icon {...iconProps} />
        {t(`bonuses.method.${bonus.method}`)}
      </li>
      <li>
        <IconWallet {...iconProps} />
        {bonus.budget ? bonus.budget.name : t('awards.issued')}
      </li>
    </ul>
  )
}

/** Who paid a bonus, and when. */
function PaymentNote({ bonus: { paid_at: paidAt, paid_by: payer } }: { bonus: Bonus }) {
  const { t } = useTranslation('organization')
  const { timezone } = useConfig().settings
  const nameOf = usePersonName()
  if (paidAt === null) return null
  return (
    <p className={css['note']}>
      {t('bonuses.paid_on', {
        date: formatDate(paidAt, timezone),
        name: payer ? nameOf(payer) : t('common:former'),
      })}
    </p>
  )
}

/** A bonus in the list: its sum, its status, and what can be done. */
export function BonusRow({
  bonus,
  onOpen,
  onEdit,
  onDelete,
}: {
  bonus: Bonus
  onOpen: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('organization')
  const { name, status, people, points_paid: points } = bonus
  const isPaid = status === 'paid'
  return (
    <Card className={css['row']}>
      <span className={css['tile']} data-paid={isPaid} aria-hidden="true">
        <IconCoins size={26} stroke={1.7} />
      </span>
      <div className={css['words']}>
        <div className={css['head']}>
          <h2>{name}</h2>
          <span className={css['status']} data-status={status}>
            {t(`bonuses.status.${status}`)}
          </span>
        </div>
        <p className={css['sum']}>
          {people !== null && points !== null
            ? describeSum(t, bonus, { people, points })
            : describePoints(t, bonus)}
        </p>
      </div>
      <div className={css['actions']}>
        <Button size="compact-sm" variant={isPaid ? 'default' : 'filled'} h={34} onClick={onOpen}>
          {t(isPaid ? 'bonuses.show' : 'bonuses.review')}
          <span className="sr-only"> {name}</span>
        </Button>
        {isPaid ? null : (
          <>
            <Button size="compact-sm" variant="default" h={34} onClick={onEdit}>
              {t('bonuses.edit')}
              <span className="sr-only"> {name}</span>
            </Button>
            <ActionIcon
              variant="default"
              size={34}
              aria-label={t('bonuses.delete.of', { name })}
              onClick={onDelete}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </>
        )}
      </div>
      <div className={css['more']}>
        <BonusFacts bonus={bonus} />
        <PaymentNote bonus={bonus} />
      </div>
    </Card>
  )
}
