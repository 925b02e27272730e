import { Button, TextInput } from '@mantine/core'
import type { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CopyField } from './CopyField.tsx'
import css from './create-secret-dialog.module.css'

type Props = {
  /** `once` says that the secret is never shown again, `label` names it, `done` closes the dialog. */
  texts: Record<'title' | 'name' | 'placeholder' | 'create' | 'once' | 'label' | 'done', string>
  form: ReturnType<typeof useServerForm<{ name: string }>>
  nameCharsMax: number
  isCreating: boolean
  /** The token or address once it exists. */
  secret: string | null
  onCreate: (name: string) => void
  onClose: () => void
}
/** Asks for the name of a new secret, then shows the secret, which is never shown again. */
export function CreateSecretDialog({
  texts,
  form,
  nameCharsMax,
  isCreating,
  secret,
  onCreate,
  onClose,
}: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={texts.title}
      close={t('common:close')}
      isPersistent={secret !== null}
      onClose={onClose}
    >
      {secret === null ? (
        <Form
          problems={form.problems}
          onSubmit={form.submitTo(({ name }) => onCreate(name))}
          className={css['form']}
        >
          <GeneralProblem text={form.problems.general} />
          <TextInput
            label={texts.name}
            placeholder={texts.placeholder}
            maxLength={nameCharsMax}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <FormActions action={texts.create} busy={isCreating} onCancel={onClose} />
        </Form>
      ) : (
        <div className={css['form']}>
          <p className={css['text']}>{texts.once}</p>
          <CopyField label={texts.label} value={secret} />
          <Button onClick={onClose}>{texts.done}</Button>
        </div>
      )}
    </Dialog>
  )
}
