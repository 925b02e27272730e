import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Settings } from '#contract/schemas/settings.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export const settingsQuery = queryOptions({
  queryKey: queryKey('settings'),
  queryFn: ({ signal }) => call('settings.get', { signal }),
})

/**
 * Returns the options of both calls that save settings: their answer replaces the cached settings.
 * A refetch would overwrite fields edited since.
 */
function useSettingsCaching() {
  const client = useQueryClient()
  return {
    updateCache: (settings: Settings) => client.setQueryData(settingsQuery.queryKey, settings),
    except: ['settings'],
  } as const
}

export function useSaveSettings(onError: (error: unknown) => void) {
  const { t } = useTranslation('settings')
  return useCall('settings.update', {
    input: (body: BodyInputOf<'settings.update'>) => ({ body }),
    ...useSettingsCaching(),
    onSuccess: () => notifySuccess(t('saved')),
    onError,
  })
}

type NotificationChange = BodyInputOf<'settings.notifications'>
export const useUpdateNotifications = (callbacks: {
  scope: { id: string }
  onMutate: (change: NotificationChange) => void
  onSettled: (stored: unknown, error: unknown, change: NotificationChange) => void
  onError: (error: unknown) => void
}) =>
  useCall('settings.notifications', {
    input: (body: NotificationChange) => ({ body }),
    ...useSettingsCaching(),
    ...callbacks,
  })

export const useSaveLogo = (onDone: () => void, onError: (error: unknown) => void) =>
  useCall('settings.logo', {
    input: (file: File | null) => (file ? { file } : { body: { remove_picture: true } }),
    waitsFor: ['settings', 'config'],
    onSuccess: onDone,
    onError,
  })
