import pg from 'pg'
import { z } from 'zod'
import { change } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import type { Change } from '#contract/topics.ts'
import { connectionOptions, type Database } from './database.ts'
import type { Log } from './log.ts'

/** News of a workspace: what changed, for everybody there or for these users alone. */
type News = { workspace_id: string; changes: Change[]; users?: string[] | undefined }
/**
 * Somebody who is told; `null` says that news may have been missed, so that everything is asked
 * anew.
 */
type Listener = { user_id: string; hear: (changes: Change[] | null) => void }

export type Events = {
  /**
   * Tells every server process, and through it every open page, shortly. Call it after the change
   * is committed. Never fails.
   */
  publish(workspace_id: string, changes: Change[], users?: string[]): void
  /**
   * Hears the news of a workspace until the answer is called, beginning with those of the last
   * moments.
   */
  subscribe(workspace_id: string, listener: Listener): () => void
  /** How many hear. */
  listening(): number
  stop(): Promise<void>
}

const channel = 'laurel_events'
/**
 * News of so many milliseconds go out as one notification: what notifies waits for other
 * notifications when it commits.
 */
const gather_ms = 25
/** PostgreSQL takes less than 8,000 bytes. */
const payload_chars_max = 7_000
const again_ms = 1_000
const heard = z.array(z.tuple([z.string(), z.array(change), z.array(z.string()).nullable()]))
type Heard = z.output<typeof heard>[number]

/** Sends news out at once, for a process that ends afterwards. */
export async function notify(db: Database, news: string): Promise<void> {
  await db.call('events_notify', `select pg_notify('${channel}', $1)`, [news])
}

/**
 * News between server processes by LISTEN/NOTIFY. The listening connection is opened when somebody
 * first wants to hear.
 */
export function startEvents(url: string, db: Database, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  const waiting: News[] = []
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let stopped = false
  /**
   * What was heard in the last moments, oldest first, and from when on nothing of it is missing.
   */
  const recent: { at: number; news: Heard }[] = []
  let complete_from = Infinity

  const all = () => [...listeners.values()].flatMap((set) => [...set])
  const offer = ([, changes, users]: Heard, { user_id, hear }: Listener) => {
    if (!users || users.includes(user_id)) hear(changes)
  }
  function tell(news: Heard) {
    recent.push({ at: performance.now(), news })
    if (recent.length > limits.stream_recall_max)
      complete_from = Math.max(complete_from, recent.shift()?.at ?? 0)
    for (const listener of listeners.get(news[0]) ?? []) offer(news, listener)
  }
  /**
   * A page asks for what it shows and opens its stream after that: what was said between the two is
   * told to it now.
   */
  function recall(workspace_id: string, listener: Listener) {
    const since = performance.now() - limits.stream_recall_ms
    while (recent[0] && recent[0].at < since) recent.shift()
    if (complete_from > since) listener.hear(null)
    else for (const { news } of recent) if (news[0] === workspace_id) offer(news, listener)
  }
  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connectionOptions({ url, application: 'laurel events' }),
      keepAlive: true,
    })
    // A connection that is lost has missed news: it is opened again, and whoever listens is told
    // so.
    const lose = () => {
      if (client !== next || stopped) return
      client = undefined
      complete_from = Infinity
      setTimeout(() => void open(), again_ms).unref()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ payload }) => {
      const parsed = heard.safeParse(JSON.parse(payload ?? '[]'))
      // A newer process may name topics that this one does not know.
      if (parsed.success) parsed.data.forEach(tell)
    })
    client = next
    complete_from = Infinity
    await next.connect()
    await next.query(`listen ${channel}`)
    complete_from = performance.now()
  }
  async function open(): Promise<void> {
    if (stopped || client) return
    try {
      opening = listen()
      await opening
      // Whoever waits has missed what was said before.
      for (const { hear } of all()) hear(null)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'events')
      client = undefined
      setTimeout(() => void open(), again_ms).unref()
    }
  }
  async function send(): Promise<void> {
    timer = undefined
    const rows = waiting
      .splice(0)
      .map(({ workspace_id, changes, users }) =>
        JSON.stringify([workspace_id, changes, users ?? null]),
      )
    for (let next = rows.shift(); next !== undefined;) {
      let batch = next
      for (
        next = rows.shift();
        next !== undefined && batch.length + next.length < payload_chars_max;
        next = rows.shift()
      )
        batch += `,${next}`
      await notify(db, `[${batch}]`).catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'events'),
      )
    }
  }

  return {
    publish(workspace_id, changes, users) {
      if (stopped) return
      // What concerns many is told to all: they ask for what they may see.
      waiting.push({
        workspace_id,
        changes,
        users: users && users.length <= 100 ? users : undefined,
      })
      timer ??= setTimeout(() => void send(), gather_ms)
    },
    subscribe(workspace_id, listener) {
      const set = listeners.get(workspace_id) ?? new Set()
      listeners.set(workspace_id, set.add(listener))
      if (complete_from < Infinity) recall(workspace_id, listener)
      void open()
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(workspace_id) === set) listeners.delete(workspace_id)
      }
    },
    listening: () => all().length,
    async stop() {
      if (timer) {
        clearTimeout(timer)
        await send()
      }
      stopped = true
      await opening?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
