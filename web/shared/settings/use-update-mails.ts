import { useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/schemas/users.ts'
import { configQuery, useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * Saves which mails the user gets. The change shows at once and is reverted when saving fails.
 */
export function useUpdateMails(onSaved?: () => void) {
  const { t } = useTranslation('common')
  const { user } = useConfig()
  const client = useQueryClient()
  const cacheNotifications = (notifications: User['notifications']) =>
    client.setQueryData(configQuery.queryKey, (config) =>
      config ? { ...config, user: { ...config.user, notifications } } : config,
    )
  return useCall('profiles.update_me', {
    inOrder: ['own_mails'],
    input: (part: Partial<User['notifications']>) => ({ body: { notifications: part } }),
    // Only the config holds these settings.
    except: 'everything',
    onMutate: (part) => {
      cacheNotifications({ ...user.notifications, ...part })
      return user.notifications
    },
    updateCache: (saved) => cacheNotifications(saved.notifications),
    onSuccess: () => onSaved?.(),
    onError: (error, _, previous) => {
      if (previous) cacheNotifications(previous)
      notifyError(t, error)
    },
  })
}
