import pg from 'pg'
import { z } from 'zod'
import { changeSchema } from '#contract/schemas/events.ts'
import { limits } from '#contract/limits.ts'
import type { Change } from '#contract/change-topics.ts'
import { connectionOptions, type Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** News of a workspace: what changed, for everybody there or for these users alone. */
type ChangeNotice = { workspace_id: string; changes: Change[]; users?: string[] | undefined }
/**
 * Somebody who is told; `null` says that news may have been missed, so that everything is asked
 * anew.
 */
type Subscriber = { user_id: string; onChanges: (changes: Change[] | null) => void }

export type EventBus = {
  /**
   * Tells every server process, and through it every open page, shortly. Call it after the change
   * is committed. Never fails.
   */
  publish(workspaceId: string, changes: Change[], users?: string[]): void
  /**
   * Hears the news of a workspace until the answer is called, beginning with those of the last
   * moments.
   */
  subscribe(workspaceId: string, listener: Subscriber): () => void
  /** How many hear. */
  subscriberCount(): number
  stop(): Promise<void>
}

const channel = 'laurel_events'
/**
 * News of so many milliseconds go out as one notification: what notifies waits for other
 * notifications when it commits.
 */
const batchMs = 25
/** PostgreSQL takes less than 8,000 bytes. */
const payloadCharsMax = 7_000
const reconnectMs = 1_000
const noticePayload = z.array(
  z.tuple([z.string(), z.array(changeSchema), z.array(z.string()).nullable()]),
)
type ReceivedNotice = z.output<typeof noticePayload>[number]

/** Sends news out at once, for a process that ends afterwards. */
export async function notifyProcesses(db: Database, news: string): Promise<void> {
  await db.call('events_notify', `select pg_notify('${channel}', $1)`, [news])
}

/**
 * News between server processes by LISTEN/NOTIFY. The listening connection is opened when somebody
 * first wants to hear.
 */
export function startEventBus(url: string, db: Database, log: Log): EventBus {
  const listeners = new Map<string, Set<Subscriber>>()
  const waiting: ChangeNotice[] = []
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let stopped = false
  /**
   * What was heard in the last moments, oldest first, and from when on nothing of it is missing.
   */
  const recent: { at: number; news: ReceivedNotice }[] = []
  let completeFrom = Infinity

  const all = () => [...listeners.values()].flatMap((set) => [...set])
  const deliverTo = (
    [, changes, users]: ReceivedNotice,
    { user_id: userId, onChanges }: Subscriber,
  ) => {
    if (!users || users.includes(userId)) onChanges(changes)
  }
  function dispatch(news: ReceivedNotice) {
    recent.push({ at: performance.now(), news })
    if (recent.length > limits.stream_recall_max)
      completeFrom = Math.max(completeFrom, recent.shift()?.at ?? 0)
    for (const listener of listeners.get(news[0]) ?? []) deliverTo(news, listener)
  }
  /**
   * A page asks for what it shows and opens its stream after that: what was said between the two is
   * told to it now.
   */
  function replayRecent(workspaceId: string, listener: Subscriber) {
    const since = performance.now() - limits.stream_recall_ms
    while (recent[0] && recent[0].at < since) recent.shift()
    if (completeFrom > since) listener.onChanges(null)
    else for (const { news } of recent) if (news[0] === workspaceId) deliverTo(news, listener)
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
      completeFrom = Infinity
      setTimeout(() => void open(), reconnectMs).unref()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ payload }) => {
      const parsed = noticePayload.safeParse(JSON.parse(payload ?? '[]'))
      // A newer process may name topics that this one does not know.
      if (parsed.success) parsed.data.forEach(dispatch)
    })
    client = next
    completeFrom = Infinity
    await next.connect()
    await next.query(`listen ${channel}`)
    completeFrom = performance.now()
  }
  async function open(): Promise<void> {
    if (stopped || client) return
    try {
      opening = listen()
      await opening
      // Whoever waits has missed what was said before.
      for (const { onChanges } of all()) onChanges(null)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'events')
      client = undefined
      setTimeout(() => void open(), reconnectMs).unref()
    }
  }
  async function flush(): Promise<void> {
    timer = undefined
    const rows = waiting
      .splice(0)
      .map(({ workspace_id: workspaceId, changes, users }) =>
        JSON.stringify([workspaceId, changes, users ?? null]),
      )
    for (let next = rows.shift(); next !== undefined;) {
      let batch = next
      for (
        next = rows.shift();
        next !== undefined && batch.length + next.length < payloadCharsMax;
        next = rows.shift()
      )
        batch += `,${next}`
      await notifyProcesses(db, `[${batch}]`).catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'events'),
      )
    }
  }

  return {
    publish(workspaceId, changes, users) {
      if (stopped) return
      // What concerns many is told to all: they ask for what they may see.
      waiting.push({
        workspace_id: workspaceId,
        changes,
        users: users && users.length <= 100 ? users : undefined,
      })
      timer ??= setTimeout(() => void flush(), batchMs)
    },
    subscribe(workspaceId, listener) {
      const set = listeners.get(workspaceId) ?? new Set()
      listeners.set(workspaceId, set.add(listener))
      if (completeFrom < Infinity) replayRecent(workspaceId, listener)
      void open()
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(workspaceId) === set) listeners.delete(workspaceId)
      }
    },
    subscriberCount: () => all().length,
    async stop() {
      if (timer) {
        clearTimeout(timer)
        await flush()
      }
      stopped = true
      await opening?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
