import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useCall } from '#web/shared/use-call.ts'

const consequences = [
  ['🚪', 'ends'],
  ['📱', 'factor'],
  ['✉️', 'again'],
] as const

/** /undo-address: target of the link mailed to the old address. A click restores that address. */
export function UndoEmailChangeScreen() {
  const { t } = useTranslation('auth')
  const [token] = useState(() => session.linkToken('undo_address'))
  usePageTitle(t('undo.title'))
  const undo = useCall('auth.undo_address', { input: () => ({ body: { token } }) })
  const login = (
    <Button component={Link} to="/login" fullWidth size="md">
      {t('undo.login')}
    </Button>
  )
  if (undo.isSuccess)
    return (
      <AuthLayout title={t('undo.done')} lead={t('undo.done_lead')}>
        {login}
      </AuthLayout>
    )
  if (!token || (undo.error instanceof ApiCallError && undo.error.has('address_undo_invalid'))) {
    return (
      <AuthLayout
        title={t('undo.invalid')}
        lead={t('undo.invalid_text', { days: limits.address_undo_days })}
      >
        {login}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('undo.title')} lead={t('undo.lead')}>
      <ul className={css['steps']}>
        {consequences.map(([emoji, key]) => (
          <li key={key}>
            <span aria-hidden="true">{emoji}</span>
            <div>
              <p>{t(`undo.${key}`)}</p>
            </div>
          </li>
        ))}
      </ul>
      {undo.error ? (
        <Alert color="red" mb="md" role="alert">
          {callErrorText(t, undo.error)}
        </Alert>
      ) : null}
      <Button fullWidth size="md" loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('undo.action')}
      </Button>
    </AuthLayout>
  )
}
