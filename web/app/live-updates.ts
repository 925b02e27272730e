import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Change, type ChangeTopic, parseChangeTopic } from '#contract/change-topics.ts'
import { batchChanges } from '#web/lib/batch-changes.ts'
import { subscribeToChanges } from '#web/lib/event-stream.ts'
import { configQuery } from '#web/shared/config.ts'
import { applyPostChanges } from '#web/shared/posts/apply-live-changes.ts'

/** Query keys by topic. Mounted queries refetch now, all others on their next use. */
const queryKeysByTopic: Record<ChangeTopic, string[]> = {
  config: ['config', 'values', 'leaders'],
  billing: ['billing'],
  coins: ['config', 'coins', 'profile'],
  rewards: ['shop', 'rewards'],
  purchases: ['purchases'],
  // Posts are fetched individually.
  posts: ['leaders', 'profile'],
}
/** Forms take their initial values from these queries; a refetch would overwrite typed input. */
const neverRefetchedKeys = new Set(['settings'])

/** Refetches every mounted query, and queries whose load failed. */
export const refetchAll = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      typeof name !== 'string' || !neverRefetchedKeys.has(name) || state.data === undefined,
  })

async function refetchChanged(client: QueryClient, changes: Change[] | null): Promise<void> {
  if (!changes) return refetchAll(client)
  const posts = changes.filter((change) => parseChangeTopic(change) === 'posts')
  const others = changes.filter((change) => parseChangeTopic(change) !== 'posts')
  const names = new Set(others.flatMap((change) => queryKeysByTopic[parseChangeTopic(change)]))
  const refetches = [...names].map((name) => client.invalidateQueries({ queryKey: [name] }))
  // A like moves no points, so no figures are refetched.
  if (posts.length && (await applyPostChanges(client, posts)))
    refetches.push(
      ...queryKeysByTopic.posts
        .filter((name) => !names.has(name))
        .map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
  await Promise.all(refetches)
}

/**
 * Applies live changes while signed in. A change of the billing status runs the route guards again.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { data: config } = useQuery({ ...configQuery, enabled: false })
  const channelName = config && `${config.workspace.id}.${config.user.id}`
  useEffect(() => {
    if (!channelName) return undefined
    const { add, stop } = batchChanges((changes) => refetchChanged(client, changes))
    const unsubscribe = subscribeToChanges(channelName, add)
    return () => {
      unsubscribe()
      stop()
    }
  }, [client, channelName])
  // Covers every source: an event, a refetch, or a refused call.
  const isActive = config?.workspace.billing_active
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (isActive !== undefined && wasActive.current !== undefined && wasActive.current !== isActive)
      void router.invalidate()
    wasActive.current = isActive
  }, [isActive, router])
}
