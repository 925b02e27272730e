import { limits } from '#contract/limits.ts'
import { type Change, parseChangeTopic } from '#contract/change-topics.ts'
import { toRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, authenticate } from '#server/platform/auth/sessions.ts'

type OpenStream = { user: string; wake: () => void; isEnded: boolean }

/** Keeps a stream open while the database is down: the session cannot be checked. */
function trueWhenDatabaseIsDown(error: unknown): true {
  if (toRefusal(error)?.status === 503) return true
  throw error
}

/** Collects the changes that a stream has not sent yet. */
function createChangeBuffer() {
  const changes = new Set<Change>()
  let hasMissedChanges = false
  return {
    /** Without a list, the event bus has lost changes. */
    add(added: readonly Change[] | null): void {
      if (!added) {
        hasMissedChanges = true
        return
      }
      // Above the limit, changes collapse into their topic: clients refetch lists, not single rows.
      for (const change of added)
        changes.add(changes.size < limits.stream_changes_max ? change : parseChangeTopic(change))
    },
    isEmpty: () => !hasMissedChanges && changes.size === 0,
    /** Returns the changes as a server-sent event and clears the buffer. */
    flush(): string {
      const message = hasMissedChanges
        ? 'event: missed\ndata: []\n\n'
        : `data: ${JSON.stringify([...changes])}\n\n`
      hasMissedChanges = false
      changes.clear()
      return message
    },
  }
}

/** Checks from time to time that the session of a stream is still valid. */
function createSessionCheck({ db, clock, config }: Services, token: string) {
  let isSuspect = false
  let checkedAt = performance.now()
  return {
    /** Makes the next check due at once. */
    suspect(): void {
      isSuspect = true
    },
    // Due by the clock, not by idle time: the stream of a busy team is never idle.
    isDue: () => isSuspect || performance.now() - checkedAt >= limits.stream_check_ms,
    async hasEnded(): Promise<boolean> {
      checkedAt = performance.now()
      isSuspect = false
      return !(await authenticate(db, token, clock.now(), config.billing).catch(
        trueWhenDatabaseIsDown,
      ))
    },
  }
}

/** Waits until the stream is woken. Returns true when the heartbeat interval ends first. */
async function waitForWake(stream: OpenStream): Promise<boolean> {
  const isHeartbeat = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), limits.stream_beat_ms)
    stream.wake = () => {
      clearTimeout(timer)
      resolve(false)
    }
  })
  stream.wake = () => {}
  return isHeartbeat
}

/**
 * Creates the registry of this process's open streams. Each user has a limited number; a further
 * stream ends the oldest.
 */
export function createEventStreams(services: Services) {
  /** The open streams of each user, oldest first. */
  const openByUser = new Map<string, OpenStream[]>()
  const endStream = (stream: OpenStream) => {
    stream.isEnded = true
    stream.wake()
  }
  const register = (user: string): OpenStream => {
    const others = openByUser.get(user) ?? []
    others.slice(0, Math.max(0, others.length + 1 - limits.streams_per_user_max)).forEach(endStream)
    const stream: OpenStream = { user, wake: () => {}, isEnded: false }
    openByUser.set(user, [...others, stream])
    return stream
  }
  const unregister = (closed: OpenStream) => {
    const others = (openByUser.get(closed.user) ?? []).filter((stream) => stream !== closed)
    if (others.length) openByUser.set(closed.user, others)
    else openByUser.delete(closed.user)
  }
  /** Yields changes as server-sent events until the session, the client or the process ends. */
  async function* stream(actor: Actor, token: string): AsyncGenerator<string> {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const buffer = createChangeBuffer()
    const session = createSessionCheck(services, token)
    const own = register(`${workspaceId} ${userId}`)
    const unsubscribe = services.events.subscribe(workspaceId, {
      user_id: userId,
      onChanges(changes) {
        // Events that end a session also change GET /config.
        if (!changes || changes.some((change) => parseChangeTopic(change) === 'config'))
          session.suspect()
        buffer.add(changes)
        own.wake()
      },
    })
    try {
      yield `retry: ${limits.stream_retry_ms}\n\nevent: open\ndata: []\n\n`
      while (!own.isEnded) {
        if (buffer.isEmpty()) {
          const isHeartbeat = await waitForWake(own)
          if (own.isEnded) return
          if (isHeartbeat) {
            // The check stops the stream after a sign-out or after the user leaves the team.
            if (await session.hasEnded()) return
            yield ': \n\n'
          }
          continue
        }
        if (session.isDue() && ((await session.hasEnded()) || own.isEnded)) return
        yield buffer.flush()
      }
    } finally {
      unsubscribe()
      unregister(own)
    }
  }
  return {
    stream,
    close: () => {
      for (const streams of openByUser.values()) streams.forEach(endStream)
    },
  }
}
