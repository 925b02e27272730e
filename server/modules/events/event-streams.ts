import { limits } from '#contract/limits.ts'
import { type Change, parseChangeTopic } from '#contract/change-topics.ts'
import { toRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, authenticate } from '#server/platform/auth/sessions.ts'

/** A database that is away says nothing of a session: true, until it can be asked. */
function trueWhenDatabaseIsDown(error: unknown): true {
  if (toRefusal(error)?.status === 503) return true
  throw error
}

type OpenStream = { user: string; wake: () => void; ended: boolean }

/**
 * The streams that this process holds open; at most so many for each user, the oldest gives way.
 */
export function createEventStreams({ events, db, clock, config }: Services) {
  const open = new Set<OpenStream>()
  const end = (one: OpenStream) => {
    one.ended = true
    one.wake()
  }
  /**
   * Changes as server-sent events, until the session ends, the reader leaves or the process stops.
   */
  async function* stream(actor: Actor, token: string): AsyncGenerator<string> {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const changed = new Set<Change>()
    let missed = false
    // What ends a session changes what GET /config answers: that is a reason to ask at once.
    let suspect = false
    let checkedAt = performance.now()
    const hasEnded = async () => {
      checkedAt = performance.now()
      suspect = false
      return !(await authenticate(db, token, clock.now(), config.billing).catch(
        trueWhenDatabaseIsDown,
      ))
    }
    const own: OpenStream = { user: `${workspaceId} ${userId}`, wake: () => {}, ended: false }
    const others = [...open].filter(({ user }) => user === own.user)
    others.slice(0, Math.max(0, others.length + 1 - limits.streams_per_user_max)).forEach(end)
    open.add(own)
    const leave = events.subscribe(workspaceId, {
      user_id: userId,
      onChanges(changes) {
        if (!changes || changes.some((change) => parseChangeTopic(change) === 'config'))
          suspect = true
        if (!changes) missed = true
        // So much at once is one change of the whole: nobody asks for hundreds of things one by
        // one.
        else
          for (const change of changes)
            changed.add(
              changed.size < limits.stream_changes_max ? change : parseChangeTopic(change),
            )
        own.wake()
      },
    })
    try {
      yield `retry: ${limits.stream_retry_ms}\n\nevent: open\ndata: []\n\n`
      while (!own.ended) {
        if (!missed && changed.size === 0) {
          const beat = await new Promise<boolean>((resolve) => {
            const timer = setTimeout(() => resolve(true), limits.stream_beat_ms)
            own.wake = () => {
              clearTimeout(timer)
              resolve(false)
            }
          })
          own.wake = () => {}
          if (own.ended) return
          if (beat) {
            // Whoever was signed out or has left the team hears nothing more. While the database is
            // away nobody is, and no news come.
            if (await hasEnded()) return
            yield ': \n\n'
          }
          continue
        }
        // By the clock, not by silence: a team that is busy all the time has no silent moment.
        const due = suspect || performance.now() - checkedAt >= limits.stream_check_ms
        if (due && ((await hasEnded()) || own.ended)) return
        const text = missed
          ? 'event: missed\ndata: []\n\n'
          : `data: ${JSON.stringify([...changed])}\n\n`
        missed = false
        changed.clear()
        yield text
      }
    } finally {
      leave()
      open.delete(own)
    }
  }
  return {
    stream,
    close: () => {
      open.forEach(end)
    },
  }
}
