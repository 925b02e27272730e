import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Checkbox, TagsInput, Textarea, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Value } from '#contract/schemas/values.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { useSaveValue } from '../api/queries.ts'
import css from './values.module.css'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

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
  const form = useServerForm({
    initialValues: {
      name: value?.name ?? '',
      description: value?.description ?? '',
      emoji: value?.emoji ?? '💡',
      color: value?.color ?? '#3B82C4',
      keywords: value?.keywords ?? [],
      tag: value?.tag ?? '',
      default: value?.default ?? false,
    },
    fieldNames: formFieldNames,
  })
  const save = useSaveValue(value, {
    onSuccess: () => {
      notifySuccess(t('saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ tag, ...rest }) =>
    save.mutate({ ...rest, ...(tag ? { tag } : {}) }),
  )
  return { form, isSaving: save.isPending, submit }
}
type FieldsProps = Pick<ReturnType<typeof useValueForm>, 'form'>

function NameFields({ form }: FieldsProps) {
  const { t } = useTranslation('values')
  return (
    <>
      <TextInput
        label={t('name')}
        name="name"
        maxLength={limits.value_name_chars_max}
        {...form.getInputProps('name')}
        data-autofocus
      />
      <Textarea
        label={t('description')}
        name="description"
        autosize
        minRows={2}
        maxLength={limits.value_description_chars_max}
        {...form.getInputProps('description')}
      />
    </>
  )
}

function EmojiField({ form }: FieldsProps) {
  const { t } = useTranslation('values')
  return (
    <div>
      <div className={css['emojiRow']}>
        <TextInput
          label={t('emoji')}
          name="emoji"
          maxLength={32}
          w={84}
          {...form.getInputProps('emoji')}
        />
        <div className={css['emojis']} role="group" aria-label={t('emojis')}>
          {emojis.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={`plain ${css['pick']}`}
              aria-pressed={emoji === form.values.emoji}
              onClick={() => form.setFieldValue('emoji', emoji)}
            >
              {emoji}
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
      {swatches.map((swatch) => (
        <button
          key={swatch}
          type="button"
          className={`plain ${css['color']}`}
          style={{ background: swatch }}
          aria-pressed={swatch === color}
          onClick={() => onChange(swatch)}
        >
          <span className="sr-only">{swatch}</span>
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

function KeywordFields({ form }: FieldsProps) {
  const { t } = useTranslation('values')
  return (
    <>
      <TagsInput
        label={t('keywords')}
        description={t('keywords_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="keywords"
        {...form.getInputProps('keywords')}
        maxTags={limits.value_keywords_max}
        splitChars={[',', ';']}
        clearable={false}
        onChange={(keywords) =>
          form.setFieldValue(
            'keywords',
            keywords
              .map((word) => word.trim().slice(0, limits.value_keyword_chars_max))
              .filter(Boolean),
          )
        }
      />
      <TextInput
        label={t('tag')}
        description={t('tag_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="tag"
        leftSection="#"
        maxLength={40}
        {...form.getInputProps('tag')}
        onChange={(event) =>
          form.setFieldValue('tag', event.currentTarget.value.replaceAll(/[#\s]/g, ''))
        }
      />
    </>
  )
}

/** Creates or edits a value, with a preview of its chip. */
export function ValueDialog({ value, onClose }: { value?: Value; onClose: () => void }) {
  const { t } = useTranslation('values')
  const { form, isSaving, submit } = useValueForm(value, onClose)
  const { problems, values } = form
  return (
    <Dialog
      title={value ? t('edit_title', { name: value.name }) : t('add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <div className={css['preview']}>
          <ValueChip
            value={{ name: values.name || t('name'), emoji: values.emoji, color: values.color }}
          />
        </div>
        <NameFields form={form} />
        <EmojiField form={form} />
        <ColorField color={values.color} onChange={(color) => form.setFieldValue('color', color)} />
        <KeywordFields form={form} />
        <Checkbox
          label={t('default')}
          description={t('default_text')}
          disabled={value?.default ?? false}
          {...form.getInputProps('default', { type: 'checkbox' })}
        />
        <FormActions action={t('save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
