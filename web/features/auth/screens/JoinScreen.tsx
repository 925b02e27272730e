import { Alert, Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { callErrorText, noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { usePageTitle } from '#web/shared/page-title.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { accountQuery } from '#web/shared/sign-in-queries.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { bcp47Tag } from '#web/lib/i18n.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { LegalLinks } from '../components/LegalLinks.tsx'
import { SamplePosts } from '../components/SamplePosts.tsx'
import { workspaceIdOfLink } from '../components/use-invited-workspace.ts'

type Team = OutputOf<'joining.verify_link'>

/** Shows an invalid link, or a team that cannot accept new members. */
function JoinFailure({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const { t } = useTranslation('auth')
  const invalid = failure instanceof ApiCallError && failure.has('join_link_invalid')
  const inactive = failure instanceof ApiCallError && failure.has('billing_inactive')
  if (invalid || inactive)
    return (
      <AuthLayout
        title={t(invalid ? 'join.invalid' : 'join.inactive')}
        lead={t(invalid ? 'join.invalid_text' : 'join.inactive_text')}
        side={<SamplePosts />}
      >
        <Button component={Link} to="/login" fullWidth size="md">
          {t('invite.to_login')}
        </Button>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('invite.failed')} lead={callErrorText(t, failure)} side={<SamplePosts />}>
      <Button fullWidth size="md" onClick={onRetry}>
        {t('common:failure.retry')}
      </Button>
    </AuthLayout>
  )
}

/** The picture and the name of the team. */
function JoinLayout({
  team: { workspace },
  lead,
  children,
}: {
  team: Team
  lead: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('join.heading', { team: workspace.name })}
      lead={lead}
      picture={
        workspace.logo.url ? (
          <img className={css['teamLogo']} src={workspace.logo.url} alt="" />
        ) : undefined
      }
      side={<SamplePosts />}
    >
      {children}
    </AuthLayout>
  )
}

/** Asks for the address and sends a code. The page for the code redirects back to this screen. */
function AddressForm({ team }: { team: Team }) {
  const { t, i18n } = useTranslation('auth')
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  const sendCode = useCall('auth.get_code', {
    input: (address: string) => ({ body: { email: address } }),
    onSuccess: ({ sig }, address) => {
      session.setPendingCode({ email: address, sig, form: 'join', sent_at: Date.now() })
      void navigate({ to: '/code-check' })
    },
    onError: (error) => setProblems(toFormErrors(t, error, ['email'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    sendCode.mutate(email.trim())
  }
  const domains = new Intl.ListFormat(bcp47Tag(i18n.language), { type: 'disjunction' }).format(
    team.domains,
  )
  return (
    <JoinLayout team={team} lead={t('join.lead')}>
      <Form problems={problems} onSubmit={submit}>
        <GeneralProblem text={problems.general} mb="md" />
        <TextInput
          label={t('email')}
          {...(team.domains.length ? { description: t('join.only', { domains }) } : {})}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          size="md"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.fields['email']}
          placeholder={t('email_placeholder')}
        />
        <Button type="submit" fullWidth size="md" mt="lg" loading={sendCode.isPending}>
          {t('send_code')}
        </Button>
      </Form>
      <LegalLinks />
    </JoinLayout>
  )
}

/** Joins with the address that was verified in this browser. */
function ConfirmJoin({
  team,
  token,
  email,
  onOther,
}: {
  team: Team
  token: string
  email: string
  onOther: () => void
}) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const client = useQueryClient()
  const join = useCall('joining.join_by_link', {
    input: () => ({ body: { token }, temporary: true }),
    onSuccess: ({ access_token: accessToken }) => {
      session.start(accessToken)
      client.clear()
      // The guard redirects new users to the page for their name.
      void navigate({ to: '/feed' })
    },
    onError: (error) => {
      const team = workspaceIdOfLink(token)
      if (team !== null && error instanceof ApiCallError && error.has('sso_required'))
        void navigate({ to: '/workspaces', search: { team } })
    },
  })
  const isOver =
    join.error instanceof ApiCallError &&
    (join.error.has('join_link_invalid') || join.error.has('billing_inactive'))
  if (join.error && isOver) return <JoinFailure failure={join.error} onRetry={join.reset} />
  return (
    <JoinLayout team={team} lead={t('invite.lead_plain')}>
      {join.error ? (
        <Alert color="red" mb="lg" role="alert">
          {callErrorText(t, join.error)}
        </Alert>
      ) : null}
      <Alert variant="light" mb="lg">
        {t('join.as', { email })}
      </Alert>
      <Button fullWidth size="md" loading={join.isPending} onClick={() => join.mutate()}>
        {t('join.action')}
      </Button>
      <Button variant="default" fullWidth size="md" mt="sm" onClick={onOther}>
        {t('join.other')}
      </Button>
    </JoinLayout>
  )
}

/** /join: the team of a join link, and the verification of the user's address. */
export function JoinScreen() {
  const { t } = useTranslation('auth')
  const [token] = useState(() => session.linkToken('join'))
  const [usesOther, setUsesOther] = useState(false)
  usePageTitle(t('join.title'))
  const team = useQuery({
    queryKey: queryKey('sign_in', 'join', token),
    queryFn: () => call('joining.verify_link', { body: { token } }),
    retry: false,
  })
  const isKnown = session.temporaryToken() !== null || session.token() !== null
  // Fails for a session without a verified address; the user then enters the address.
  const account = useQuery({ ...accountQuery, enabled: isKnown && !usesOther })
  if (team.isLoadingError)
    return <JoinFailure failure={team.error} onRetry={() => void team.refetch()} />
  if (!team.data || account.isLoading)
    return (
      <AuthLayout title={t('join.title')} side={<SamplePosts />}>
        <Skeleton height={20} mb="md" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  return account.data && isKnown && !usesOther ? (
    <ConfirmJoin
      team={team.data}
      token={token}
      email={account.data.email}
      onOther={() => setUsesOther(true)}
    />
  ) : (
    <AddressForm team={team.data} />
  )
}
