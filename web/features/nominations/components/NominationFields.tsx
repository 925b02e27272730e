import { Checkbox, NativeSelect, Radio, Textarea } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { NominationQuestion, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { GroupSelect } from '#web/shared/groups/GroupSelect.tsx'
import { PersonSelect } from '#web/shared/people/PersonSelect.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './nomination-form.module.css'
import type { NominationForm } from './use-nomination-form.ts'

/** The nominee: a colleague or a group. The server refuses those outside the audience. */
export function NomineeField({
  form,
  kind,
  exceptIds,
}: {
  form: NominationForm
  kind: OwnNominationRound['nominee_kind']
  exceptIds: readonly string[]
}) {
  const { t } = useTranslation('organization')
  const { user } = useConfig()
  const { fields } = form.problems
  const label = t(`nominations.form.${kind}`)
  if (kind === 'group')
    return (
      <GroupSelect
        label={label}
        clearLabel={t('clear', { field: label })}
        value={form.values.nominee}
        onChange={(group) => form.setFieldValue('nominee', group)}
        except={exceptIds}
        error={fields['nominee'] ?? fields['group_id']}
      />
    )
  return (
    <PersonSelect
      label={label}
      value={form.values.nominee}
      onChange={(person) => form.setFieldValue('nominee', person)}
      except={[user.id, ...exceptIds]}
      error={fields['nominee'] ?? fields['user_id']}
    />
  )
}

export function ReasonField({ form }: { form: NominationForm }) {
  const { t } = useTranslation('organization')
  return (
    <Textarea
      label={t('nominations.form.text')}
      placeholder={t('nominations.form.text_hint')}
      description={t('awards.give.counter', {
        n: formatNumber(form.values.text.length),
        max: formatNumber(limits.message_chars_max),
      })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="text"
      autosize
      minRows={4}
      maxLength={limits.message_chars_max}
      {...form.getInputProps('text')}
    />
  )
}

/** The answer to a question: a text, one of its choices, or a company value. */
function AnswerField({
  form,
  question,
  index,
}: {
  form: NominationForm
  question: NominationQuestion
  index: number
}) {
  const { t } = useTranslation('organization')
  const { values } = useConfig()
  const { fields } = form.problems
  const answer = form.values.answers[index] ?? ''
  const isMissing = question.required && !answer.trim()
  const field = {
    label: question.required ? question.label : t('nominations.form.optional', question),
    name: `answers.${index}`,
    value: answer,
    error: fields[`answers.${index}`] ?? (isMissing ? fields['answers'] : undefined),
  }
  const set = (next: string) =>
    form.setFieldValue(
      'answers',
      form.values.answers.map((old, place) => (place === index ? next : old)),
    )
  if (question.kind === 'text')
    return (
      <Textarea
        {...field}
        autosize
        minRows={2}
        maxLength={limits.nomination_answer_chars_max}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  const choices =
    question.kind === 'choice'
      ? question.choices.map((choice) => ({ value: choice, label: choice }))
      : values.map(({ id, emoji, name }) => ({ value: id, label: `${emoji} ${name}` }))
  return (
    <NativeSelect
      {...field}
      data={[{ value: '', label: t('nominations.form.choose') }, ...choices]}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

export function AnswerFields({
  form,
  questions,
}: {
  form: NominationForm
  questions: NominationQuestion[]
}) {
  return questions.map((question, index) => (
    <AnswerField key={question.label} form={form} question={question} index={index} />
  ))
}

/** What the nominee gets after the round, and whether the announcement may quote the words. */
export function SharingFields({ form }: { form: NominationForm }) {
  const { t } = useTranslation('organization')
  return (
    <div className={css['sharing']}>
      <Radio.Group
        label={t('nominations.sharing.title')}
        description={t('nominations.sharing.text')}
        {...form.getInputProps('sharing')}
      >
        {(['named', 'anonymous', 'nothing'] as const).map((sharing) => (
          <Radio
            key={sharing}
            mt={10}
            value={sharing}
            label={t(`nominations.sharing.${sharing}`)}
          />
        ))}
      </Radio.Group>
      {form.values.sharing === 'named' ? (
        <Checkbox
          label={t('nominations.sharing.may_quote')}
          description={t('nominations.sharing.may_quote_text')}
          {...form.getInputProps('may_quote', { type: 'checkbox' })}
        />
      ) : null}
    </div>
  )
}
