import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/app/config.ts'
import { noProblems, problemsOf } from '#web/app/errors.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './settings.module.css'

type Props = { call: 'workspace.reset' | 'workspace.delete'; title: string; text: string; action: string; onClose: () => void; onDone: () => void }

/** Before what cannot be taken back: the team's name typed, then a fresh code from one's own mail. */
export function DangerDialog({ call: name, title, text, action, onClose, onDone }: Props) {
  const { t } = useTranslation('settings')
  const { workspace, user } = useConfig()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const [sig, setSig] = useState<string | null>(null)
  const [problems, setProblems] = useState(noProblems)
  const onError = (error: unknown) => setProblems(problemsOf(t, error, ['name', 'code']))
  const send = useMutation({
    mutationFn: () => call('profiles.get_code', { body: { email: user.email } }),
    onSuccess: (sent) => { setSig(sent.sig); setCode('') },
    onError,
  })
  const act = useMutation({ mutationFn: () => call(name, { body: { name: typed, sig: sig ?? '', code } }), onSuccess: onDone, onError: (error) => { onError(error); setCode('') } })
  const right = typed.trim() === workspace.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noProblems)
    if (!right) setProblems({ fields: { name: t('errors:name_mismatch') }, general: null })
    else if (sig === null) send.mutate()
    else act.mutate()
  }
  return (
    <Dialog title={title} close={t('common:cancel')} onClose={onClose}>
      <form onSubmit={submit} noValidate className={css['fields']}>
        <Text>{text}</Text>
        {problems.general ? <Alert color="red" role="alert">{problems.general}</Alert> : null}
        <TextInput label={t('danger.type_name', { name: workspace.name })} name="name" autoComplete="off" value={typed} error={problems.fields['name']} readOnly={sig !== null} onChange={(event) => setTyped(event.currentTarget.value)} data-autofocus />
        {sig === null ? null : (
          <div>
            <Text mb="xs" role="status">{t('danger.code_sent', { email: user.email })}</Text>
            <CodeInput length={limits.code_digits} value={code} onChange={setCode} label={t('auth:code.label')} digitLabel={(n) => t('auth:code.digit', { n })} error={Boolean(problems.fields['code'])} />
            {problems.fields['code'] ? <div role="alert" className={css['problem']}>{problems.fields['code']}</div> : null}
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>{t('common:cancel')}</Button>
          {sig === null
            ? <Button type="submit" loading={send.isPending} disabled={!right}>{t('danger.send_code')}</Button>
            : <Button type="submit" color="#A8322A" loading={act.isPending} disabled={code.length < limits.code_digits}>{action}</Button>}
        </Group>
      </form>
    </Dialog>
  )
}
