import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './account.module.css'
import { AccountSection } from './AccountSection.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

type Session = OutputOf<'auth.list_sessions'>[number]

function SessionItem({
  session: { client, current, created_at: createdAt, workspace_name: workspaceName },
}: {
  session: Session
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  const Icon = /iPhone|iPad|Android/.test(client) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={css['session']}>
      <span className={css['device']}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div>
        <strong>{client || t('sessions.unknown')}</strong>
        {current ? <span className={css['here']}>{t('sessions.current')}</span> : null}
        <small>
          {workspaceName} · {t('sessions.since', { time: formatDateTime(createdAt, timezone) })}
        </small>
      </div>
    </li>
  )
}

const SessionsSkeleton = () =>
  [0, 1].map((index) => (
    <li key={index} className={css['session']}>
      <Skeleton height={40} width={40} radius="md" />
      <div>
        <Skeleton height={15} width="45%" mb={8} />
        <Skeleton height={12} width="65%" />
      </div>
    </li>
  ))

function SessionList() {
  const { t } = useTranslation('account')
  const { signed_in_by: signedInBy } = useConfig()
  const sessions = useQuery({
    queryKey: queryKey('sessions'),
    queryFn: ({ signal }) => call('auth.list_sessions', { signal }),
  })
  const [endTokens, setEndTokens] = useState(false)
  const endSessions = useCall('auth.end_sessions', {
    provesPresence: true,
    input: () => ({ query: { tokens: endTokens ? 'end' : 'keep' } }),
    waitsFor: ['sessions', 'tokens'],
    onSuccess: () => {
      notifySuccess(endTokens ? t('sessions.ended_tokens') : t('sessions.ended'))
      setEndTokens(false)
    },
    onError: (error) => notifyError(t, error),
  })
  // Access tokens can be revoked here even without other sessions.
  const tokens = useQuery({
    queryKey: queryKey('tokens'),
    queryFn: ({ signal }) => call('tokens.list', { signal }),
  })
  const hasTokens = tokens.data?.items.some((token) => !token.expired) ?? false
  if (sessions.isLoadingError)
    return <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />
  // The current session is first, regardless of its date.
  const list = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <ul
        className={css['sessions']}
        aria-busy={sessions.isPending}
        aria-label={t('sessions.title')}
      >
        {list ? (
          list.map((session) => <SessionItem key={session.id} session={session} />)
        ) : (
          <SessionsSkeleton />
        )}
      </ul>
      {list && signedInBy === 'account' && (list.length > 1 || hasTokens) ? (
        <div className={css['endAll']}>
          {hasTokens ? (
            <Checkbox
              label={t('sessions.tokens')}
              checked={endTokens}
              onChange={(event) => setEndTokens(event.currentTarget.checked)}
            />
          ) : null}
          <Button
            variant="default"
            className={css['end']}
            loading={endSessions.isPending}
            onClick={() => endSessions.mutate()}
          >
            {t('sessions.end')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** The sessions of the account in all its teams. */
export function SessionsSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  return (
    <AccountSection
      title={t('sessions.title')}
      text={impersonated ? t('oneself') : t('sessions.text')}
    >
      {impersonated ? null : <SessionList />}
    </AccountSection>
  )
}
