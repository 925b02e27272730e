import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './account.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/**
 * Renews the recovery codes or removes the authenticator app. Both actions require proof of
 * presence.
 */
export function ChangeAuthenticatorDialog({
  action,
  onClose,
}: {
  action: 'renew' | 'stop'
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [problems, setProblems] = useState(noFormErrors)
  const [codes, setCodes] = useState<string[] | null>(null)
  const change = useMutation({
    mutationFn: () =>
      withPresenceProof(async () =>
        action === 'renew'
          ? (await call('second_factor.codes')).recovery_codes
          : call('second_factor.stop'),
      ),
    onSuccess: async (made) => {
      if (made) setCodes(made)
      else {
        notifySuccess(t('factor.stopped'))
        onClose()
      }
      await client.invalidateQueries({ queryKey: ['second_factor'] })
    },
    onError: (error) => setProblems(toFormErrors(t, error, [])),
  })
  const submit = () => {
    setProblems(noFormErrors)
    change.mutate()
  }
  const title = codes
    ? t('factor.keep')
    : action === 'renew'
      ? t('factor.renew')
      : t('factor.stop_title')
  return (
    <Dialog onClose={onClose} isPersistent={codes !== null} title={title} close={t('common:close')}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <div className={css['form']}>
          <Text>{t(action === 'renew' ? 'factor.renew_text' : 'factor.stop_text')}</Text>
          {problems.general ? (
            <Alert color="red" role="alert">
              {problems.general}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button
              {...(action === 'stop' ? { color: '#A8322A' } : {})}
              loading={change.isPending}
              onClick={submit}
              data-autofocus
            >
              {t(action === 'renew' ? 'factor.renew' : 'factor.stop')}
            </Button>
          </Group>
        </div>
      )}
    </Dialog>
  )
}
