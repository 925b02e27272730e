import type { FormErrors } from '@mantine/form'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Celebration } from '#contract/schemas/celebrations.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import {
  includesEveryone,
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
import { formatNumber } from '#web/lib/format.ts'
import { languages } from '#web/lib/i18n.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useUpdateCelebration } from '../api/queries.ts'
import { toTexts, type TypedTexts } from './post-text.ts'

const formFieldNames = ['points', 'budget_id', 'value_id', ...listAudienceFields('audience')]

const toInitialValues = (rule: Celebration, values: AppConfig['values']) => ({
  everyone: includesEveryone(rule.audience) ? ('yes' as const) : ('no' as const),
  audience: toAudienceForm(rule.audience),
  points: String(rule.points),
  points_by_year: rule.points_by_year.map(({ years, points }) => ({
    years: String(years),
    points: String(points),
  })),
  budget_id: rule.budget?.id ?? '',
  // A retired value gives way to the default one.
  value_id: values.some(({ id, retired }) => id === rule.value_id && !retired)
    ? (rule.value_id ?? '')
    : '',
  visibility: rule.visibility,
  hour: String(rule.hour),
  weekends: rule.weekends,
  card: rule.card,
  texts: Object.fromEntries(
    languages.map((language) => [language, rule.texts[language] ?? ['']]),
  ) as TypedTexts,
})
export type CelebrationFormValues = Omit<ReturnType<typeof toInitialValues>, 'everyone'> & {
  everyone: 'yes' | 'no'
}

/** Returns the error of a typed number that must be in a range. */
function checkRange(t: Translate, typed: string, start: number, finish: number): string | null {
  const number = parseWholeNumber(typed)
  // The field itself shows that a text is no number.
  if (Number.isNaN(number)) return t('common:number.whole')
  if (number === null) return t('errors:required')
  return number < start || number > finish
    ? t('errors:out_of_range', { start: formatNumber(start), finish: formatNumber(finish) })
    : null
}

/** Returns the errors of the points, by the paths of their fields. */
function checkPoints(
  t: Translate,
  { points, points_by_year: rows }: CelebrationFormValues,
): FormErrors {
  const check = (typed: string) => checkRange(t, typed, 0, limits.celebration_points_max)
  const years = rows.map((row) => parseWholeNumber(row.years))
  const errors: FormErrors = { points: check(points) }
  for (const [index, row] of rows.entries()) {
    const range = checkRange(t, row.years, 1, limits.celebration_years_max)
    const isRepeated = years.indexOf(years[index] ?? null) < index
    errors[`points_by_year.${index}.years`] =
      range ?? (isRepeated ? t('celebrations:years.repeated') : null)
    errors[`points_by_year.${index}.points`] = check(row.points)
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null))
}

const toBody = (values: CelebrationFormValues) => ({
  audience: values.everyone === 'yes' ? {} : toAudienceInput(values.audience),
  points: parseWholeNumber(values.points) ?? 0,
  points_by_year: values.points_by_year.map(({ years, points }) => ({
    years: parseWholeNumber(years) ?? 0,
    points: parseWholeNumber(points) ?? 0,
  })),
  budget_id: values.budget_id || null,
  value_id: values.value_id || null,
  visibility: values.visibility,
  hour: Number(values.hour),
  weekends: values.weekends,
  card: values.card,
  texts: toTexts(values.texts),
})

/** The state of the form of a kind. `switchesOn`: saving also switches it on. */
export function useCelebrationForm(
  rule: Celebration,
  { switchesOn, onClose }: { switchesOn: boolean; onClose: () => void },
) {
  const { t } = useTranslation('celebrations')
  const { values } = useConfig()
  const [loaded] = useState(() => {
    const initial: CelebrationFormValues = toInitialValues(rule, values)
    // A retired value differs from the one that the form shows, and changes to it.
    return { initial, body: { ...toBody(initial), value_id: rule.value_id } }
  })
  const form = useServerForm<CelebrationFormValues>({
    initialValues: loaded.initial,
    fieldNames: formFieldNames,
    validate: (typed) => checkPoints(t, typed),
  })
  const save = useUpdateCelebration({
    onSuccess: () => {
      notifySuccess(t('saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((typed) => {
    const { everyone, audience } = typed
    if (everyone === 'no' && hasInvalidNumber(...listTypedMonths(audience))) return
    save.mutate({
      kind: rule.kind,
      body: {
        ...pickChanged(toBody(typed), loaded.body),
        ...(switchesOn ? { enabled: true } : {}),
      },
    })
  })
  return { form, submit, isSaving: save.isPending }
}
export type CelebrationForm = ReturnType<typeof useCelebrationForm>['form']
