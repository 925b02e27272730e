import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChatProvider } from '#contract/chat.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { ChatCheck, ChatConnection, ChatRoute } from '#contract/schemas/chat.ts'
import { chatAppsQuery } from '#web/shared/chat/chat.api.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'

export type { ChatCheck, ChatConnection, ChatRoute } from '#contract/schemas/chat.ts'
export type ConnectionInput = BodyInputOf<'chat.save'>

export const manifestQuery = (isSocketMode: boolean) =>
  queryOptions({
    queryKey: queryKey('chat', 'manifest', isSocketMode),
    queryFn: ({ signal }) =>
      call('chat.manifest', { query: { socket_mode: isSocketMode ? '1' : '0' }, signal }),
  })
export const channelsQuery = (provider: ChatProvider) =>
  queryOptions({
    queryKey: queryKey('chat', 'channels', provider),
    queryFn: ({ signal }) => call('chat.channels', { params: { provider }, signal }),
  })
/** Poll interval while messages wait for a channel. */
const pollMs = 5_000
const isSending = ({ state, waiting }: ChatRoute) => state === 'active' && waiting > 0
export const routesQuery = queryOptions({
  queryKey: queryKey('chat', 'routes'),
  queryFn: ({ signal }) => call('chat.routes', { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isSending) ? pollMs : false),
})

type Callbacks<T> = { onSuccess?: (answer: T) => void; onError?: (error: unknown) => void }
/** A refused call refetches too, because the app or the channel may be gone. */
const refetchesOnError = () => true

/** Returns a function that writes an app into the cached list. */
function useCacheApp() {
  const client = useQueryClient()
  return (app: ChatConnection) =>
    client.setQueryData(chatAppsQuery.queryKey, (apps) =>
      apps?.map((other) => (other.provider === app.provider ? app : other)),
    )
}

export function useSaveApp(provider: ChatProvider, callbacks: Callbacks<ChatConnection>) {
  const updateCache = useCacheApp()
  return useCall('chat.save', {
    input: (body: ConnectionInput) => ({ params: { provider }, body }),
    updateCache,
    ...callbacks,
  })
}
export function useConnectSlack(callbacks: Callbacks<ChatConnection>) {
  const updateCache = useCacheApp()
  return useCall('chat.connect', {
    input: (body: BodyInputOf<'chat.connect'>) => ({ body }),
    updateCache,
    ...callbacks,
  })
}
export function useCheckApp(provider: ChatProvider, callbacks: Callbacks<ChatCheck>) {
  const updateCache = useCacheApp()
  return useCall('chat.check', {
    input: () => ({ params: { provider } }),
    updateCache: ({ connection }) => updateCache(connection),
    ...callbacks,
  })
}
export type AppCheckCall = ReturnType<typeof useCheckApp>
export const useAuthorizeSlack = (onError: (error: unknown) => void) =>
  useCall('chat.authorize', { onSuccess: ({ url }) => location.assign(url), onError })
export const useDisconnectApp = (provider: ChatProvider, callbacks: Callbacks<unknown>) =>
  useCall('chat.disconnect', { input: () => ({ params: { provider } }), ...callbacks })

/** Downloads the app package for Microsoft Teams. */
export const useDownloadPackage = (callbacks: Callbacks<unknown>) =>
  useMutation({
    mutationFn: () => downloadFromApi('chat.package', {}, 'laurel-teams.zip'),
    ...callbacks,
  })

export const useCreateRoute = (callbacks: Callbacks<ChatRoute>) =>
  useCall('chat.create_route', {
    input: (body: BodyInputOf<'chat.create_route'>) => ({ body }),
    ...callbacks,
  })
export const useUpdateRoute = (id: string, callbacks: Callbacks<ChatRoute>) =>
  useCall('chat.update_route', {
    input: (body: BodyInputOf<'chat.update_route'>) => ({ params: { id }, body }),
    refetchesOnError,
    ...callbacks,
  })
export const useDeleteRoute = (id: string, callbacks: Callbacks<unknown>) =>
  useCall('chat.delete_route', {
    input: () => ({ params: { id } }),
    refetchesOnError,
    ...callbacks,
  })
