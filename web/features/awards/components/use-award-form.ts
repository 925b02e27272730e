import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { ApprovalStepInput, Award } from '#contract/schemas/awards.ts'
import {
  includesEveryone,
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { findOfferedValue } from '#web/shared/values/offered-value.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { usePictureChoice } from '#web/shared/forms/PictureChoice.tsx'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { type SavedAward, useSaveAward, useSetAwardPicture } from '../api/queries.ts'
import type { AwardIdea } from './award-ideas.ts'

/** Answers of choices are texts, as the segmented controls hold them. */
type Choice = 'yes' | 'no'
const toChoice = (is: boolean): Choice => (is ? 'yes' : 'no')

export type StepValues = {
  from: string
  approver: ApprovalStepInput['approver']
  people: { id: string; name: string }[]
}
const formFieldNames = [
  'name',
  'text',
  'emoji',
  'criteria',
  'points_min',
  'points_max',
  'budget_id',
  'yearly_max',
  'value_id',
  ...listAudienceFields('givers'),
  ...listAudienceFields('receivers'),
  ...Array.from({ length: limits.award_steps_max }, (_, index) =>
    ['from_points', 'user_ids'].map((part) => `steps.${index}.${part}`),
  ).flat(),
]

const toStepValues = (step: Award['steps'][number] | AwardIdea['steps'][number]): StepValues => ({
  from: step.from_points ? String(step.from_points) : '',
  approver: step.approver,
  people: 'people' in step ? step.people.map(({ id, name }) => ({ id, name })) : [],
})

const emptyValues = (valueId: string) => ({
  name: '',
  text: '',
  emoji: '🏆',
  criteria: '',
  is_range: toChoice(false),
  points_min: '',
  points_max: '',
  budget_id: '',
  for_all_givers: toChoice(true),
  givers: toAudienceForm(),
  for_all_receivers: toChoice(true),
  receivers: toAudienceForm(),
  yearly_max: '',
  value_id: valueId,
  private: toChoice(false),
  steps: [] as StepValues[],
})
export type AwardFormValues = ReturnType<typeof emptyValues>

const toIdeaValues = (t: Translate, idea: AwardIdea): Partial<AwardFormValues> => ({
  name: t(`awards.ideas.${idea.key}.name`),
  text: t(`awards.ideas.${idea.key}.text`),
  criteria: t(`awards.ideas.${idea.key}.criteria`),
  emoji: idea.emoji,
  is_range: toChoice(idea.points[0] !== idea.points[1]),
  points_min: String(idea.points[0]),
  points_max: String(idea.points[1]),
  yearly_max: idea.yearlyMax === null ? '' : String(idea.yearlyMax),
  for_all_givers: toChoice(!Object.keys(idea.givers).length),
  givers: { ...toAudienceForm(), ...idea.givers },
  steps: idea.steps.map(toStepValues),
})

const toAwardValues = (award: Award): AwardFormValues => ({
  name: award.name,
  text: award.text,
  emoji: award.emoji,
  criteria: award.criteria,
  is_range: toChoice(award.points_min !== award.points_max),
  points_min: String(award.points_min),
  points_max: String(award.points_max),
  budget_id: award.budget?.id ?? '',
  for_all_givers: toChoice(includesEveryone(award.givers)),
  givers: toAudienceForm(award.givers),
  for_all_receivers: toChoice(includesEveryone(award.receivers)),
  receivers: toAudienceForm(award.receivers),
  yearly_max: award.yearly_max === null ? '' : String(award.yearly_max),
  value_id: award.value_id,
  private: toChoice(award.private),
  steps: award.steps.map(toStepValues),
})

/** The numbers as typed; those of hidden fields do not count. */
const listTypedNumbers = ({ givers, receivers, ...values }: AwardFormValues): string[] => [
  values.points_min,
  values.yearly_max,
  ...values.steps.map(({ from }) => from),
  ...(values.is_range === 'yes' ? [values.points_max] : []),
  ...(values.for_all_givers === 'no' ? listTypedMonths(givers) : []),
  ...(values.for_all_receivers === 'no' ? listTypedMonths(receivers) : []),
]

function toBody({ is_range: isRange, ...values }: AwardFormValues) {
  const min = parseWholeNumber(values.points_min) ?? 0
  return {
    name: values.name,
    text: values.text,
    emoji: values.emoji,
    criteria: values.criteria,
    points_min: min,
    points_max: isRange === 'yes' ? (parseWholeNumber(values.points_max) ?? 0) : min,
    budget_id: values.budget_id || null,
    givers: values.for_all_givers === 'yes' ? {} : toAudienceInput(values.givers),
    receivers: values.for_all_receivers === 'yes' ? {} : toAudienceInput(values.receivers),
    yearly_max: parseWholeNumber(values.yearly_max),
    value_id: values.value_id,
    private: values.private === 'yes',
    steps: values.steps.map(({ from, approver, people }) => ({
      from_points: parseWholeNumber(from) ?? 0,
      approver,
      user_ids: approver === 'people' ? people.map(({ id }) => id) : [],
    })),
  }
}

/** What the form of an award starts with: an award that changes, an idea, or nothing. */
export type AwardFormStart = { award?: Award; idea?: AwardIdea }

/** The state of the form of a new award, or of one that changes. */
export function useAwardForm({ award, idea }: AwardFormStart, onClose: () => void) {
  const { t } = useTranslation('organization')
  const { values } = useConfig()
  const valueId = findOfferedValue(values, award?.value_id)?.id ?? ''
  const isTypedNumber = (typed: string) =>
    (parseWholeNumber(typed) ?? 0) > 0 || hasInvalidNumber(typed) ? null : t('errors:required')
  const form = useServerForm<AwardFormValues>({
    initialValues: award
      ? { ...toAwardValues(award), value_id: valueId }
      : { ...emptyValues(valueId), ...(idea ? toIdeaValues(t, idea) : {}) },
    fieldNames: formFieldNames,
    validate: {
      name: (name) => (name.trim() ? null : t('errors:required')),
      points_min: isTypedNumber,
      points_max: (typed, { is_range: isRange, points_min: least }) => {
        if (isRange === 'no') return null
        const isBelow = (parseWholeNumber(typed) ?? 0) < (parseWholeNumber(least) ?? 0)
        return isTypedNumber(typed) ?? (isBelow ? t('awards.field.points_order') : null)
      },
      steps: {
        people: (people, { steps }, path) =>
          steps[Number(path.split('.')[1])]?.approver === 'people' && !people.length
            ? t('errors:required')
            : null,
      },
    },
  })
  // The retired value of an award differs from the one that the form shows, and changes to it.
  const [saved, setSaved] = useState<SavedAward | undefined>(
    award && { id: award.id, body: toBody(toAwardValues(award)) },
  )
  const picture = usePictureChoice(award?.picture.url ?? null)
  const finish = () => {
    notifySuccess(t('awards.saved'))
    onClose()
  }
  const setPicture = useSetAwardPicture({
    onSuccess: finish,
    // The award is saved, and the dialog stays open for another picture.
    onError: picture.showRefusal,
  })
  const save = useSaveAward(saved, {
    onSuccess: ({ id }, body) => {
      setSaved({ id, body })
      if (picture.change === undefined) finish()
      else setPicture.mutate({ id, file: picture.change })
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((typed) => {
    if (hasInvalidNumber(...listTypedNumbers(typed))) return
    save.mutate(toBody(typed))
  })
  const isSaving = save.isPending || setPicture.isPending
  return { form, picture, submit, isSaving }
}
export type AwardForm = ReturnType<typeof useAwardForm>['form']
