import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './account.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useCall } from '#web/shared/use-call.ts'

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
  const [problems, setProblems] = useState(noFormErrors)
  const [codes, setCodes] = useState<string[] | null>(null)
  const onError = (error: Error) => setProblems(toFormErrors(t, error, []))
  const renew = useCall('second_factor.codes', {
    provesPresence: true,
    onSuccess: ({ recovery_codes: recoveryCodes }) => setCodes(recoveryCodes),
    onError,
  })
  const stop = useCall('second_factor.stop', {
    provesPresence: true,
    onSuccess: () => {
      notifySuccess(t('factor.stopped'))
      onClose()
    },
    onError,
  })
  const change = action === 'renew' ? renew : stop
  const submit = () => {
    setProblems(noFormErrors)
    change.mutate()
  }
  const titleOfAction = t(action === 'renew' ? 'factor.renew' : 'factor.stop_title')
  const title = codes ? t('factor.keep') : titleOfAction
  return (
    <Dialog onClose={onClose} isPersistent={codes !== null} title={title} close={t('common:close')}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <div className={css['form']}>
          <Text>{t(action === 'renew' ? 'factor.renew_text' : 'factor.stop_text')}</Text>
          <GeneralProblem text={problems.general} />
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
