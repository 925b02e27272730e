import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Change, type ChangeTopic, parseChangeTopic } from '#contract/change-topics.ts'
import type { QueryGroup } from '#contract/query-groups.ts'
import { batchChanges } from '#web/lib/batch-changes.ts'
import { subscribeToChanges } from '#web/lib/event-stream.ts'
import { queryKey, queryGroupOf } from '#web/shared/query-keys.ts'
import { configQuery } from '#web/shared/config.ts'

/** Queries by topic. Mounted queries refetch now, all others on their next use. */
const queriesByTopic: Record<ChangeTopic, QueryGroup[]> = {
  config: ['config', 'values', 'leaderboard', 'awards', 'nominations'],
  billing: ['billing'],
  coins: ['config', 'balances', 'profiles'],
  rewards: ['shop', 'rewards'],
  // Items about purchases follow them.
  purchases: ['purchases', 'inbox'],
  // Items about awards, nominations and cards follow them.
  inbox: ['inbox', 'award_gifts', 'nominations', 'group_cards'],
  budgets: ['budgets'],
  // Posts are fetched individually.
  posts: ['leaderboard', 'profiles'],
}
/** Forms take their initial values from these queries; a refetch would overwrite typed input. */
const neverRefetched = new Set<QueryGroup>(['settings'])

/**
 * Refetches every mounted query, and queries whose load failed, except the one that mails a code:
 * another code would make the first one useless.
 */
export const refetchAll = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: key, state }) => {
      const group = queryGroupOf(key)
      return group !== 'presence_code' && (!neverRefetched.has(group) || state.data === undefined)
    },
  })

/**
 * Applies changes of posts with code that loads with the first of them. Without it the lists are
 * refetched.
 */
const applyPosts = (client: QueryClient, posts: Change[]): Promise<boolean> =>
  import('#web/shared/posts/apply-live-changes.ts').then(
    (code) => code.applyPostChanges(client, posts),
    () => client.invalidateQueries({ queryKey: queryKey('posts') }).then(() => true),
  )

async function refetchChanged(client: QueryClient, changes: Change[] | null): Promise<void> {
  if (!changes) return refetchAll(client)
  const posts = changes.filter((change) => parseChangeTopic(change) === 'posts')
  const others = changes.filter((change) => parseChangeTopic(change) !== 'posts')
  const groups = new Set(others.flatMap((change) => queriesByTopic[parseChangeTopic(change)]))
  const refetches = [...groups].map((group) =>
    client.invalidateQueries({ queryKey: queryKey(group) }),
  )
  // A like moves no points, so no figures are refetched.
  if (posts.length && (await applyPosts(client, posts)))
    refetches.push(
      ...queriesByTopic.posts
        .filter((group) => !groups.has(group))
        .map((group) => client.invalidateQueries({ queryKey: queryKey(group) })),
    )
  await Promise.all(refetches)
}

/**
 * Applies live changes while signed in. A change of the billing status or of a missing
 * second factor runs the route guards again.
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
  const isActive = config && config.workspace.billing_active && !config.second_factor_missing
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (isActive !== undefined && wasActive.current !== undefined && wasActive.current !== isActive)
      void router.invalidate()
    wasActive.current = isActive
  }, [isActive, router])
}
