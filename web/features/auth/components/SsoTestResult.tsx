import { Alert, Button } from '@mantine/core'
import type { SsoTestResult as TestResult } from '#contract/schemas/sso.ts'
import { claimFields } from '#contract/sso.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText, errorText } from '#web/shared/errors/error-messages.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import css from './sso-test.module.css'

/** Names with their values; a value without content shows a dash. */
function Facts({ title, facts }: { title: string; facts: [name: string, values: string[]][] }) {
  return (
    <section className={css['facts']}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            {values.length ? (
              values.map((value, index) => <dd key={index}>{value || '–'}</dd>)
            ) : (
              <dd>–</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

const BackToConnection = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTranslation('auth')
  return (
    <Button
      component="a"
      href={`/settings/sign-in/connections/${connectionId}`}
      fullWidth
      size="md"
      mt="lg"
    >
      {t('sso.test.back')}
    </Button>
  )
}

/** What the provider says about the administrator, and what a sign-in would do. */
export function SsoTestResult({
  result,
  connectionId,
}: {
  result: TestResult
  connectionId: string
}) {
  const { t } = useTranslation('auth')
  const isRefused = result.outcome === 'refused'
  const title = t(isRefused ? 'sso.test.refused' : 'sso.test.works')
  usePageTitle(title)
  const yesOrNo = t(result.email_verified ? 'sso.test.verified' : 'sso.test.unverified')
  return (
    <AuthLayout title={title} lead={t('sso.test.lead')}>
      <Alert color={isRefused ? 'red' : 'green'} role="status" mb="lg">
        {isRefused
          ? errorText(t, { code: result.refusal as never })
          : t(`sso.test.outcome.${result.outcome}`)}
      </Alert>
      <Facts
        title={t('sso.test.person')}
        facts={[
          ...claimFields.map((field): [string, string[]] => [
            t(`sso.field.${field}`),
            [
              field === 'email' && result.email
                ? `${result.email} (${yesOrNo})`
                : result.fields[field],
            ],
          ]),
          [t('sso.test.subject'), [result.subject]],
          [t('sso.test.issuer'), [result.issuer]],
          [t('sso.test.contexts'), result.contexts],
        ]}
      />
      <Facts
        title={t('sso.test.claims')}
        facts={result.claims.map(({ name, values }) => [name, values])}
      />
      <BackToConnection connectionId={connectionId} />
    </AuthLayout>
  )
}

/** A test that did not reach a result. */
export function SsoTestFailure({ error, connectionId }: { error: unknown; connectionId: string }) {
  const { t } = useTranslation('auth')
  usePageTitle(t('sso.test.failed'))
  return (
    <AuthLayout title={t('sso.test.failed')} lead={t('sso.test.failed_text')}>
      <Alert color="red" role="alert">
        {callErrorText(t, error)}
      </Alert>
      <BackToConnection connectionId={connectionId} />
    </AuthLayout>
  )
}
