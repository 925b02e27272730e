import { infiniteQueryOptions } from '@tanstack/react-query'
import type { WebhookDelivery } from '#contract/schemas/webhooks.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export type { WebhookDelivery } from '#contract/schemas/webhooks.ts'

/** Poll interval while deliveries are pending. */
const pollMs = 5_000

/** The deliveries of a webhook, a bridge, or a hook of a chat app, newest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('webhooks', 'deliveries', id),
    queryFn: ({ pageParam, signal }) =>
      call('hooks.deliveries', { params: { id }, query: { cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) =>
        page.items.some(({ state: deliveryState }) => deliveryState === 'waiting'),
      )
        ? pollMs
        : false,
  })

export const useRedeliver = (
  id: string,
  callbacks: {
    onSuccess: (answer: WebhookDelivery) => void
    onError?: (error: unknown) => void
  },
) =>
  useCall('hooks.redeliver', {
    input: (deliveryId: string) => ({ params: { id, delivery_id: deliveryId } }),
    // After a refusal the log refetches too, because the webhook may be deleted.
    refetchesOnError: () => true,
    ...callbacks,
  })
