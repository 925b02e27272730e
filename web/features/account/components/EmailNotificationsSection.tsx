import { Stack, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/schemas/users.ts'
import { configQuery, useConfig, useCan } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { AccountSection } from './AccountSection.tsx'
import { useCall } from '#web/shared/use-call.ts'

const notificationEvents = [
  'points_received',
  'reward_fulfilled',
  'reward_redeemed',
  'points_left',
  'weekly_digest',
] as const

/** The user's mail preferences. A switch saves at once and reverts when saving fails. */
export function EmailNotificationsSection() {
  const { t } = useTranslation('account')
  const { user, settings } = useConfig()
  const can = useCan()
  const client = useQueryClient()
  const cacheNotifications = (notifications: User['notifications']) =>
    client.setQueryData(configQuery.queryKey, (config) =>
      config ? { ...config, user: { ...config.user, notifications } } : config,
    )
  const save = useCall('profiles.update_me', {
    input: (part: Partial<User['notifications']>) => ({ body: { notifications: part } }),
    // Only the config holds these settings.
    except: 'everything',
    onMutate: (part) => {
      cacheNotifications({ ...user.notifications, ...part })
      return user.notifications
    },
    onSuccess: (saved) => {
      cacheNotifications(saved.notifications)
      notifySuccess(t('saved'))
    },
    onError: (error, _, previous) => {
      if (previous) cacheNotifications(previous)
      notifyError(t, error)
    },
  })
  return (
    <AccountSection title={t('mails.title')} text={t('mails.text')}>
      <Stack gap="md">
        {notificationEvents
          .filter((event) => event !== 'reward_redeemed' || can('fulfil_purchases'))
          .map((event) => (
            <Switch
              key={event}
              label={t(`mails.${event}`)}
              checked={user.notifications[event] && settings.notifications[event]}
              disabled={!settings.notifications[event]}
              {...(settings.notifications[event] ? {} : { description: t('mails.off_for_team') })}
              onChange={(change) => save.mutate({ [event]: change.currentTarget.checked })}
            />
          ))}
      </Stack>
    </AccountSection>
  )
}
