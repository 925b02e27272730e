import { Alert, Button } from '@mantine/core'
import type { SsoChoice } from '#contract/schemas/sso.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { usePageTitle } from '#web/shared/page-title.ts'
import { onlyTeamOf, SsoChoices, TeamMark } from '#web/shared/sso/SsoChoices.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import google from './google-button.module.css'
import { SamplePosts } from './SamplePosts.tsx'

/** The connections for an address first, and the code by email as the second way. */
export function CompanySignInStep({
  email,
  choices,
  next,
  problem,
  isSending,
  onSendCode,
  onOtherAddress,
}: {
  email: string
  choices: readonly SsoChoice[]
  next: string | undefined
  problem: string | null
  isSending: boolean
  onSendCode: () => void
  onOtherAddress: () => void
}) {
  const { t } = useTranslation('auth')
  const team = onlyTeamOf(choices)
  const title = team ? t('sso.title', { team: team.name }) : t('sso.title_teams')
  usePageTitle(title)
  return (
    <AuthLayout
      title={title}
      lead={t('sso.lead', { email })}
      picture={team ? <TeamMark team={team} large /> : undefined}
      side={<SamplePosts />}
    >
      <SsoChoices choices={choices} next={next} />
      <div className={google['google']}>
        <div className={google['or']}>
          <span>{t('google.or')}</span>
        </div>
        {problem ? (
          <Alert color="red" mb="md" role="alert">
            {problem}
          </Alert>
        ) : null}
        <Button variant="default" fullWidth size="md" loading={isSending} onClick={onSendCode}>
          {t('sso.by_code')}
        </Button>
      </div>
      <p className={css['foot']}>
        <button type="button" className={`plain ${css['notYou']}`} onClick={onOtherAddress}>
          {t('code.other')}
        </button>
      </p>
    </AuthLayout>
  )
}
