import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { logOut } from '#web/shared/session-actions.ts'
import { configQuery, useConfig } from '#web/shared/config.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { TeamSwitcher } from '#web/shared/workspaces/TeamSwitcher.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

const loadLeaveOrExport = withMessages(
  () => import('#web/shared/workspaces/LeaveOrExport.tsx'),
  'leaving',
)
const LeaveOrExport = lazyWithFallback(() =>
  loadLeaveOrExport().then((loaded) => loaded.LeaveOrExport),
)
const explanationPoints = [
  ['🌿', 'safe'],
  ['💳', 'who'],
  ['✨', 'back'],
] as const

/**
 * /expired: the team is unpaid. Explains the options and rechecks the billing state; the guard
 * redirects once it is active.
 */
export function BillingExpiredScreen() {
  const { t } = useTranslation('auth')
  const { workspace, workspaces_count: workspacesCount, impersonated } = useConfig()
  const client = useQueryClient()
  const [isSwitching, setIsSwitching] = useState(false)
  usePageTitle(t('expired.title'))
  const recheck = useMutation({
    mutationFn: () => client.fetchQuery({ ...configQuery, staleTime: 0 }),
    onSuccess: (config) => {
      if (!config.workspace.billing_active) notifySuccess(t('expired.still'))
    },
    onError: (error) => notifyError(t, error),
  })
  return (
    <AuthLayout title={t('expired.title')} lead={t('expired.lead', { team: workspace.name })}>
      <ul className={css['steps']}>
        {explanationPoints.map(([emoji, key]) => (
          <li key={key}>
            <span aria-hidden="true">{emoji}</span>
            <div>
              <strong>{t(`expired.${key}`)}</strong>
              <p>{t(`expired.${key}_text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button fullWidth size="md" loading={recheck.isPending} onClick={() => recheck.mutate()}>
        {t('expired.action')}
      </Button>
      {workspacesCount > 1 && !impersonated ? (
        <Button fullWidth size="md" variant="default" mt="sm" onClick={() => setIsSwitching(true)}>
          {t('common:switcher.title')}
        </Button>
      ) : null}
      <Button fullWidth size="md" variant="subtle" mt="sm" onClick={() => void logOut()}>
        {t('common:menu.logout')}
      </Button>
      <LeaveOrExport />
      {isSwitching ? <TeamSwitcher onClose={() => setIsSwitching(false)} /> : null}
    </AuthLayout>
  )
}
