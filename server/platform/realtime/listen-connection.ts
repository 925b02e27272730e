import pg from 'pg'
import { connectionOptions } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { channel, noticePayload, type ReceivedNotice, workChannel } from './notices.ts'

const reconnectMs = 1_000

export type ListenConnection = {
  /** Connects unless there is a connection already. */
  open(): Promise<void>
  stop(): Promise<void>
}

/**
 * Creates a connection that listens for notices and reconnects after a loss. `onGap` is called when
 * notices may be missed from now on, `onListening` once they are received again.
 */
export function createListenConnection(
  url: string,
  log: Log,
  events: {
    onNotice: (notice: ReceivedNotice) => void
    /** A transaction has added work that is due to this queue. */
    onWork: (queue: string) => void
    onGap: () => void
    onListening: () => void
  },
): ListenConnection {
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let stopped = false

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connectionOptions({ url, application: 'laurel events' }),
      keepAlive: true,
    })
    const reconnect = () => {
      if (client !== next || stopped) return
      client = undefined
      events.onGap()
      setTimeout(() => void open(), reconnectMs).unref()
    }
    next.on('error', reconnect)
    next.on('end', reconnect)
    next.on('notification', ({ channel: from, payload }) => {
      if (from === workChannel) return events.onWork(payload ?? '')
      const parsed = noticePayload.safeParse(JSON.parse(payload ?? '[]'))
      // A newer process may send topics unknown to this one.
      if (parsed.success) parsed.data.forEach(events.onNotice)
    })
    client = next
    events.onGap()
    await next.connect()
    await next.query(`listen ${channel}; listen ${workChannel}`)
    events.onListening()
  }
  async function open(): Promise<void> {
    if (stopped || client) return
    try {
      connecting = listen()
      await connecting
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'events')
      client = undefined
      setTimeout(() => void open(), reconnectMs).unref()
    }
  }
  return {
    open,
    async stop() {
      stopped = true
      await connecting?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
