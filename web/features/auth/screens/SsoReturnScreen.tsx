import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiCallError, call } from '#web/lib/client.ts'
import { loadMessages } from '#web/lib/i18n.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import {
  type PendingSso,
  readPendingSso,
  removePendingSso,
  type SsoTarget,
  startSsoSignIn,
  startSsoTest,
} from '#web/shared/sso/tab-sign-in.ts'
import { SamplePosts } from '../components/SamplePosts.tsx'
import { SsoFailure } from '../components/SsoFailure.tsx'
import { SsoTestFailure, SsoTestResult } from '../components/SsoTestResult.tsx'
import css from '../components/sso-test.module.css'
import { parseSsoFragment } from '../sso-fragment.ts'

type Pending<Kind> = Extract<PendingSso, { kind: Kind }>
const expired = () => new ApiCallError(401, [{ code: 'sso_expired', message: '' }])

/** Runs an action once, also when effects run twice. */
function useOnce(action: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    action()
  })
}

function Progress({ title, text }: { title: string; text: string }) {
  usePageTitle(title)
  return (
    <AuthLayout title={title} side={<SamplePosts />}>
      <p className={css['progress']} role="status">
        <Loader size="sm" />
        {text}
      </p>
    </AuthLayout>
  )
}

/** Exchanges the code for a session and goes to the page that asked for the sign-in. */
function ExchangeCode({ code, pending }: { code: string; pending: Pending<'sign_in'> }) {
  const { t } = useTranslation('auth')
  const client = useQueryClient()
  const navigate = useNavigate()
  const exchange = useMutation({
    mutationFn: () => {
      removePendingSso()
      return call('sso.exchange', { body: { code, verifier: pending.verifier } })
    },
    onSuccess: ({ access_token: accessToken }) => {
      session.start(accessToken)
      client.clear()
      void navigate({ to: safeNextPath(pending.next) ?? '/feed', replace: true })
    },
  })
  useOnce(exchange.mutate)
  return exchange.error ? (
    <SsoFailure error={exchange.error} retry={pending} />
  ) : (
    <Progress title={t('sso.entering')} text={t('sso.wait')} />
  )
}

/** Reads the result of a test, which signs nobody in. */
function ReadTestResult({ code, pending }: { code: string; pending: Pending<'test'> }) {
  const { t } = useTranslation('auth')
  const read = useMutation({
    mutationFn: async () => {
      removePendingSso()
      // The result may name a refusal, whose texts load with refused calls only.
      await loadMessages(['refusals'])
      return call('sso.test_result', { body: { code, verifier: pending.verifier } })
    },
  })
  useOnce(read.mutate)
  const connectionId = pending.connection_id
  if (read.error) return <SsoTestFailure error={read.error} connectionId={connectionId} />
  return read.data ? (
    <SsoTestResult result={read.data} connectionId={connectionId} />
  ) : (
    <Progress title={t('sso.test.title')} text={t('sso.wait')} />
  )
}

function StartTest({ connectionId }: { connectionId: string }) {
  const { t } = useTranslation('auth')
  const start = useMutation({ mutationFn: () => startSsoTest(connectionId) })
  useOnce(start.mutate)
  return start.error ? (
    <SsoTestFailure error={start.error} connectionId={connectionId} />
  ) : (
    <Progress title={t('sso.test.title')} text={t('sso.leaving')} />
  )
}

function StartSignIn({ target }: { target: SsoTarget }) {
  const { t } = useTranslation('auth')
  const start = useMutation({ mutationFn: () => startSsoSignIn(target) })
  useOnce(start.mutate)
  return start.error ? (
    <SsoFailure error={start.error} retry={{ target }} />
  ) : (
    <Progress title={t('sso.entering')} text={t('sso.leaving')} />
  )
}

/**
 * Starts a sign-in for a portal of the company. A link must not replace the session of a person who
 * is signed in, so that person confirms it.
 */
function StartFromPortal({ target }: { target: SsoTarget }) {
  const { t } = useTranslation('auth')
  const [isConfirmed, setConfirmed] = useState(() => session.token() === null)
  if (isConfirmed) return <StartSignIn target={target} />
  return (
    <AuthLayout title={t('sso.replace.title')} lead={t('sso.replace.text')} side={<SamplePosts />}>
      <Button fullWidth size="md" onClick={() => setConfirmed(true)}>
        {t('code.action')}
      </Button>
      <Button component={Link} to="/feed" variant="default" fullWidth size="md" mt="sm">
        {t('sso.replace.stay')}
      </Button>
    </AuthLayout>
  )
}

/** /login/sso: providers and the settings lead here. The fragment leaves the address at once. */
export function SsoReturnScreen() {
  const navigate = useNavigate()
  const [fragment] = useState(() => parseSsoFragment(window.location.hash.slice(1)))
  const [pending] = useState(readPendingSso)
  useOnce(() => {
    if (window.location.hash) void navigate({ to: '/login/sso', hash: '', replace: true })
  })
  if (fragment.kind === 'start') return <StartFromPortal target={fragment.target} />
  if (fragment.kind === 'test') return <StartTest connectionId={fragment.connection_id} />
  if (fragment.kind === 'code' && !pending) return <SsoFailure error={null} retry={null} />
  if (pending?.kind === 'test')
    return fragment.kind === 'code' ? (
      <ReadTestResult code={fragment.code} pending={pending} />
    ) : (
      <SsoTestFailure error={expired()} connectionId={pending.connection_id} />
    )
  return fragment.kind === 'code' && pending ? (
    <ExchangeCode code={fragment.code} pending={pending} />
  ) : (
    <SsoFailure error={expired()} retry={pending} />
  )
}
