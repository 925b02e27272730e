import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Change, type ChangeTopic, parseChangeTopic } from '#contract/change-topics.ts'
import { batchChanges } from '#web/lib/batch-changes.ts'
import { subscribeToChanges } from '#web/lib/event-stream.ts'
import { configQuery } from '#web/shared/config.ts'
import { applyPostChanges } from '#web/shared/posts/apply-live-changes.ts'

/**
 * What the page holds of each topic. Whatever is on screen is asked anew, the rest when it is
 * looked at next.
 */
const queryKeysByTopic: Record<ChangeTopic, string[]> = {
  config: ['config', 'values', 'leaders'],
  billing: ['billing'],
  coins: ['config', 'coins', 'profile'],
  rewards: ['shop', 'rewards'],
  purchases: ['purchases'],
  // The posts themselves are asked one by one.
  posts: ['leaders', 'profile'],
}
/** Forms are filled from it; what somebody is typing there is theirs. */
const neverRefetchedKeys = new Set(['settings'])

/** Whatever is on screen is asked for again, and what could not be had. */
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
  const asked = [...names].map((name) => client.invalidateQueries({ queryKey: [name] }))
  // A like alone moves no points: nobody asks for figures because of it.
  if (posts.length && (await applyPostChanges(client, posts)))
    asked.push(
      ...queryKeysByTopic.posts
        .filter((name) => !names.has(name))
        .map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
  await Promise.all(asked)
}

/**
 * Keeps an open page as things are, for whoever is signed in. A team that is let in or shut out is
 * led there at once.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { data: config } = useQuery({ ...configQuery, enabled: false })
  const name = config && `${config.workspace.id}.${config.user.id}`
  useEffect(() => {
    if (!name) return undefined
    const { add, stop } = batchChanges((changes) => refetchChanged(client, changes))
    const leave = subscribeToChanges(name, add)
    return () => {
      leave()
      stop()
    }
  }, [client, name])
  // However it was learned: by an event, by asking again, or by a call that was refused.
  const active = config?.workspace.billing_active
  const before = useRef(active)
  useEffect(() => {
    if (active !== undefined && before.current !== undefined && before.current !== active)
      void router.invalidate()
    before.current = active
  }, [active, router])
}
