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

/** While something is on its way, what came of it is asked for. */
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
 * Whatever is done to a connection, its state and its log are asked for again; also after a
 * refusal, which may mean that it is gone.
 */
function useWebhookMutation<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { onSuccess, onError }: Callbacks<Answer>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess,
    onError,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['hooks'] })
    },
  })
}
export const useCreateWebhook = (told: Callbacks<OutputOf<'hooks.create'>>) =>
  useWebhookMutation((body: BodyInputOf<'hooks.create'>) => call('hooks.create', { body }), told)
export const useUpdateWebhook = (id: string, told: Callbacks<Webhook>) =>
  useWebhookMutation(
    (body: BodyInputOf<'hooks.update'>) => call('hooks.update', { params: { id }, body }),
    told,
  )
export const useDeleteWebhook = (id: string, told: Callbacks<unknown>) =>
  useWebhookMutation<void, unknown>(() => call('hooks.delete', { params: { id } }), told)
export const useRotateSecret = (id: string, told: Callbacks<OutputOf<'hooks.rotate'>>) =>
  useWebhookMutation<void, OutputOf<'hooks.rotate'>>(
    () => call('hooks.rotate', { params: { id } }),
    told,
  )
export const useTestWebhook = (id: string, told: Callbacks<WebhookDelivery>) =>
  useWebhookMutation<void, WebhookDelivery>(() => call('hooks.test', { params: { id } }), told)
export const useRedeliver = (id: string, told: Callbacks<WebhookDelivery>) =>
  useWebhookMutation(
    (deliveryId: string) => call('hooks.redeliver', { params: { id, delivery_id: deliveryId } }),
    told,
  )
