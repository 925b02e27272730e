import { queryOptions } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '#contract/schemas/webhooks.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export type { Webhook, WebhookDelivery } from '#contract/schemas/webhooks.ts'

/** Poll interval while deliveries are pending. */
const pollMs = 5_000
const hasPendingDeliveries = (hook: Webhook) =>
  hook.state === 'active' && (hook.waiting > 0 || hook.failures > 0)
export const webhooksQuery = queryOptions({
  queryKey: queryKey('webhooks', 'list'),
  queryFn: ({ signal }) => call('hooks.list', { signal }),
  refetchInterval: ({ state }) => (state.data?.some(hasPendingDeliveries) ? pollMs : false),
})

type Callbacks<T> = { onSuccess: (answer: T) => void; onError?: (error: unknown) => void }
/** After a refusal the list and the log refetch too, because the webhook may be deleted. */
const refetchesOnError = () => true

export const useCreateWebhook = (callbacks: Callbacks<OutputOf<'hooks.create'>>) =>
  useCall('hooks.create', {
    input: (body: BodyInputOf<'hooks.create'>) => ({ body }),
    refetchesOnError,
    ...callbacks,
  })
export const useUpdateWebhook = (id: string, callbacks: Callbacks<Webhook>) =>
  useCall('hooks.update', {
    input: (body: BodyInputOf<'hooks.update'>) => ({ params: { id }, body }),
    refetchesOnError,
    ...callbacks,
  })

export const useDeleteWebhook = (id: string, callbacks: Callbacks<unknown>) =>
  useCall('hooks.delete', { input: () => ({ params: { id } }), refetchesOnError, ...callbacks })
export const useRotateSecret = (id: string, callbacks: Callbacks<OutputOf<'hooks.rotate'>>) =>
  useCall('hooks.rotate', { input: () => ({ params: { id } }), refetchesOnError, ...callbacks })
export const useTestWebhook = (id: string, callbacks: Callbacks<WebhookDelivery>) =>
  useCall('hooks.test', { input: () => ({ params: { id } }), refetchesOnError, ...callbacks })
