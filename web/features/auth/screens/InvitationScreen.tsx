import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { CompanySignInOffer } from '#web/shared/sso/CompanySignInOffer.tsx'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { TwoFactorForm } from '../components/TwoFactorForm.tsx'
import { SamplePosts } from '../components/SamplePosts.tsx'
import { useEnterInvitedWorkspace } from '../components/use-invited-workspace.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

const hasCode = (error: unknown, code: ErrorCode) =>
  error instanceof ApiCallError && error.has(code)

function InvitationFailure({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const { t } = useTranslation('auth')
  const invalid = hasCode(failure, 'invite_invalid')
  return (
    <AuthLayout
      title={invalid ? t('invite.invalid') : t('invite.failed')}
      side={<SamplePosts />}
      lead={invalid ? t('invite.invalid_text') : callErrorText(t, failure)}
    >
      {invalid ? (
        <Button component={Link} to="/login" fullWidth size="md">
          {t('invite.to_login')}
        </Button>
      ) : (
        <Button fullWidth size="md" onClick={onRetry}>
          {t('common:failure.retry')}
        </Button>
      )}
    </AuthLayout>
  )
}

/** An invitation to a team that signs in through its company: the sign-in accepts it. */
function CompanyInvitation({
  workspace,
  email,
}: Pick<OutputOf<'auth.verify_invite'>, 'workspace' | 'email'>) {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('invite.heading', { team: workspace.name })}
      lead={t('sso.required')}
      side={<SamplePosts />}
    >
      <CompanySignInOffer email={email} workspaceId={workspace.id} />
    </AuthLayout>
  )
}

/**
 * /login/accept: verifies the invite link, then joins the team by a click. An invalid link shows an
 * error.
 */
export function InvitationScreen() {
  const { t } = useTranslation('auth')
  const [token] = useState(() => session.linkToken('invite'))
  const navigate = useNavigate()
  const client = useQueryClient()
  usePageTitle(t('invite.title'))
  const invite = useQuery({
    queryKey: queryKey('sign_in', 'invite', token),
    queryFn: () => call('auth.verify_invite', { body: { token } }),
    retry: false,
  })
  const enterWorkspace = ({ access_token: accessToken }: { access_token: string }) => {
    session.start(accessToken)
    client.clear()
    void navigate({ to: '/create-profile' })
  }
  const join = useCall('auth.accept_invite', {
    input: () => ({ body: { token } }),
    onSuccess: enterWorkspace,
  })
  const isUsed = hasCode(invite.error, 'invite_invalid') && session.token() !== null
  const isRedirecting = useEnterInvitedWorkspace(token, isUsed)
  if (hasCode(join.error, 'second_factor_needed')) {
    return (
      <TwoFactorForm
        verifyCode={(secondFactor) =>
          call('auth.accept_invite', { body: { token, second_factor: secondFactor } })
        }
        onVerified={enterWorkspace}
        start={{ to: '/login' }}
      />
    )
  }
  if (invite.data && hasCode(join.error, 'sso_required'))
    return <CompanyInvitation {...invite.data} />
  const failure = isRedirecting ? null : (invite.error ?? join.error)
  if (failure)
    return (
      <InvitationFailure
        failure={failure}
        onRetry={() => {
          if (invite.error) void invite.refetch()
          else join.mutate()
        }}
      />
    )
  if (!invite.data)
    return (
      <AuthLayout title={t('invite.title')} side={<SamplePosts />}>
        <Skeleton height={20} mb="md" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  const { workspace, invited_by: invitedBy, email } = invite.data
  return (
    <AuthLayout
      title={t('invite.heading', { team: workspace.name })}
      lead={invitedBy ? t('invite.lead', { inviter: invitedBy }) : t('invite.lead_plain')}
      side={<SamplePosts />}
    >
      <Alert variant="light" mb="lg">
        {t('invite.as', { email })}
      </Alert>
      <Button fullWidth size="md" loading={join.isPending} onClick={() => join.mutate()}>
        {t('invite.action')}
      </Button>
    </AuthLayout>
  )
}
