import { useState } from 'react'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { usePayBonus } from '../api/queries.ts'
import { type BonusTotals, describeSource, describeSum } from './describe-bonus.ts'

/** Repeats people, points and budget before a bonus is paid. */
export function PayBonusDialog({
  bonus,
  totals,
  onPaid,
  onClose,
}: {
  bonus: Bonus
  totals: BonusTotals
  onPaid: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const [key] = useState(() => crypto.randomUUID())
  const { people, points, hash } = totals
  const seen = { people, points, ...(hash === null ? {} : { hash }) }
  const pay = usePayBonus({
    onSuccess: () => {
      notifySuccess(t('bonuses.pay.done', { count: people }))
      onPaid()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  const amount = t('common:points', { count: points })
  return (
    <ConfirmDialog
      opened
      title={t('bonuses.pay.title', { name: bonus.name })}
      text={[
        describeSum(t, bonus, totals),
        describeSource(t, bonus, totals),
        t('bonuses.pay.final'),
      ].join(' ')}
      confirm={t('bonuses.pay.action', { points: amount })}
      cancel={t('common:cancel')}
      busy={pay.isPending}
      onClose={onClose}
      onConfirm={() => pay.mutate({ id: bonus.id, key, body: seen })}
    />
  )
}
