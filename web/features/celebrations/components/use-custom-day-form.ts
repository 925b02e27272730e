import { useState } from 'react'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import {
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useCreateDay, useUpdateDay } from '../api/custom-days.ts'

const formFieldNames = [
  'name',
  'date',
  'hour',
  'text',
  'points',
  'budget_id',
  'value_id',
  ...listAudienceFields('audience'),
]

const toValues = (day: CustomDay | null, values: AppConfig['values']) => ({
  name: day?.name ?? '',
  date: day?.date ?? '',
  yearly: day?.yearly ?? true,
  hour: String(day?.hour ?? 9),
  everyone: day?.everyone ? 'yes' : 'no',
  audience: toAudienceForm(day?.audience),
  text: day?.text ?? '',
  points: String(day?.points ?? 0),
  budget_id: day?.budget?.id ?? '',
  // A retired value gives way to the default one.
  value_id: values.find(({ id, retired }) => id === day?.value_id && !retired)?.id ?? '',
})
type CustomDayValues = ReturnType<typeof toValues>

const toBody = (values: CustomDayValues) => ({
  name: values.name,
  date: values.date,
  yearly: values.yearly,
  hour: Number(values.hour),
  everyone: values.everyone === 'yes',
  audience: values.everyone === 'yes' ? {} : toAudienceInput(values.audience),
  text: values.text,
  points: parseWholeNumber(values.points) ?? 0,
  budget_id: values.budget_id || null,
  value_id: values.value_id || null,
})

/** The state of the form of a new day, or of one that changes. */
export function useCustomDayForm(day: CustomDay | null, onClose: () => void) {
  const { t } = useTranslation('celebrations')
  const { values } = useConfig()
  const required = (typed: string) => (typed.trim() ? null : t('errors:required'))
  const [loaded] = useState(() => {
    const initial = toValues(day, values)
    // A retired value differs from the one that the form shows, and changes to it.
    return { initial, body: { ...toBody(initial), value_id: day?.value_id ?? null } }
  })
  const form = useServerForm<CustomDayValues>({
    initialValues: loaded.initial,
    fieldNames: formFieldNames,
    validate: { name: required, date: required, text: required },
  })
  const callbacks = {
    onSuccess: () => {
      notifySuccess(t('saved'))
      onClose()
    },
    onError: form.showRefusal,
  }
  const create = useCreateDay(callbacks)
  const update = useUpdateDay(day?.id ?? '', callbacks)
  const submit = form.submitTo((typed) => {
    const { points, everyone, audience } = typed
    const months = everyone === 'no' ? listTypedMonths(audience) : []
    if (hasInvalidNumber(points, ...months)) return
    const body = toBody(typed)
    if (day) update.mutate(pickChanged(body, loaded.body))
    else create.mutate(body)
  })
  return { form, submit, isSaving: create.isPending || update.isPending }
}
export type CustomDayForm = ReturnType<typeof useCustomDayForm>['form']
