// Splits the stream itself: eventsource-parser would add 1.1 KB to the first page, which would then
// exceed its budget by 0.2 KB (decision 020). tests/suites/live-updates.test.ts reads with it.
import { limits } from '#contract/limits.ts'
import { type Change, parseChangeTopic, changeTopics } from '#contract/change-topics.ts'
import { fetchResponse } from './client.ts'

/** Receives the changes; null means that changes may be missing, so everything is stale. */
export type ChangeListener = (changes: Change[] | null) => void

const minRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000
/** The server sends a heartbeat every 20 seconds. Two missed heartbeats mean a dead connection. */
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

/** Reads an event stream until it ends. `opened` is called after the server's first event. */
async function readStream(
  onChanges: ChangeListener,
  opened: () => void,
  signal: AbortSignal,
): Promise<void> {
  const stalled = new AbortController()
  let heartbeatTimer = setTimeout(() => stalled.abort(), heartbeatTimeoutMs)
  try {
    const response = await fetchResponse('events.stream', {
      signal: AbortSignal.any([signal, stalled.signal]),
      timeoutMs: noTimeoutMs,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(heartbeatTimer)
      heartbeatTimer = setTimeout(() => stalled.abort(), heartbeatTimeoutMs)
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const name = /^event: (.+)$/m.exec(event)?.[1]
        const data = /^data: (.+)$/m.exec(event)?.[1]
        if (name === 'open') opened()
        else if (name === 'missed') onChanges(null)
        else if (data) onChanges(knownChanges(JSON.parse(data) as Change[]))
      }
    }
  } finally {
    clearTimeout(heartbeatTimer)
  }
}

/**
 * Reads streams until `signal` aborts. A stream that ends is reopened with backoff, and
 * `onChanges(null)` covers the gap.
 */
async function readStreamWithRetry(
  onChanges: ChangeListener,
  startedAt: number,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = minRetryDelayMs
  let hasConnected = false
  while (!signal.aborted) {
    await waitUntilOnline(signal)
    await readStream(
      onChanges,
      () => {
        // The first stream replays recent changes, so a page loaded shortly before it missed
        // nothing.
        if (hasConnected || Date.now() - startedAt > limits.stream_recall_ms / 2) onChanges(null)
        hasConnected = true
        delayMs = minRetryDelayMs
      },
      signal,
    ).catch(() => {})
    // Jitter: not every page reconnects at once after a restart.
    await sleep(delayMs * (0.5 + Math.random()), signal)
    delayMs = Math.min(delayMs * 2, maxRetryDelayMs)
  }
}

/**
 * Subscribes to changes; returns the unsubscribe function. All tabs of a browser with the same
 * `name` share a stream, because browsers limit connections per host. The tab that holds the lock
 * reads and broadcasts; when it closes, another tab takes the lock.
 */
export function subscribeToChanges(name: string, onChanges: ChangeListener): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`laurel.live.${name}`)
  channel.addEventListener('message', ({ data }: MessageEvent<Change[] | null>) => onChanges(data))
  const broadcast: ChangeListener = (changed) => {
    onChanges(changed)
    channel.postMessage(changed)
  }
  // Web Locks need a secure context: elsewhere each tab reads its own stream.
  const locks = navigator.locks as LockManager | undefined
  const startedAt = Date.now()
  if (locks)
    void locks
      .request(`laurel.live.${name}`, { signal: stop.signal }, () =>
        readStreamWithRetry(broadcast, startedAt, stop.signal),
      )
      .catch(() => {})
  else void readStreamWithRetry(onChanges, startedAt, stop.signal)
  return () => {
    stop.abort()
    channel.close()
  }
}
