import { limits } from '#contract/limits.ts'
import { type Change, topicOf, topics } from '#contract/topics.ts'
import { open } from './client.ts'

/** Told what has changed; null: something may have been missed, so everything. */
export type Hear = (changes: Change[] | null) => void

const first_wait_ms = 1_000
const longest_wait_ms = 30_000
/**
 * The server beats every 20 seconds: two beats missed, and the line is dead though it does not say
 * so.
 */
const silence_ms = 2.5 * limits.stream_beat_ms
const forever_ms = 2 ** 31 - 1
// A newer server may name topics that this page does not know.
const known = (changes: Change[]) => changes.filter((change) => topics.includes(topicOf(change)))

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

const network = (signal: AbortSignal) =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { once: true, signal })
        signal.addEventListener('abort', () => resolve(), { once: true })
      })

/** One stream of events from its beginning to its end. `opened` is called when it stands. */
async function read(hear: Hear, opened: () => void, signal: AbortSignal): Promise<void> {
  const dead = new AbortController()
  let watch = setTimeout(() => dead.abort(), silence_ms)
  try {
    const response = await open(
      'events.stream',
      { signal: AbortSignal.any([signal, dead.signal]) },
      forever_ms,
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(watch)
      watch = setTimeout(() => dead.abort(), silence_ms)
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const name = /^event: (.+)$/m.exec(event)?.[1]
        const data = /^data: (.+)$/m.exec(event)?.[1]
        if (name === 'open') opened()
        else if (name === 'missed') hear(null)
        else if (data) hear(known(JSON.parse(data) as Change[]))
      }
    }
  } finally {
    clearTimeout(watch)
  }
}

/**
 * Listens as long as it may: a stream that ends is opened again, and what may have been missed
 * meanwhile is asked anew.
 */
async function follow(hear: Hear, from: number, signal: AbortSignal): Promise<void> {
  let wait = first_wait_ms
  let again = false
  while (!signal.aborted) {
    await network(signal)
    await read(
      hear,
      () => {
        // What the page shows was asked for shortly before it began to listen, or later, and the
        // stream begins with what was said then.
        if (again || Date.now() - from > limits.stream_recall_ms / 2) hear(null)
        again = true
        wait = first_wait_ms
      },
      signal,
    ).catch(() => {})
    // Not all at the same moment, when a server comes back.
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(wait * 2, longest_wait_ms)
  }
}

/**
 * Hears what changes until the answer is called. All tabs of a browser that share `name` share one
 * stream, for a browser opens few connections to a place: one tab listens and tells the others;
 * when it closes, another one takes over.
 */
export function listen(name: string, hear: Hear): () => void {
  const leave = new AbortController()
  const others = new BroadcastChannel(`laurel.live.${name}`)
  others.addEventListener('message', ({ data }: MessageEvent<Change[] | null>) => hear(data))
  const tell: Hear = (changed) => {
    hear(changed)
    others.postMessage(changed)
  }
  // Locks are for secure places alone: elsewhere each tab listens for itself.
  const locks = navigator.locks as LockManager | undefined
  const from = Date.now()
  if (locks)
    void locks
      .request(`laurel.live.${name}`, { signal: leave.signal }, () =>
        follow(tell, from, leave.signal),
      )
      .catch(() => {})
  else void follow(hear, from, leave.signal)
  return () => {
    leave.abort()
    others.close()
  }
}
