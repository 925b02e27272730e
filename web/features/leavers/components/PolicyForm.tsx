import { Button, Radio } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { LeaverOutcome, LeaverPolicy } from '#contract/schemas/leavers.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { useSetPolicy } from '../api/queries.ts'
import css from './leavers.module.css'

type FormValues = { grace_days: string; outcome: LeaverOutcome }
const outcomes = ['return', 'payroll', 'gift_card'] as const

function usePolicyForm(policy: LeaverPolicy) {
  const { t } = useTranslation('organization')
  const saved: FormValues = { grace_days: String(policy.grace_days), outcome: policy.outcome }
  const form = useServerForm<FormValues>({
    initialValues: saved,
    fieldNames: ['grace_days', 'outcome'],
    validate: {
      grace_days: (typed) =>
        (parseWholeNumber(typed) ?? -1) >= 0
          ? null
          : t('errors:out_of_range', { start: 0, finish: limits.leaver_days_max }),
    },
  })
  useSavedValues(form, saved)
  const save = useSetPolicy({
    onSuccess: () => notifySuccess(t('leavers.saved')),
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ grace_days: typed, outcome }) =>
    save.mutate({ grace_days: parseWholeNumber(typed) ?? 0, outcome }),
  )
  return { form, submit, isSaving: save.isPending }
}

/** The days of a grace, and what happens with the rest of the balance. */
export function PolicyForm({ policy }: { policy: LeaverPolicy }) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = usePolicyForm(policy)
  const { problems } = form
  return (
    <Card>
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <NumberField
          label={t('leavers.days')}
          description={t('leavers.days_text', { max: limits.leaver_days_max })}
          name="grace_days"
          className={css['days']}
          {...form.getInputProps('grace_days')}
        />
        <Radio.Group label={t('leavers.outcome')} {...form.getInputProps('outcome')}>
          {outcomes.map((outcome) => (
            <Radio
              key={outcome}
              mt={10}
              value={outcome}
              label={t(`leavers.outcomes.${outcome}`)}
              description={t(`leavers.outcomes.${outcome}_text`)}
              disabled={outcome === 'gift_card' && !policy.pays_gift_cards}
            />
          ))}
        </Radio.Group>
        <div>
          <Button type="submit" loading={isSaving}>
            {t('leavers.save')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
