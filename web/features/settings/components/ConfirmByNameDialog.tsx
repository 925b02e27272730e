import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './settings.module.css'

type Props<Result> = {
  run: (name: string) => Promise<Result>
  title: string
  text: string
  action: string
  onClose: () => void
  onDone: (result: Result) => void
}

/** Confirms an irreversible action by the team's name, then by proof of presence. */
export function ConfirmByNameDialog<Result>({
  run,
  title,
  text,
  action,
  onClose,
  onDone,
}: Props<Result>) {
  const { t } = useTranslation('settings')
  const { workspace } = useConfig()
  const [typed, setTyped] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  const confirm = useMutation({
    mutationFn: () => withPresenceProof(() => run(typed)),
    onSuccess: onDone,
    onError: (error) => setProblems(toFormErrors(t, error, ['name'])),
  })
  const isNameCorrect = typed.trim() === workspace.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    if (isNameCorrect) confirm.mutate()
    else setProblems({ fields: { name: t('errors:name_mismatch') }, general: null })
  }
  return (
    <Dialog title={title} close={t('common:cancel')} onClose={onClose}>
      <Form problems={problems} onSubmit={submit} className={css['fields']}>
        <Text>{text}</Text>
        <GeneralProblem text={problems.general} />
        <TextInput
          label={t('danger.type_name', { name: workspace.name })}
          name="name"
          autoComplete="off"
          value={typed}
          error={problems.fields['name']}
          readOnly={confirm.isPending}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            color="#A8322A"
            loading={confirm.isPending}
            disabled={!isNameCorrect}
          >
            {action}
          </Button>
        </Group>
      </Form>
    </Dialog>
  )
}
