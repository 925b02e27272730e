import { Alert, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSaveAttribute } from '../api/queries.ts'
import css from './attributes.module.css'

const kinds = ['text', 'list'] as const satisfies Attribute['kind'][]
const visibilities = [
  'everyone',
  'managers',
  'administrators',
] as const satisfies Attribute['visibility'][]

const toOptions = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type Props = { attribute: Attribute | undefined; onClose: () => void }

function useAttributeForm({ attribute, onClose }: Props) {
  const { t } = useTranslation('organization')
  const form = useServerForm({
    initialValues: {
      name: attribute?.name ?? '',
      kind: attribute?.kind ?? 'text',
      options: (attribute?.options ?? []).join('\n'),
      visibility: attribute?.visibility ?? 'administrators',
    },
    fieldNames: ['name', 'kind', 'options', 'visibility'],
  })
  const save = useSaveAttribute(attribute, {
    onSuccess: () => {
      notifySuccess(t('attributes.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ options, ...fields }) =>
    save.mutate({ ...fields, ...(fields.kind === 'list' ? { options: toOptions(options) } : {}) }),
  )
  return { form, submit, isSaving: save.isPending }
}

/** Adds an attribute, or changes its name, options and visibility. */
export function AttributeDialog(props: Props) {
  const { attribute, onClose } = props
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useAttributeForm(props)
  const { general } = form.problems
  return (
    <Dialog
      onClose={onClose}
      title={
        attribute ? t('attributes.edit_title', { name: attribute.name }) : t('attributes.add_title')
      }
      close={t('common:close')}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        {general ? (
          <Alert color="red" role="alert">
            {general}
          </Alert>
        ) : null}
        <TextInput
          label={t('attributes.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.attribute_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
        {attribute ? null : (
          <NativeSelect
            label={t('attributes.kind')}
            name="kind"
            data={kinds.map((value) => ({ value, label: t(`attributes.kinds.${value}`) }))}
            {...form.getInputProps('kind')}
          />
        )}
        {form.values.kind === 'list' ? (
          <Textarea
            label={t('attributes.options')}
            description={t('attributes.options_text')}
            name="options"
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps('options')}
          />
        ) : null}
        <NativeSelect
          label={t('attributes.visibility')}
          description={t('attributes.visibility_text')}
          name="visibility"
          data={visibilities.map((value) => ({ value, label: t(`attributes.visible.${value}`) }))}
          {...form.getInputProps('visibility')}
        />
        <FormActions action={t('attributes.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
