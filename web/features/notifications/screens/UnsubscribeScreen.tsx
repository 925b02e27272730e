import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EntryLayout } from '#web/app/EntryLayout.tsx'
import { failureText } from '#web/app/errors.ts'
import { useTitle } from '#web/app/title.ts'
import { CallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * /u/{token}: the link in the foot of a mail. Looking changes nothing; a click stops that kind of
 * mail, or brings it back.
 */
export function UnsubscribeScreen() {
  const { t } = useTranslation('settings')
  const { token } = useParams({ strict: false }) as { token: string }
  const client = useQueryClient()
  const queryKey = ['subscription', token]
  useTitle(t('unsubscribe.title'))
  const look = useQuery({
    queryKey,
    queryFn: () => call('notifications.get', { body: { token } }),
    retry: false,
  })
  const change = useMutation({
    mutationFn: (subscribed: boolean) => call('notifications.set', { body: { token, subscribed } }),
    onSuccess: (state) => client.setQueryData(queryKey, state),
  })
  const failure = look.error ?? change.error
  if (failure) {
    const invalid = failure instanceof CallError && failure.has('unsubscribe_invalid')
    return (
      <EntryLayout title={t('unsubscribe.title')} lead={failureText(t, failure)}>
        {invalid ? (
          <Button component={Link} to="/login" fullWidth size="md">
            {t('unsubscribe.to_login')}
          </Button>
        ) : (
          <Button
            fullWidth
            size="md"
            onClick={() => {
              change.reset()
              void look.refetch()
            }}
          >
            {t('common:failure.retry')}
          </Button>
        )}
      </EntryLayout>
    )
  }
  if (!look.data)
    return (
      <EntryLayout title={t('unsubscribe.title')}>
        <Skeleton height={20} mb="md" />
        <Skeleton height={42} />
      </EntryLayout>
    )
  const { event, team, subscribed } = look.data
  return (
    <EntryLayout
      title={subscribed ? t('unsubscribe.title') : t('unsubscribe.done')}
      lead={t(`unsubscribe.${event}`, { team })}
    >
      <p role="status">{subscribed ? t('unsubscribe.still') : t('unsubscribe.stopped')}</p>
      <Button
        fullWidth
        size="md"
        variant={subscribed ? 'filled' : 'default'}
        loading={change.isPending}
        onClick={() => change.mutate(!subscribed)}
      >
        {subscribed ? t('unsubscribe.stop') : t('unsubscribe.again')}
      </Button>
    </EntryLayout>
  )
}
