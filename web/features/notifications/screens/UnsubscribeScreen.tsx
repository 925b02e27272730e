import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/**
 * /u/{token}: target of the link in a mail's footer. Loading changes nothing; a click unsubscribes
 * from that kind of mail or subscribes again.
 */
export function UnsubscribeScreen() {
  const { t } = useTranslation('settings')
  const { token } = useParams({ strict: false }) as { token: string }
  const client = useQueryClient()
  usePageTitle(t('unsubscribe.title'))
  const subscription = useQuery({
    queryKey: queryKey('mail_subscription', token),
    queryFn: () => call('notifications.get', { body: { token } }),
    retry: false,
  })
  const change = useCall('notifications.set', {
    input: (subscribed: boolean) => ({ body: { token, subscribed } }),
    updateCache: (state) => client.setQueryData(queryKey('mail_subscription', token), state),
    except: ['mail_subscription'],
  })
  const failure = subscription.error ?? change.error
  if (failure) {
    const invalid = failure instanceof ApiCallError && failure.has('unsubscribe_invalid')
    return (
      <AuthLayout title={t('unsubscribe.title')} lead={callErrorText(t, failure)}>
        {invalid ? (
          <Button component={Link} to="/login" fullWidth size="md">
            {t('unsubscribe.to_login')}
          </Button>
        ) : (
          <Button
            fullWidth
            size="md"
            onClick={() => {
              if (change.isError) change.mutate(change.variables)
              else void subscription.refetch()
            }}
          >
            {t('common:failure.retry')}
          </Button>
        )}
      </AuthLayout>
    )
  }
  if (!subscription.data)
    return (
      <AuthLayout title={t('unsubscribe.title')}>
        <Skeleton height={20} mb="md" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  const { event, team, subscribed } = subscription.data
  return (
    <AuthLayout
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
    </AuthLayout>
  )
}
