import { useState } from 'react'
import type { Budget } from '#contract/schemas/budgets.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useCloseBudget } from '../api/queries.ts'

/** Confirms that a budget closes, and says how many points return. */
export function CloseBudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const [key] = useState(() => crypto.randomUUID())
  const close = useCloseBudget(budget.id, {
    onSuccess: () => {
      notifySuccess(t('budgets.close.done'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  const { left, name } = budget
  return (
    <ConfirmDialog
      opened
      danger
      title={t('budgets.close.title', { name })}
      text={
        left > 0
          ? t('budgets.close.text', { count: left, n: formatNumber(left) })
          : t('budgets.close.text_empty')
      }
      confirm={t('budgets.close.action')}
      cancel={t('common:cancel')}
      busy={close.isPending}
      onClose={onClose}
      onConfirm={() => close.mutate({ key })}
    />
  )
}
