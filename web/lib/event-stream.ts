import { limits } from '#contract/limits.ts'
import { type Change, parseChangeTopic, changeTopics } from '#contract/change-topics.ts'
import { fetchResponse } from './client.ts'

/** Told what has changed; null: something may have been missed, so everything. */
export type ChangeListener = (changes: Change[] | null) => void

const minRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000
/**
 * The server beats every 20 seconds: two beats missed, and the line is dead though it does not say
 * so.
 */
const heartbeatTimeoutMs = 2.5 * limits.stream_beat_ms
const noTimeoutMs = 2 ** 31 - 1
// A newer server may name topics that this page does not know.
const knownChanges = (changes: Change[]) =>
  changes.filter((change) => changeTopics.includes(parseChangeTopic(change)))

const sleep = (ms: number, signal: AbortSignal) =>
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

const waitUntilOnline = (signal: AbortSignal) =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { once: true, signal })
        signal.addEventListener('abort', () => resolve(), { once: true })
      })

/** One stream of events from its beginning to its end. `opened` is called when it stands. */
async function readStream(
  hear: ChangeListener,
  opened: () => void,
  signal: AbortSignal,
): Promise<void> {
  const dead = new AbortController()
  let watch = setTimeout(() => dead.abort(), heartbeatTimeoutMs)
  try {
    const response = await fetchResponse(
      'events.stream',
      { signal: AbortSignal.any([signal, dead.signal]) },
      noTimeoutMs,
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(watch)
      watch = setTimeout(() => dead.abort(), heartbeatTimeoutMs)
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const name = /^event: (.+)$/m.exec(event)?.[1]
        const data = /^data: (.+)$/m.exec(event)?.[1]
        if (name === 'open') opened()
        else if (name === 'missed') hear(null)
        else if (data) hear(knownChanges(JSON.parse(data) as Change[]))
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
async function readStreamWithRetry(
  hear: ChangeListener,
  from: number,
  signal: AbortSignal,
): Promise<void> {
  let wait = minRetryDelayMs
  let again = false
  while (!signal.aborted) {
    await waitUntilOnline(signal)
    await readStream(
      hear,
      () => {
        // What the page shows was asked for shortly before it began to listen, or later, and the
        // stream begins with what was said then.
        if (again || Date.now() - from > limits.stream_recall_ms / 2) hear(null)
        again = true
        wait = minRetryDelayMs
      },
      signal,
    ).catch(() => {})
    // Not all at the same moment, when a server comes back.
    await sleep(wait * (0.5 + Math.random()), signal)
    wait = Math.min(wait * 2, maxRetryDelayMs)
  }
}

/**
 * Hears what changes until the answer is called. All tabs of a browser that share `name` share one
 * stream, for a browser opens few connections to a place: one tab listens and tells the others;
 * when it closes, another one takes over.
 */
export function subscribeToChanges(name: string, hear: ChangeListener): () => void {
  const leave = new AbortController()
  const others = new BroadcastChannel(`laurel.live.${name}`)
  others.addEventListener('message', ({ data }: MessageEvent<Change[] | null>) => hear(data))
  const tell: ChangeListener = (changed) => {
    hear(changed)
    others.postMessage(changed)
  }
  // Locks are for secure places alone: elsewhere each tab listens for itself.
  const locks = navigator.locks as LockManager | undefined
  const from = Date.now()
  if (locks)
    void locks
      .request(`laurel.live.${name}`, { signal: leave.signal }, () =>
        readStreamWithRetry(tell, from, leave.signal),
      )
      .catch(() => {})
  else void readStreamWithRetry(hear, from, leave.signal)
  return () => {
    leave.abort()
    others.close()
  }
}
