import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Settings } from '#contract/schemas/settings.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('settings.get', { signal }),
})

/**
 * Returns a function that caches the saved settings and invalidates the config and the leaderboard.
 */
function useCacheSettings(): (settings: Settings) => void {
  const client = useQueryClient()
  return (settings) => {
    client.setQueryData(settingsQuery.queryKey, settings)
    for (const queryKey of [['config'], ['leaders']]) void client.invalidateQueries({ queryKey })
  }
}

export function useSaveSettings(onError: (error: unknown) => void) {
  const { t } = useTranslation('settings')
  const cacheSettings = useCacheSettings()
  return useMutation({
    mutationFn: (body: BodyInputOf<'settings.update'>) => call('settings.update', { body }),
    onSuccess: (settings) => {
      cacheSettings(settings)
      notifySuccess(t('saved'))
    },
    onError,
  })
}

export function useUpdateNotifications(onError: (error: unknown) => void) {
  const cacheSettings = useCacheSettings()
  return useMutation({
    mutationFn: (body: BodyInputOf<'settings.notifications'>) =>
      call('settings.notifications', { body }),
    onSuccess: cacheSettings,
    onError,
  })
}

export function useSaveLogo(onDone: () => void, onError: (error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File | null) =>
      call('settings.logo', file ? { file } : { body: { remove_picture: true } }),
    onSuccess: async () => {
      await Promise.all(
        [['settings'], ['config']].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
      onDone()
    },
    onError,
  })
}
