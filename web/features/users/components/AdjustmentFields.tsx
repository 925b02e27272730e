import { SegmentedControl, Textarea } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

type FormValues = { direction: 'add' | 'take'; amount: string; comment: string }

/** Returns the signed amount of the form. */
export const amountOf = ({ direction, amount }: FormValues): number => {
  const points = parseWholeNumber(amount) ?? 0
  return direction === 'add' ? points : -points
}

/** Returns the form of an adjustment, whose amount is above 0. */
export function useAdjustmentForm(onValuesChange?: () => void) {
  const { t } = useTranslation('team')
  return useServerForm<FormValues>({
    initialValues: { direction: 'add', amount: '', comment: '' },
    fieldNames: ['amount', 'comment'],
    ...(onValuesChange ? { onValuesChange } : {}),
    validate: {
      amount: (typed) => ((parseWholeNumber(typed) ?? 0) > 0 ? null : t('errors:invalid_amount')),
    },
  })
}

/** The direction, amount and comment of an adjustment. */
export function AdjustmentFields({ form }: { form: ReturnType<typeof useAdjustmentForm> }) {
  const { t } = useTranslation('team')
  return (
    <>
      <SegmentedControl
        fullWidth
        radius="md"
        aria-label={t('adjust.direction')}
        {...form.getInputProps('direction', { withError: false })}
        data={[
          { value: 'add' as const, label: t('adjust.add') },
          { value: 'take' as const, label: t('adjust.take') },
        ]}
      />
      <NumberField label={t('adjust.amount')} data-autofocus {...form.getInputProps('amount')} />
      <Textarea
        label={t('adjust.comment')}
        description={t('adjust.comment_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={limits.comment_chars_max}
        {...form.getInputProps('comment')}
      />
    </>
  )
}
