import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Alert, Checkbox, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Value } from '#contract/schemas/values.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { useSaveValue } from '../api/queries.ts'
import css from './values.module.css'

const formFieldNames = [
  'name',
  'description',
  'emoji',
  'color',
  'keywords',
  'tag',
  'default',
] as const
const emojis = ['🤝', '💛', '🛠️', '🚀', '🌱', '🧭', '🔑', '💡', '⚡', '🌈', '🎉', '🏆']
const swatches = [
  '#3B82C4',
  '#E0A100',
  '#8B5CC7',
  '#D9573F',
  '#3C9A5F',
  '#2F7F86',
  '#D4577F',
  '#5B6BC9',
  '#A67C00',
  '#5F8A8B',
]

function useValueForm(value: Value | undefined, onClose: () => void) {
  const { t } = useTranslation('values')
  const [fields, setFields] = useState({
    name: value?.name ?? '',
    description: value?.description ?? '',
    emoji: value?.emoji ?? '💡',
    color: value?.color ?? '#3B82C4',
    keywords: value?.keywords ?? [],
    tag: value?.tag ?? '',
    default: value?.default ?? false,
  })
  const [problems, setProblems] = useState(noFormErrors)
  const save = useSaveValue(value?.id, {
    onSuccess: () => {
      notifySuccess(t('saved'))
      onClose()
    },
    onError: (error) => setProblems(toFormErrors(t, error, formFieldNames)),
  })
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const { tag, ...rest } = fields
    save.mutate({ ...rest, ...(tag ? { tag } : {}) })
  }
  return { fields, set, problems, isSaving: save.isPending, submit }
}
type FieldsProps = Pick<ReturnType<typeof useValueForm>, 'fields' | 'set' | 'problems'>

function NameFields({ fields, set, problems }: FieldsProps) {
  const { t } = useTranslation('values')
  return (
    <>
      <TextInput
        label={t('name')}
        name="name"
        maxLength={limits.value_name_chars_max}
        value={fields.name}
        error={problems.fields['name']}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={t('description')}
        name="description"
        autosize
        minRows={2}
        maxLength={limits.value_description_chars_max}
        value={fields.description}
        error={problems.fields['description']}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </>
  )
}

function EmojiField({ fields, set, problems }: FieldsProps) {
  const { t } = useTranslation('values')
  return (
    <div>
      <div className={css['emojiRow']}>
        <TextInput
          label={t('emoji')}
          name="emoji"
          maxLength={32}
          w={84}
          value={fields.emoji}
          error={problems.fields['emoji']}
          onChange={(event) => set({ emoji: event.currentTarget.value })}
        />
        <div className={css['emojis']} role="group" aria-label={t('emojis')}>
          {emojis.map((one) => (
            <button
              key={one}
              type="button"
              className={`plain ${css['pick']}`}
              aria-pressed={one === fields.emoji}
              onClick={() => set({ emoji: one })}
            >
              {one}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

function ColorField({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const { t } = useTranslation('values')
  return (
    <fieldset className={css['colors']}>
      <legend>{t('color')}</legend>
      {swatches.map((one) => (
        <button
          key={one}
          type="button"
          className={`plain ${css['color']}`}
          style={{ background: one }}
          aria-pressed={one === color}
          onClick={() => onChange(one)}
        >
          <span className="sr-only">{one}</span>
        </button>
      ))}
      <input
        type="color"
        className={css['any']}
        value={color}
        aria-label={t('any_color')}
        onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
      />
    </fieldset>
  )
}

function KeywordFields({ fields, set, problems }: FieldsProps) {
  const { t } = useTranslation('values')
  return (
    <>
      <TagsInput
        label={t('keywords')}
        description={t('keywords_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="keywords"
        value={fields.keywords}
        maxTags={limits.value_keywords_max}
        splitChars={[',', ';']}
        clearable={false}
        error={problems.fields['keywords']}
        onChange={(keywords) =>
          set({
            keywords: keywords
              .map((word) => word.trim().slice(0, limits.value_keyword_chars_max))
              .filter(Boolean),
          })
        }
      />
      <TextInput
        label={t('tag')}
        description={t('tag_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="tag"
        leftSection="#"
        maxLength={40}
        value={fields.tag}
        error={problems.fields['tag']}
        onChange={(event) => set({ tag: event.currentTarget.value.replaceAll(/[#\s]/g, '') })}
      />
    </>
  )
}

/** Creates or edits a value, with a preview of its chip. */
export function ValueDialog({ value, onClose }: { value?: Value; onClose: () => void }) {
  const { t } = useTranslation('values')
  const { fields, set, problems, isSaving, submit } = useValueForm(value, onClose)
  return (
    <Dialog
      title={value ? t('edit_title', { name: value.name }) : t('add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        {problems.general ? (
          <Alert color="red" role="alert">
            {problems.general}
          </Alert>
        ) : null}
        <div className={css['preview']}>
          <ValueChip
            value={{ name: fields.name || t('name'), emoji: fields.emoji, color: fields.color }}
          />
        </div>
        <NameFields fields={fields} set={set} problems={problems} />
        <EmojiField fields={fields} set={set} problems={problems} />
        <ColorField color={fields.color} onChange={(color) => set({ color })} />
        <KeywordFields fields={fields} set={set} problems={problems} />
        <Checkbox
          label={t('default')}
          description={t('default_text')}
          checked={fields.default}
          disabled={value?.default ?? false}
          onChange={(event) => set({ default: event.currentTarget.checked })}
        />
        <FormActions action={t('save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
