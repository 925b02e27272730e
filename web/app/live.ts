import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Change, type Topic, topicOf } from '#contract/topics.ts'
import { gather } from '#web/lib/gather.ts'
import { listen } from '#web/lib/live.ts'
import { configQuery } from './config.ts'
import { followPosts } from './posts/follow.ts'

/**
 * What the page holds of each topic. Whatever is on screen is asked anew, the rest when it is
 * looked at next.
 */
const keys: Record<Topic, string[]> = {
  config: ['config', 'values', 'leaders'],
  billing: ['billing'],
  coins: ['config', 'coins', 'profile'],
  rewards: ['shop', 'rewards'],
  purchases: ['purchases'],
  // The posts themselves are asked one by one.
  posts: ['leaders', 'profile'],
}
/** Forms are filled from it; what somebody is typing there is theirs. */
const kept = new Set(['settings'])

/** Whatever is on screen is asked for again, and what could not be had. */
export const askAnew = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      typeof name !== 'string' || !kept.has(name) || state.data === undefined,
  })

async function refresh(client: QueryClient, changes: Change[] | null): Promise<void> {
  if (!changes) return askAnew(client)
  const posts = changes.filter((change) => topicOf(change) === 'posts')
  const others = changes.filter((change) => topicOf(change) !== 'posts')
  const names = new Set(others.flatMap((change) => keys[topicOf(change)]))
  const asked = [...names].map((name) => client.invalidateQueries({ queryKey: [name] }))
  // A like alone moves no points: nobody asks for figures because of it.
  if (posts.length && (await followPosts(client, posts)))
    asked.push(
      ...keys.posts
        .filter((name) => !names.has(name))
        .map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
  await Promise.all(asked)
}

/**
 * Keeps an open page as things are, for whoever is signed in. A team that is let in or shut out is
 * led there at once.
 */
export function useLive(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { data: config } = useQuery({ ...configQuery, enabled: false })
  const name = config && `${config.workspace.id}.${config.user.id}`
  useEffect(() => {
    if (!name) return undefined
    const { hear, stop } = gather((changes) => refresh(client, changes))
    const leave = listen(name, hear)
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
