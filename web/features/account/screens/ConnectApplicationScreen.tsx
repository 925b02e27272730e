import { Alert, Button, Checkbox, Skeleton, Stack } from '@mantine/core'
import { IconLink, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { OauthScope } from '#contract/oauth.ts'
import type { OauthInteraction } from '#contract/schemas/oauth.ts'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText, failureText } from '#web/shared/errors/error-messages.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { describeScope } from '../describe-scope.ts'
import css from '../components/account.module.css'

/** The request is over or belongs to another browser, or the server did not answer. */
function RequestFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('account')
  if (error instanceof ApiCallError && error.has('not_found'))
    return (
      <AuthLayout
        title={t('applications.connect.over')}
        lead={<span role="status">{t('applications.connect.over_text')}</span>}
      >
        <Button component={Link} to="/feed" variant="default" fullWidth size="md">
          {t('chat.link.to_feed')}
        </Button>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('applications.connect.title')} lead={callErrorText(t, error)}>
      <Button fullWidth size="md" onClick={onRetry}>
        {t('common:failure.retry')}
      </Button>
    </AuthLayout>
  )
}

/** The application with the host that vouches for it, and the signed-in person of the team. */
function ConnectedSides({ client }: Pick<OauthInteraction, 'client'>) {
  const { user, workspace } = useConfig()
  const nameOf = usePersonName()
  return (
    <div className={css['accounts']}>
      <div className={css['chatAccount']}>
        <span className={css['chatIcon']}>
          <IconPlugConnected size={22} aria-hidden="true" />
        </span>
        <div>
          <b>{client.name}</b>
          <small>{new URL(client.id).host}</small>
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

type Choice = { scopes: OauthScope[]; reads_private: boolean }

/** What the application may do. Each right can be left out; private posts are left out at first. */
function ScopeChoice({
  asked,
  choice,
  onChange,
}: {
  asked: readonly OauthScope[]
  choice: Choice
  onChange: (choice: Choice) => void
}) {
  const { t } = useTranslation('account')
  const readsPosts = choice.scopes.includes('posts:read')
  const choose = (scope: OauthScope, on: boolean) => {
    const scopes = asked.filter((one) => (one === scope ? on : choice.scopes.includes(one)))
    onChange({
      scopes,
      reads_private: choice.reads_private && scopes.includes('posts:read'),
    })
  }
  return (
    <fieldset className={`${css['scopeList']} ${css['consent']}`}>
      <legend>{t('applications.connect.may')}</legend>
      {asked.map((scope) => (
        <Checkbox
          key={scope}
          label={describeScope(t, scope)}
          checked={choice.scopes.includes(scope)}
          onChange={(event) => choose(scope, event.currentTarget.checked)}
        />
      ))}
      {asked.includes('posts:read') ? (
        <Checkbox
          label={t('applications.private')}
          description={t('applications.connect.private_text')}
          disabled={!readsPosts}
          checked={choice.reads_private}
          onChange={(event) => onChange({ ...choice, reads_private: event.currentTarget.checked })}
        />
      ) : null}
    </fieldset>
  )
}

/** Rights that move points. The tools for assistants show a preview first (docs/oauth.md). */
const spendingScopes: ReadonlySet<OauthScope> = new Set(['posts:write', 'shop:write'])

const openAddress = ({ url }: { url: string }) => location.assign(url)

function ConsentPage({ uid, request }: { uid: string; request: OauthInteraction }) {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const [choice, setChoice] = useState<Choice>({ scopes: request.scopes, reads_private: false })
  const approve = useCall('oauth.approve', {
    provesPresence: true,
    input: () => ({ params: { uid }, body: choice }),
    onSuccess: openAddress,
  })
  const deny = useCall('oauth.deny', {
    input: () => ({ params: { uid } }),
    onSuccess: openAddress,
  })
  const error = approve.error ?? deny.error
  if (error instanceof ApiCallError && error.has('not_found'))
    return <RequestFailure error={error} onRetry={() => approve.reset()} />
  const { name } = request.client
  const problem = request.allowed ? failureText(t, error) : t('applications.connect.blocked')
  const asksBeforeSpending =
    request.audience === 'mcp' && request.scopes.some((scope) => spendingScopes.has(scope))
  // The browser leaves this page after either call.
  const isLeaving = approve.isSuccess || deny.isSuccess
  return (
    <AuthLayout
      title={t('applications.connect.ask', { name })}
      lead={t('applications.connect.lead', { host: request.returns_to })}
    >
      {problem ? (
        <Alert color="red" mb="lg" role="alert">
          {problem}
        </Alert>
      ) : null}
      <ConnectedSides client={request.client} />
      {request.allowed ? (
        <ScopeChoice asked={request.scopes} choice={choice} onChange={setChoice} />
      ) : null}
      {impersonated ? <p className={css['none']}>{t('oneself')}</p> : null}
      <Stack gap="sm">
        {request.allowed ? (
          <Button
            fullWidth
            size="md"
            disabled={impersonated || !choice.scopes.length}
            loading={approve.isPending || isLeaving}
            onClick={() => approve.mutate()}
          >
            {t('applications.connect.action')}
          </Button>
        ) : null}
        <Button
          variant="default"
          fullWidth
          size="md"
          disabled={impersonated}
          loading={deny.isPending}
          onClick={() => deny.mutate()}
        >
          {t('applications.connect.refuse')}
        </Button>
      </Stack>
      {request.allowed ? (
        <p className={css['consentFoot']}>
          {t('applications.connect.foot')}
          {asksBeforeSpending ? ` ${t('applications.connect.foot_preview')}` : null}
        </p>
      ) : null}
    </AuthLayout>
  )
}

/** /connect/{uid}: the signed-in person decides about an application that asks for access. */
export function ConnectApplicationScreen() {
  const { t } = useTranslation('account')
  const { uid } = useParams({ strict: false }) as { uid: string }
  usePageTitle(t('applications.connect.title'))
  const request = useQuery({
    queryKey: queryKey('connected_applications', 'request', uid),
    queryFn: ({ signal }) => call('oauth.interaction', { params: { uid }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (request.error)
    return <RequestFailure error={request.error} onRetry={() => void request.refetch()} />
  if (!request.data)
    return (
      <AuthLayout title={t('applications.connect.title')}>
        <Skeleton height={170} radius={18} mb="lg" />
        <Skeleton height={42} mb="sm" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  return <ConsentPage uid={uid} request={request.data} />
}
