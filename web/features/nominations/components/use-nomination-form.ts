import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OwnNomination, OwnNominationRound } from '#contract/schemas/nominations.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useChangeNomination, useNominate } from '../api/own.api.ts'
import { nameOfNominee } from './describe-round.ts'
import { type NominationValues, openNominationDraft } from './nomination-drafts.ts'

const formFieldNames = [
  'user_id',
  'group_id',
  'text',
  'answers',
  ...Array.from({ length: limits.nomination_questions_max }, (_, index) => `answers.${index}`),
]

const toBody = (values: NominationValues) => ({
  text: values.text,
  answers: values.answers.map((answer) => answer.trim() || null),
  sharing: values.sharing,
  // Quotes have the name, so that only words with the name can be quoted.
  may_quote: values.sharing === 'named' && values.may_quote,
})

/** Returns values whose answers are still offered; a retired value gives way to no answer. */
const withOfferedAnswers = (
  stored: NominationValues,
  { questions }: OwnNominationRound,
  { values }: AppConfig,
): NominationValues => ({
  ...stored,
  answers: stored.answers.map((answer, index) =>
    questions[index]?.kind === 'value' && !values.some(({ id }) => id === answer) ? '' : answer,
  ),
})

/** Returns a function for the initial values of a nomination that changes. */
function useOwnValues() {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (own: OwnNomination): NominationValues => {
    const { user, group } = own.nominee
    return {
      nominee: { id: (user ?? group)?.id ?? '', name: nameOfNominee(t, own.nominee, nameOf) },
      text: own.text,
      answers: own.answers.map((answer) => answer ?? ''),
      sharing: own.sharing,
      may_quote: own.may_quote,
    }
  }
}

/** The state of the form of a new nomination, or of one that changes. A new one has a draft. */
export function useNominationForm(
  round: OwnNominationRound,
  own: OwnNomination | undefined,
  onDone: () => void,
) {
  const { t } = useTranslation('organization')
  const config = useConfig()
  const toValues = useOwnValues()
  const empty: NominationValues = {
    nominee: null,
    text: '',
    answers: round.questions.map(() => ''),
    sharing: 'named',
    may_quote: false,
  }
  const [draft] = useState(() => openNominationDraft(config, round.id, empty))
  const form = useServerForm<NominationValues>({
    initialValues: withOfferedAnswers(own ? toValues(own) : draft.read(), round, config),
    fieldNames: formFieldNames,
    onValuesChange: (values) => {
      if (!own) draft.write(values)
    },
    validate: {
      nominee: (nominee) => (nominee ? null : t(`nominations.form.no_${round.nominee_kind}`)),
      text: (text) =>
        text.trim().length >= limits.message_chars_min ? null : t('nominations.form.no_text'),
      answers: (answers) =>
        answers.some((answer, index) => round.questions[index]?.required && !answer.trim())
          ? t('errors:required')
          : null,
    },
  })
  const nominate = useNominate(round.id, {
    onSuccess: () => {
      draft.write(empty)
      form.setValues(empty)
      notifySuccess(t('nominations.form.done'))
      onDone()
    },
    onError: form.showRefusal,
  })
  const change = useChangeNomination(round.id, own?.id ?? '', {
    onSuccess: () => {
      notifySuccess(t('nominations.form.changed'))
      onDone()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((values) => {
    const { nominee } = values
    if (!nominee) return
    if (own) change.mutate(toBody(values))
    else
      nominate.mutate({
        nominee:
          round.nominee_kind === 'person' ? { user_id: nominee.id } : { group_id: nominee.id },
        body: toBody(values),
      })
  })
  return { form, submit, isSaving: nominate.isPending || change.isPending }
}
export type NominationForm = ReturnType<typeof useNominationForm>['form']
