import { useState } from 'react'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import {
  includesEveryone,
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { useConfig } from '#web/shared/config.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useCreateBonus, useUpdateBonus } from '../api/queries.ts'
import { findPeriod } from './periods.ts'

const formFieldNames = [
  'name',
  'text',
  'starts_on',
  'ends_on',
  'method',
  'points',
  'person_max',
  'budget_id',
  ...listAudienceFields('audience'),
]

const toValues = (bonus: Bonus | null, today: string) => {
  const period = findPeriod('quarter', today)
  return {
    name: bonus?.name ?? '',
    text: bonus?.text ?? '',
    starts_on: bonus?.starts_on ?? period.from,
    ends_on: bonus?.ends_on ?? period.to,
    method: bonus?.method ?? ('share' as Bonus['method']),
    points: bonus ? String(bonus.points) : '',
    person_max: bonus?.person_max ? String(bonus.person_max) : '',
    budget_id: bonus?.budget?.id ?? '',
    everyone: !bonus || includesEveryone(bonus.audience) ? 'yes' : 'no',
    audience: toAudienceForm(bonus?.audience),
  }
}
export type BonusFormValues = ReturnType<typeof toValues>

/** The numbers as typed; those of hidden fields do not count. */
const listTypedNumbers = ({ audience, ...values }: BonusFormValues): string[] => [
  values.points,
  ...(values.method === 'share' ? [values.person_max] : []),
  ...(values.everyone === 'no' ? listTypedMonths(audience) : []),
]

const toBody = (values: BonusFormValues) => ({
  name: values.name,
  text: values.text,
  starts_on: values.starts_on,
  ends_on: values.ends_on,
  method: values.method,
  points: parseWholeNumber(values.points) ?? 0,
  person_max: values.method === 'share' ? parseWholeNumber(values.person_max) || null : null,
  budget_id: values.budget_id || null,
  audience: values.everyone === 'yes' ? {} : toAudienceInput(values.audience),
})

/** The state of the form of a new bonus, or of one that changes. `onSaved` gets the saved one. */
export function useBonusForm(bonus: Bonus | null, onSaved: (bonus: Bonus) => void) {
  const { t } = useTranslation('organization')
  const { settings } = useConfig()
  const required = (typed: string) => (typed.trim() ? null : t('errors:required'))
  const [loaded] = useState(() => toValues(bonus, todayInTimezone(settings.timezone)))
  const form = useServerForm<BonusFormValues>({
    initialValues: loaded,
    fieldNames: formFieldNames,
    validate: {
      name: required,
      starts_on: required,
      ends_on: (day, { starts_on: first }) =>
        required(day) ?? (day < first ? t('bonuses.field.order') : null),
      points: (typed) =>
        (parseWholeNumber(typed) ?? 0) > 0 || hasInvalidNumber(typed) ? null : t('errors:required'),
    },
  })
  const callbacks = { onSuccess: onSaved, onError: form.showRefusal }
  const create = useCreateBonus(callbacks)
  const update = useUpdateBonus(bonus?.id ?? '', callbacks)
  const submit = form.submitTo((values) => {
    if (hasInvalidNumber(...listTypedNumbers(values))) return
    const body = toBody(values)
    if (bonus) update.mutate(pickChanged(body, toBody(loaded)))
    else create.mutate(body)
  })
  return { form, submit, isSaving: create.isPending || update.isPending }
}
export type BonusForm = ReturnType<typeof useBonusForm>['form']
