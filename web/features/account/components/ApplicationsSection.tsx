import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectedApplication } from '#contract/schemas/oauth.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { describeScope } from '../describe-scope.ts'
import css from './account.module.css'
import { AccountSection } from './AccountSection.tsx'

function ApplicationItem({
  application,
  onDisconnect,
}: {
  application: ConnectedApplication
  onDisconnect: () => void
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  const rights = application.scopes.map((scope) => describeScope(t, scope))
  if (application.reads_private) rights.push(t('applications.private'))
  return (
    <li className={`${css['session']} ${css['token']}`}>
      <span className={css['device']}>
        <IconPlugConnected size={20} aria-hidden="true" />
      </span>
      <div>
        <strong>{application.name}</strong>
        <small>
          {new URL(application.client_id).host} ·{' '}
          {t('applications.since', { day: formatDate(application.created_at, timezone) })} ·{' '}
          {t('tokens.used', { day: formatDate(application.last_used_at, timezone) })}
        </small>
        <ul className={css['rights']}>
          {rights.map((right) => (
            <li key={right}>{right}</li>
          ))}
        </ul>
      </div>
      <Button variant="default" size="sm" onClick={onDisconnect}>
        {t('applications.disconnect')}
        <VisuallyHidden> {application.name}</VisuallyHidden>
      </Button>
    </li>
  )
}

function ApplicationList() {
  const { t } = useTranslation('account')
  const [leaving, setLeaving] = useState<ConnectedApplication | null>(null)
  const applications = useQuery({
    queryKey: queryKey('connected_applications', 'list'),
    queryFn: ({ signal }) => call('oauth.list', { signal }),
  })
  const disconnect = useCall('oauth.disconnect', {
    input: ({ id }: ConnectedApplication) => ({ params: { id } }),
    waitsFor: ['connected_applications'],
    refetchesOnError: () => true,
    onSuccess: () => notifySuccess(t('applications.disconnected')),
    onError: (error) => notifyError(t, error),
    onSettled: () => setLeaving(null),
  })
  if (applications.isLoadingError)
    return <ErrorState error={applications.error} retry={() => void applications.refetch()} />
  if (applications.isPending) return <Skeleton height={40} />
  if (!applications.data.length) return <p className={css['none']}>{t('applications.empty')}</p>
  return (
    <>
      <ul className={css['sessions']} aria-label={t('applications.title')}>
        {applications.data.map((application) => (
          <ApplicationItem
            key={application.id}
            application={application}
            onDisconnect={() => setLeaving(application)}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        danger
        busy={disconnect.isPending}
        title={t('applications.ask', { name: leaving?.name ?? '' })}
        text={t('applications.ask_text')}
        confirm={t('applications.disconnect')}
        cancel={t('common:cancel')}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) disconnect.mutate(leaving)
        }}
      />
    </>
  )
}

/** The applications that the user has connected in this team, such as assistants. */
export function ApplicationsSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  return (
    <AccountSection
      title={t('applications.title')}
      text={impersonated ? t('oneself') : t('applications.text')}
    >
      {impersonated ? null : <ApplicationList />}
    </AccountSection>
  )
}
