import { ActionIcon, Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './round-form.module.css'
import type { QuestionValues } from './round-values.ts'
import type { RoundForm } from './use-round-form.ts'

const kinds = ['text', 'choice', 'value'] as const

/** The choices of a question, one in each line. */
function ChoicesField({
  n,
  choices,
  onChange,
  error,
}: {
  n: number
  choices: string[]
  onChange: (choices: string[]) => void
  error: ReactNode
}) {
  const { t } = useTranslation('organization')
  return (
    <Textarea
      label={t('nominations.question.choices')}
      description={t('nominations.question.choices_text')}
      aria-label={t('nominations.question.choices_of', { n })}
      autosize
      minRows={2}
      value={choices.join('\n')}
      onChange={(event) =>
        onChange(event.currentTarget.value.split('\n').slice(0, limits.nomination_choices_max))
      }
      error={error}
    />
  )
}

/** The fields of a question: what it asks, and how people answer. */
function QuestionRow({
  form,
  index,
  question,
}: {
  form: RoundForm
  index: number
  question: QuestionValues
}) {
  const { t } = useTranslation('organization')
  const { fields } = form.problems
  const n = index + 1
  const change = (part: Partial<QuestionValues>) =>
    form.setFieldValue(
      'questions',
      form.values.questions.map((old, place) => (place === index ? { ...old, ...part } : old)),
    )
  return (
    <li className={css['item']}>
      <div className={css['itemFields']}>
        <TextInput
          label={t('nominations.question.label')}
          aria-label={t('nominations.question.label_of', { n })}
          maxLength={limits.nomination_label_chars_max}
          value={question.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={fields[`questions.${index}.label`]}
        />
        <NativeSelect
          label={t('nominations.question.kind')}
          aria-label={t('nominations.question.kind_of', { n })}
          data={kinds.map((value) => ({ value, label: t(`nominations.question.kinds.${value}`) }))}
          value={question.kind}
          onChange={(event) =>
            change({ kind: event.currentTarget.value as QuestionValues['kind'] })
          }
        />
        {question.kind === 'choice' ? (
          <ChoicesField
            n={n}
            choices={question.choices}
            onChange={(choices) => change({ choices })}
            error={fields[`questions.${index}.choices`]}
          />
        ) : null}
        <Switch
          label={t('nominations.question.required')}
          checked={question.required}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('nominations.question.remove', { n })}
        onClick={() =>
          form.setFieldValue(
            'questions',
            form.values.questions.filter((_, place) => place !== index),
          )
        }
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** The questions that nominators answer besides saying why. */
export function QuestionFields({ form }: { form: RoundForm }) {
  const { t } = useTranslation('organization')
  const { questions } = form.values
  const add = () =>
    form.setFieldValue('questions', [
      ...questions,
      { label: '', kind: 'text', required: false, choices: [] },
    ])
  return (
    <>
      <p className={css['note']}>{t('nominations.question.text')}</p>
      {questions.length ? (
        <ol className={css['items']} aria-label={t('nominations.section.questions')}>
          {questions.map((question, index) => (
            // Questions have no identity but their place.
            <QuestionRow key={index} form={form} index={index} question={question} />
          ))}
        </ol>
      ) : null}
      {questions.length < limits.nomination_questions_max ? (
        <Button
          variant="default"
          size="sm"
          className={css['add'] ?? ''}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={add}
        >
          {t('nominations.question.add')}
        </Button>
      ) : null}
    </>
  )
}
