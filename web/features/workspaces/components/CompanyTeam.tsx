import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { accountQuery } from '#web/shared/sign-in-queries.ts'
import { CompanySignInOffer } from '#web/shared/sso/CompanySignInOffer.tsx'
import { useTranslation } from '#web/lib/translate.ts'

/** A chosen team that signs in through its company only. */
export function CompanyTeam({
  workspaceId,
  name,
  next,
}: {
  workspaceId: string
  /** Undefined until the teams are loaded. */
  name: string | undefined
  next: string | undefined
}) {
  const { t } = useTranslation('auth')
  const { data: account } = useQuery(accountQuery)
  return (
    <AuthLayout
      title={name === undefined ? t('sso.title_teams') : t('sso.title', { team: name })}
      lead={t('sso.required')}
    >
      <CompanySignInOffer email={account?.email} workspaceId={workspaceId} next={next} />
      <p className={css['foot']}>
        <Link to="/workspaces" search={next ? { next } : {}}>
          {t('teams.title')}
        </Link>
      </p>
    </AuthLayout>
  )
}
