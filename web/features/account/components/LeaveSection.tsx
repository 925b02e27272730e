import { Alert, Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/app/config.ts'
import { problemsOf } from '#web/app/errors.ts'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Section } from './Section.tsx'

/** Leaves the team for good: what is personal is erased, posts stay without a name. */
export function LeaveSection() {
  const { t } = useTranslation('account')
  const { user, workspace, impersonated } = useConfig()
  const [open, setOpen] = useState(false)
  const [sure, setSure] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const leave = useMutation({
    mutationFn: () => call('users.delete', { params: { id: user.id } }),
    onSuccess: () => session.end('/goodbye'),
    onError: (error) => setProblem(problemsOf(t, error, []).general),
  })
  const close = () => {
    setOpen(false)
    setSure(false)
    setProblem(null)
  }
  return (
    <Section title={t('leave.title')} text={impersonated ? t('oneself') : t('leave.text')}
      action={impersonated ? null : <Button variant="default" c="var(--bad)" onClick={() => setOpen(true)}>{t('leave.action')}</Button>}>
      <ConfirmDialog opened={open} danger title={t('leave.ask', { team: workspace.name })} text={t('leave.what')} confirm={t('leave.confirm')} cancel={t('common:cancel')}
        ready={sure} busy={leave.isPending} onClose={close} onConfirm={() => { setProblem(null); leave.mutate() }}>
        {problem ? <Alert color="red" mb="md" role="alert">{problem}</Alert> : null}
        <Checkbox label={t('leave.sure')} checked={sure} onChange={(event) => setSure(event.currentTarget.checked)} />
      </ConfirmDialog>
    </Section>
  )
}
