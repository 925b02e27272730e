import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { PointExpiry } from '#contract/schemas/point-expiry.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSetExpiry } from '../api/queries.ts'
import css from './finance.module.css'

/** Months that the dialog offers, besides the ones that are set. */
const offeredMonths = [12, 18, 24, 36, 48, 60]

/** Returns what a choice of months means. Only a new or shorter expiry waits for 90 days. */
function textOfChoice(months: string, before: number | null) {
  if (!months) return 'expiry.off'
  return before === null || Number(months) < before ? 'expiry.warning' : 'expiry.order'
}

/** Sets after how many months points expire, or that they never do. */
export function ExpiryDialog({ expiry, onClose }: { expiry: PointExpiry; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const [months, setMonths] = useState(String(expiry.months ?? ''))
  const save = useSetExpiry({
    onSuccess: () => {
      notifySuccess(t('worth.saved'))
      onClose()
    },
    onError: (error) => notifyError(t, error),
  })
  const choices = [...new Set([...offeredMonths, ...(expiry.months ? [expiry.months] : [])])]
  return (
    <Dialog title={t('expiry.title')} close={t('common:cancel')} onClose={onClose}>
      <Form
        problems={{}}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(months ? Number(months) : null)
        }}
        className={css['form']}
      >
        <NativeSelect
          label={t('expiry.label')}
          name="months"
          value={months}
          onChange={(event) => setMonths(event.currentTarget.value)}
        >
          <option value="">{t('expiry.never')}</option>
          {choices
            .toSorted((a, b) => a - b)
            .map((count) => (
              <option key={count} value={count}>
                {t('expiry.after', { count })}
              </option>
            ))}
        </NativeSelect>
        <p className={css['tableText']}>{t(textOfChoice(months, expiry.months))}</p>
        <FormActions action={t('worth.save')} busy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
