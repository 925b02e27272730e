import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconBrandSlack, IconBrandTeams, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../components/account.module.css'

type LinkRequest = OutputOf<'chat.preview_link'>
const icons = { slack: IconBrandSlack, teams: IconBrandTeams } as const

/** The end of the page, without a further question. */
function LinkResult({ title, lead }: { title: string; lead: string }) {
  const { t } = useTranslation('account')
  return (
    <AuthLayout title={title} lead={<span role="status">{lead}</span>}>
      <Button component={Link} to="/feed" variant="default" fullWidth size="md">
        {t('chat.link.to_feed')}
      </Button>
    </AuthLayout>
  )
}

/** The link no longer works, or the server did not answer. */
function LinkFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('account')
  if (error instanceof ApiCallError && error.has('chat_link_invalid'))
    return (
      <LinkResult
        title={t('chat.link.invalid')}
        lead={t('chat.link.invalid_text', { minutes: limits.chat_link_minutes })}
      />
    )
  return (
    <AuthLayout title={t('chat.link.title')} lead={callErrorText(t, error)}>
      <Button fullWidth size="md" onClick={onRetry}>
        {t('common:failure.retry')}
      </Button>
    </AuthLayout>
  )
}

/** The account in the chat, and the signed-in person of the team. */
function LinkedAccounts({ request }: { request: LinkRequest }) {
  const { t } = useTranslation('account')
  const { user, workspace } = useConfig()
  const nameOf = usePersonName()
  const Icon = icons[request.provider]
  const chat = t(`chat.kind.${request.provider}`)
  return (
    <div className={css['accounts']}>
      <div className={css['chatAccount']}>
        <span className={css['chatIcon']}>
          <Icon size={22} aria-hidden="true" />
        </span>
        <div>
          <b>{request.person_name}</b>
          <small>{`${request.external_name} · ${chat}`}</small>
        </div>
      </div>
      <span className={css['chatJoint']}>
        <IconLink size={18} aria-hidden="true" />
      </span>
      <div className={css['chatAccount']}>
        <UserAvatar user={user} size={40} />
        <div>
          <b>{nameOf(user)}</b>
          <small>{`${workspace.name} · Laurel`}</small>
          <small>{user.email}</small>
        </div>
      </div>
    </div>
  )
}

function ConfirmLink({
  request,
  token,
  onDone,
  onRefuse,
}: {
  request: LinkRequest
  token: string
  onDone: () => void
  onRefuse: () => void
}) {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const link = useCall('chat.link', {
    input: () => ({ body: { token } }),
    // The token is used up, so its preview would fail.
    except: ['chat'],
    onSuccess: onDone,
  })
  const isOver = link.error instanceof ApiCallError && link.error.has('chat_link_invalid')
  if (isOver) return <LinkFailure error={link.error} onRetry={() => link.reset()} />
  const chat = t(`chat.kind.${request.provider}`)
  return (
    <AuthLayout title={t('chat.link.ask')} lead={t('chat.link.lead', { chat })}>
      {link.error ? (
        <Alert color="red" mb="lg" role="alert">
          {callErrorText(t, link.error)}
        </Alert>
      ) : null}
      <LinkedAccounts request={request} />
      {impersonated ? <p className={css['none']}>{t('oneself')}</p> : null}
      <Stack gap="sm">
        <Button
          fullWidth
          size="md"
          disabled={impersonated}
          loading={link.isPending}
          onClick={() => link.mutate()}
        >
          {t('chat.link.action')}
        </Button>
        <Button variant="default" fullWidth size="md" onClick={onRefuse}>
          {t('chat.link.not_me')}
        </Button>
      </Stack>
    </AuthLayout>
  )
}

/** /chat/link/{token}: the signed-in person links an account in Slack or Microsoft Teams. */
export function LinkChatScreen() {
  const { t } = useTranslation('account')
  const { token } = useParams({ strict: false }) as { token: string }
  const [result, setResult] = useState<'linked' | 'refused' | null>(null)
  usePageTitle(t('chat.link.title'))
  const request = useQuery({
    queryKey: queryKey('chat', 'link_request', token),
    queryFn: ({ signal }) => call('chat.preview_link', { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (result)
    return (
      <LinkResult
        title={t(`chat.link.${result}`)}
        lead={t(`chat.link.${result}_text`, {
          chat: request.data ? t(`chat.kind.${request.data.provider}`) : '',
        })}
      />
    )
  if (request.error)
    return <LinkFailure error={request.error} onRetry={() => void request.refetch()} />
  if (!request.data)
    return (
      <AuthLayout title={t('chat.link.title')}>
        <Skeleton height={170} radius={18} mb="lg" />
        <Skeleton height={42} mb="sm" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  return (
    <ConfirmLink
      request={request.data}
      token={token}
      onDone={() => setResult('linked')}
      onRefuse={() => setResult('refused')}
    />
  )
}
