import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Change, type Topic, topicOf } from '#contract/topics.ts'
import { listen } from '#web/lib/live.ts'
import { configQuery } from './config.ts'

/** What the page holds of each topic. Whatever is on screen is asked anew, the rest when it is looked at next. */
const keys: Record<Topic, string[]> = { config: ['config'], billing: ['billing'], posts: ['posts'], coins: ['coins'], rewards: ['shop'], purchases: ['purchases'] }

async function refresh(client: QueryClient, changes: Change[] | null): Promise<void> {
  await Promise.all(Object.entries(keys).filter(([topic]) => !changes || changes.some((change) => topicOf(change) === topic)).map(([, queryKey]) => client.invalidateQueries({ queryKey })))
}

/** Keeps an open page as things are, for whoever is signed in. A team that is let in or shut out is led there at once. */
export function useLive(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { data: config } = useQuery({ ...configQuery, enabled: false })
  const name = config && `${config.workspace.id}.${config.user.id}`
  useEffect(() => {
    if (!name) return undefined
    return listen(name, (changes) => void refresh(client, changes))
  }, [client, name])
  // However it was learned: by an event, by asking again, or by a call that was refused.
  const active = config?.workspace.billing_active
  const before = useRef(active)
  useEffect(() => {
    if (active !== undefined && before.current !== undefined && before.current !== active) void router.invalidate()
    before.current = active
  }, [active, router])
}
