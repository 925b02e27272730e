import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { usePageTitle } from '#web/shared/page-title.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { onlyTeamOf, SsoChoices, TeamMark } from '#web/shared/sso/SsoChoices.tsx'
import { SamplePosts } from '../components/SamplePosts.tsx'

/** An unknown address of a team, or a failure that may pass. */
function TeamFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('auth')
  const isUnknown = error instanceof ApiCallError && error.has('not_found')
  return (
    <AuthLayout
      title={t(isUnknown ? 'sso.unknown_team' : 'invite.failed')}
      lead={isUnknown ? t('sso.unknown_team_text') : callErrorText(t, error)}
      side={<SamplePosts />}
    >
      {isUnknown ? (
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

/** /sso/:slug: the sign-in page of a team. */
export function SsoTeamScreen() {
  const { t } = useTranslation('auth')
  const { slug = '' } = useParams({ strict: false })
  const found = useQuery({
    queryKey: queryKey('sso', 'choices', slug),
    queryFn: ({ signal }) => call('sso.team', { body: { slug }, signal }),
    retry: false,
  })
  const choices = found.data ?? []
  const team = onlyTeamOf(choices)
  const title = team ? t('sso.title', { team: team.name }) : t('sso.title_teams')
  usePageTitle(title)
  if (found.error) return <TeamFailure error={found.error} onRetry={() => void found.refetch()} />
  if (!team)
    return (
      <AuthLayout title={t('sso.title_teams')} side={<SamplePosts />}>
        <Skeleton height={42} />
      </AuthLayout>
    )
  return (
    <AuthLayout
      title={title}
      lead={t('sso.team_lead')}
      picture={<TeamMark team={team} large />}
      side={<SamplePosts />}
    >
      <SsoChoices choices={choices} />
      <p className={css['foot']}>
        <Link to="/login">{t('sso.other_ways')}</Link>
      </p>
    </AuthLayout>
  )
}
