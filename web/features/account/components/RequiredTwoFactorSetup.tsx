import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { failureText } from '#web/shared/errors/error-messages.ts'
import { useCall } from '#web/shared/use-call.ts'
import { AddAuthenticatorForm } from './AddAuthenticatorDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Adds an app: the secret, its first code, and the recovery codes. */
export function SetupStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account')
  const [setup, setSetup] = useState<OutputOf<'second_factor.start'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = useCall('second_factor.start', { provesPresence: true, onSuccess: setSetup })
  if (codes) return <RecoveryCodes codes={codes} onClose={onDone} />
  if (setup)
    return (
      <AddAuthenticatorForm setup={setup} onConfirmed={setCodes} onClose={() => setSetup(null)} />
    )
  const problem = failureText(t, start.error)
  return (
    <>
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Button fullWidth size="md" loading={start.isPending} onClick={() => start.mutate()}>
        {t('required_factor.add')}
      </Button>
    </>
  )
}
