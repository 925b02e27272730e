import {
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryGroup } from '#contract/query-groups.ts'
import { type ChangeName, type OutputOf, routes } from '#contract/routes/index.ts'
import type { AffectedQueries, Route } from '#contract/routes/route.ts'
import { type CallOptions, sendCall } from '#web/lib/client.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'
import { queryGroupOf } from './query-keys.ts'

const includesGroup = (queries: AffectedQueries, group: QueryGroup) =>
  queries === 'everything' || queries.includes(group)

/**
 * Invalidates the queries that the contract names for a route. Those of `except` refetch only if a
 * fetch is under way, because its response may be older than the change. Resolves when those of
 * `waitsFor` on screen are refetched.
 */
export async function invalidateAffected(
  client: QueryClient,
  name: ChangeName,
  except: AffectedQueries = [],
  waitsFor: AffectedQueries = [],
): Promise<void> {
  const { affects }: Route = routes[name]
  const invalidate = (isWaitedFor: boolean) =>
    client.invalidateQueries({
      predicate: ({ queryKey, state: { fetchStatus } }) => {
        const group = queryGroupOf(queryKey)
        return (
          includesGroup(affects, group) &&
          (!includesGroup(except, group) || fetchStatus === 'fetching') &&
          includesGroup(waitsFor, group) === isWaitedFor
        )
      },
    })
  void invalidate(false)
  await invalidate(true)
}

/**
 * Makes a call that changes data, outside a component or as one of several, and invalidates the
 * affected queries. Throws an ApiCallError.
 */
export async function callAndInvalidate<N extends ChangeName>(
  client: QueryClient,
  name: N,
  options: CallOptions<N> = {},
  except?: AffectedQueries,
): Promise<OutputOf<N>> {
  const { body } = await sendCall(name, options)
  void invalidateAffected(client, name, except)
  return body
}

/** The options of any call among `N`. */
type InputOf<N extends ChangeName> = N extends ChangeName ? CallOptions<N> : never
type UseCallOptions<N extends ChangeName, Variables, Context> = Omit<
  UseMutationOptions<OutputOf<N>, Error, Variables, Context>,
  'mutationFn'
> & {
  /** Returns the input of the call. Without it the call has no input. */
  input?: (variables: Variables) => InputOf<N>
  /**
   * Calls with this key follow each other, so that the last change wins. An answer must not overwrite
   * a newer change that still waits: `updateCache` gets only the last one.
   */
  inOrder?: readonly string[]
  /** Asks for proof of presence if the server requires it. */
  provesPresence?: boolean
  /** Uses the answer before the affected queries refetch: writes it into the cache. */
  updateCache?: (output: OutputOf<N>, variables: Variables) => unknown
  /** Affected queries that stay fresh: `updateCache` or the caller has updated them. */
  except?: AffectedQueries
  /** Affected queries whose refetch `onSuccess` waits for. */
  waitsFor?: AffectedQueries
  /** Whether a refused call also invalidates the affected queries, because the screen was stale. */
  refetchesOnError?: (error: unknown) => boolean
}

/**
 * Returns the mutation that makes a call of the contract and refetches the queries it affects. A
 * route that depends on the variables is passed as a function.
 */
export function useCall<N extends ChangeName, Variables = void, Context = unknown>(
  name: N | ((variables: Variables) => N),
  options: UseCallOptions<N, Variables, Context> = {},
): UseMutationResult<OutputOf<N>, Error, Variables, Context> {
  const client = useQueryClient()
  const {
    input,
    inOrder,
    provesPresence,
    updateCache,
    except,
    waitsFor,
    refetchesOnError,
    ...rest
  } = options
  const isLast = () => !inOrder || client.isMutating({ mutationKey: inOrder }) === 1
  return useMutation({
    ...rest,
    ...(inOrder ? { mutationKey: inOrder, scope: { id: inOrder.join(' ') } } : {}),
    mutationFn: async (variables: Variables) => {
      const route = typeof name === 'function' ? name(variables) : name
      const send = () => sendCall<N>(route, (input?.(variables) ?? {}) as CallOptions<N>)
      let output: OutputOf<N>
      try {
        output = (await (provesPresence ? withPresenceProof(send) : send())).body
      } catch (error) {
        if (refetchesOnError?.(error)) void invalidateAffected(client, route)
        throw error
      }
      if (isLast()) await updateCache?.(output, variables)
      await invalidateAffected(client, route, except, waitsFor)
      return output
    },
  })
}
