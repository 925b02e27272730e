import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeleteRule } from '../api/queries.ts'
import { useRuleTexts } from './use-rule-texts.ts'

/** Confirms that a rule is deleted. */
export function DeleteRuleDialog({
  rule,
  country,
  onClose,
}: {
  rule: TaxRule
  /** The name of its country. */
  country: string
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const { categories } = useRuleTexts()(rule)
  const remove = useDeleteRule({
    onSuccess: () => {
      notifySuccess(t('tax.delete.done'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('tax.delete.title')}
      text={t('tax.delete.text', { country, categories })}
      confirm={t('tax.delete.action')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(rule.id)}
    />
  )
}
