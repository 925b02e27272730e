import { useState } from 'react'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { findOfferedValue } from '#web/shared/values/offered-value.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useCreateRound, useUpdateRound } from '../api/rounds.api.ts'
import type { RoundIdea } from './round-ideas.ts'
import {
  emptyRoundValues,
  listTypedNumbers,
  roundFieldNames,
  type RoundValues,
  toChangeableBody,
  toIdeaValues,
  toRoundBody,
  toRoundValues,
} from './round-values.ts'

/** What the form of a round starts with: a round that changes, an idea, or nothing. */
export type RoundFormStart = { round?: NominationRound; idea?: RoundIdea }

/** Returns the checks of the form, before the server checks the rest. */
function useRoundChecks() {
  const { t } = useTranslation('organization')
  const required = t('errors:required')
  const isFilled = (text: string) => (text.trim() ? null : required)
  const isPositive = (typed: string) =>
    (parseWholeNumber(typed) ?? 0) > 0 || hasInvalidNumber(typed) ? null : required
  const isAfter = (day: string, earlier: string) => {
    if (!day) return required
    return day < earlier ? t('nominations.field.days_order') : null
  }
  return {
    name: isFilled,
    nominations_max: isPositive,
    winners_max: isPositive,
    starts_on: (day: string) => (day ? null : required),
    ends_on: (day: string, { starts_on: first }: RoundValues) => isAfter(day, first),
    decides_on: (day: string, { ends_on: last }: RoundValues) => isAfter(day, last),
    questions: {
      label: isFilled,
      choices: (choices: string[], { questions }: RoundValues, path: string) =>
        questions[Number(path.split('.')[1])]?.kind === 'choice' &&
        choices.filter((choice) => choice.trim()).length < 2
          ? t('nominations.question.two_choices')
          : null,
    },
    criteria: (criteria: string[], { decision }: RoundValues) =>
      decision === 'jury' && !criteria.some((criterion) => criterion.trim()) ? required : null,
    jurors: (jurors: RoundValues['jurors'], { decision }: RoundValues) =>
      decision === 'jury' && !jurors.length ? t('nominations.field.no_jurors') : null,
  }
}

/** The state of the form of a new round, or of one that changes. */
export function useRoundForm({ round, idea }: RoundFormStart, onClose: () => void) {
  const { t } = useTranslation('organization')
  const { values, settings } = useConfig()
  const valueId = findOfferedValue(values, round?.value_id)?.id ?? ''
  const form = useServerForm<RoundValues>({
    initialValues: round
      ? { ...toRoundValues(round), value_id: valueId }
      : {
          ...emptyRoundValues(t, todayInTimezone(settings.timezone), valueId),
          ...(idea ? toIdeaValues(t, idea) : {}),
        },
    fieldNames: roundFieldNames,
    validate: useRoundChecks(),
  })
  // The retired value of a round differs from the one that the form shows, and changes to it.
  const [saved] = useState(() => round && toRoundBody(toRoundValues(round)))
  const callbacks = {
    onSuccess: () => {
      notifySuccess(t('nominations.saved'))
      onClose()
    },
    onError: form.showRefusal,
  }
  const create = useCreateRound(callbacks)
  const update = useUpdateRound(round?.id ?? '', callbacks)
  const hasStarted = round !== undefined && round.phase !== 'planned'
  const submit = form.submitTo((typed) => {
    if (hasInvalidNumber(...listTypedNumbers(typed))) return
    if (!saved) create.mutate(toRoundBody(typed))
    else if (hasStarted) update.mutate(pickChanged(toChangeableBody(typed), saved))
    else update.mutate(pickChanged(toRoundBody(typed), saved))
  })
  return { form, submit, hasStarted, isSaving: create.isPending || update.isPending }
}
export type RoundForm = ReturnType<typeof useRoundForm>['form']
