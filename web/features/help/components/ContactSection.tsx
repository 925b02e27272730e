import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { permissions } from '#contract/permissions.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './help.module.css'
import { HelpSection } from './HelpSection.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

/** The team's administrators, and the operator's address for feedback. */
export function ContactSection() {
  const { t } = useTranslation('help')
  const { feedback_url: feedbackUrl } = useConfig()
  const administrators = useQuery({
    queryKey: queryKey('people', 'administrators'),
    queryFn: ({ signal }) => call('people.administrators', { signal }),
  })
  return (
    <HelpSection id="contact" title={t('contact.title')}>
      <p>{t('contact.text')}</p>
      {administrators.isLoadingError ? (
        <ErrorState error={administrators.error} retry={() => void administrators.refetch()} />
      ) : null}
      <ul
        className={css['people']}
        aria-label={t('contact.list')}
        aria-busy={administrators.isPending}
      >
        {administrators.isPending ? (
          <li>
            <Skeleton height={44} radius="lg" />
          </li>
        ) : null}
        {administrators.data?.map(({ user, permissions: held }) => (
          <li key={user.id}>
            <UserAvatar user={user} size={40} />
            <span>
              <Link to="/profile/$id" params={{ id: user.id }}>
                {user.name}
              </Link>
              <small>
                {permissions
                  .filter((permission) => held[permission])
                  .map((permission) => t(`contact.${permission}`))
                  .join(' · ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {feedbackUrl ? (
        <Button component="a" href={feedbackUrl} target="_blank" rel="noreferrer" variant="light">
          {t('common:menu.feedback')}
        </Button>
      ) : null}
    </HelpSection>
  )
}
