import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery } from '#web/shared/sign-in-queries.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { bcp47Tag } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * The choices for an address without a team: a mistyped address, a new person, or a former member.
 */
export function NoWorkspace() {
  const { t, i18n } = useTranslation('auth')
  const { data: account } = useQuery(accountQuery)
  const listFormat = new Intl.ListFormat(bcp47Tag(i18n.language), { type: 'disjunction' })
  const hasEnded = Boolean(account?.ended.length)
  return (
    <AuthLayout
      title={t(hasEnded ? 'unknown.ended_title' : 'unknown.title')}
      lead={hasEnded ? '' : t('unknown.lead', { email: account?.email ?? '' })}
    >
      {account?.ended.map(({ name, administrators }, index) => (
        <Alert key={index} variant="light" my="md" title={t('unknown.ended', { team: name })}>
          {administrators.length
            ? t('unknown.ask', { names: listFormat.format(administrators) })
            : t('unknown.ask_anybody')}
        </Alert>
      ))}
      <Button component={Link} to="/login" fullWidth size="md">
        {t('code.other')}
      </Button>
      <Button component={Link} to="/create-team" variant="default" fullWidth size="md" mt="sm">
        {t('teams.create')}
      </Button>
    </AuthLayout>
  )
}
