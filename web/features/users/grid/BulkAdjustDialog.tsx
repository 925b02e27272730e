import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AdjustmentFields, amountOf, useAdjustmentForm } from '../components/AdjustmentFields.tsx'
import css from './team-grid.module.css'
import type { BulkChange } from './use-bulk-change.ts'

/** Adds points to or removes points from the balance of each selected member. */
export function BulkAdjustDialog({
  count,
  submit,
  onClose,
}: {
  count: number
  submit: (change: BulkChange) => void
  onClose: () => void
}) {
  const { t } = useTranslation('team')
  const form = useAdjustmentForm()
  const send = form.submitTo((values) =>
    submit({ kind: 'adjust', amount: amountOf(values), comment: values.comment.trim() }),
  )
  return (
    <Dialog onClose={onClose} title={t('bulk.adjust.title', { count })} close={t('common:close')}>
      <Form problems={form.problems} onSubmit={send} className={css['form']}>
        <p>{t('bulk.adjust.text')}</p>
        <AdjustmentFields form={form} />
        <FormActions action={t('adjust.action')} busy={false} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
