import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '#contract/schemas/webhooks.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'

export type { Webhook, WebhookDelivery } from '#contract/schemas/webhooks.ts'

/** Poll interval while deliveries are pending. */
const pollMs = 5_000
const hasPendingDeliveries = (hook: Webhook) =>
  hook.state === 'active' && (hook.waiting > 0 || hook.failures > 0)
export const webhooksQuery = queryOptions({
  queryKey: ['hooks', 'list'],
  queryFn: ({ signal }) => call('hooks.list', { signal }),
  refetchInterval: ({ state }) => (state.data?.some(hasPendingDeliveries) ? pollMs : false),
})
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['hooks', 'log', id],
    queryFn: ({ pageParam, signal }) =>
      call('hooks.deliveries', { params: { id }, query: { cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((one) => one.state === 'waiting'))
        ? pollMs
        : false,
  })

type Callbacks<T> = { onSuccess: (answer: T) => void; onError: (error: unknown) => void }
/**
 * Every webhook mutation refetches the list and the log, also after a refusal, because the webhook
 * may be deleted.
 */
function useWebhookMutation<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  { onSuccess, onError }: Callbacks<Answer>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess,
    onError,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['hooks'] })
    },
  })
}
export const useCreateWebhook = (callbacks: Callbacks<OutputOf<'hooks.create'>>) =>
  useWebhookMutation(
    (body: BodyInputOf<'hooks.create'>) => call('hooks.create', { body }),
    callbacks,
  )
export const useUpdateWebhook = (id: string, callbacks: Callbacks<Webhook>) =>
  useWebhookMutation(
    (body: BodyInputOf<'hooks.update'>) => call('hooks.update', { params: { id }, body }),
    callbacks,
  )
export const useDeleteWebhook = (id: string, callbacks: Callbacks<unknown>) =>
  useWebhookMutation<void, unknown>(() => call('hooks.delete', { params: { id } }), callbacks)
export const useRotateSecret = (id: string, callbacks: Callbacks<OutputOf<'hooks.rotate'>>) =>
  useWebhookMutation<void, OutputOf<'hooks.rotate'>>(
    () => call('hooks.rotate', { params: { id } }),
    callbacks,
  )
export const useTestWebhook = (id: string, callbacks: Callbacks<WebhookDelivery>) =>
  useWebhookMutation<void, WebhookDelivery>(() => call('hooks.test', { params: { id } }), callbacks)
export const useRedeliver = (id: string, callbacks: Callbacks<WebhookDelivery>) =>
  useWebhookMutation(
    (deliveryId: string) => call('hooks.redeliver', { params: { id, delivery_id: deliveryId } }),
    callbacks,
  )
