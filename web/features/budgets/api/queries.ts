import { useInfiniteQuery } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** The changes of a budget, newest first, page by page. */
export const useBudgetMovements = (id: string) =>
  useInfiniteQuery({
    queryKey: queryKey('budgets', 'movements', id),
    queryFn: ({ pageParam, signal }) =>
      call('budgets.movements', {
        params: { id },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
/** `key`: the idempotency key. A repeated call with the same key moves points once. */
type KeyedBody<Body> = { body: Body; key: string }

export const useCreateBudget = (callbacks: Callbacks) =>
  useCall('budgets.create', {
    input: ({ body, key }: KeyedBody<BodyInputOf<'budgets.create'>>) => ({ body, key }),
    ...callbacks,
  })
export const useUpdateBudget = (id: string, callbacks: Callbacks) =>
  useCall('budgets.update', {
    input: (body: BodyInputOf<'budgets.update'>) => ({ params: { id }, body }),
    ...callbacks,
  })
export const useFundBudget = (id: string, callbacks: Callbacks) =>
  useCall('budgets.fund', {
    input: ({ body, key }: KeyedBody<BodyInputOf<'budgets.fund'>>) => ({
      params: { id },
      body,
      key,
    }),
    ...callbacks,
  })
export const useMoveBudgetPoints = (id: string, callbacks: Callbacks) =>
  useCall('budgets.move', {
    input: ({ body, key }: KeyedBody<BodyInputOf<'budgets.move'>>) => ({
      params: { id },
      body,
      key,
    }),
    ...callbacks,
  })
export const useCloseBudget = (id: string, callbacks: Callbacks) =>
  useCall('budgets.close', {
    input: ({ key }: { key: string }) => ({ params: { id }, key }),
    ...callbacks,
  })
