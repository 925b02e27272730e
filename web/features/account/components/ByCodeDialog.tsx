import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noProblems, problemsOf, tell } from '#web/app/errors.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './account.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** What takes a code of the app, or a recovery code: new recovery codes, or no app any more. */
export function ByCodeDialog({ what, onClose }: { what: 'renew' | 'stop'; onClose: () => void }) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState(noProblems)
  const [codes, setCodes] = useState<string[] | null>(null)
  const act = useMutation({
    mutationFn: async () => (what === 'renew' ? (await call('second_factor.codes', { body: { code } })).recovery_codes : call('second_factor.stop', { body: { code } })),
    onSuccess: async (made) => {
      if (made) setCodes(made)
      else {
        tell(t('factor.stopped'))
        onClose()
      }
      await client.invalidateQueries({ queryKey: ['second_factor'] })
    },
    onError: (error) => setProblems(problemsOf(t, error, ['code'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noProblems)
    act.mutate()
  }
  const title = codes ? t('factor.keep') : what === 'renew' ? t('factor.renew') : t('factor.stop_title')
  return (
    <Dialog onClose={onClose} firm={codes !== null} title={title} close={t('common:close')}>
      {codes ? <RecoveryCodes codes={codes} onClose={onClose} /> : (
        <form onSubmit={submit} noValidate className={css['form']}>
          <Text>{t(what === 'renew' ? 'factor.renew_text' : 'factor.stop_text')}</Text>
          {problems.general ? <Alert color="red" role="alert">{problems.general}</Alert> : null}
          <TextInput className={css['half']} label={t('factor.code')} name="code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} value={code} error={problems.fields['code']}
            onChange={(event) => setCode(event.currentTarget.value)} data-autofocus />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>{t('common:cancel')}</Button>
            <Button type="submit" {...(what === 'stop' ? { color: '#A8322A' } : {})} loading={act.isPending}>{t(what === 'renew' ? 'factor.renew' : 'factor.stop')}</Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}
