import { useSyncExternalStore } from 'react'
import { apiPrefix } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'

/**
 * Tracks whether the server is reachable. A call without an answer starts a small probe request. If
 * the probe fails too, the page counts as offline and the probe repeats with backoff, and at once
 * on a hint of recovery.
 */
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000
const probeTimeoutMs = 8_000
/** A server lost again within this time keeps its backoff, because it flaps. */
const stableAfterMs = 30_000

let isOffline = false
let attempts = 0
let onlineSince = 0
let timer: number | undefined
let pendingProbe: Promise<void> | undefined
const statusListeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()
const notifyAll = (listeners: Set<() => void>) => {
  for (const listener of listeners) listener()
}

const probeServer = () =>
  fetch(apiPrefix + routes['auth.options'].path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(probeTimeoutMs),
  }).then(
    ({ status }) => status < 500,
    () => false,
  )

function applyProbeResult(isReachable: boolean): void {
  const wasOffline = isOffline
  isOffline = !isReachable
  if (isReachable) onlineSince = Date.now()
  else {
    if (!wasOffline && Date.now() - onlineSince > stableAfterMs) attempts = 0
    timer = window.setTimeout(
      () => void checkNow(),
      Math.min(minRetryDelayMs * 2 ** attempts, maxRetryDelayMs) * (0.75 + Math.random() / 2),
    )
    attempts += 1
  }
  if (wasOffline !== isOffline) notifyAll(statusListeners)
  if (wasOffline && isReachable) notifyAll(reconnectListeners)
}

/** Probes now; concurrent callers share the pending probe. */
function checkNow(): Promise<void> {
  window.clearTimeout(timer)
  pendingProbe ??= probeServer().then((isReachable) => {
    pendingProbe = undefined
    applyProbeResult(isReachable)
  })
  return pendingProbe
}

const subscribe = (listener: () => void) => {
  statusListeners.add(listener)
  return () => {
    statusListeners.delete(listener)
  }
}
const retryIfOffline = () => {
  if (isOffline) void checkNow()
}

export const connectivity = {
  isOffline: () => isOffline,
  /** Reports a call without an answer. */
  reportFailure() {
    if (!isOffline) void checkNow()
  },
  checkNow,
  /** Calls the listener when the server answers again. Returns the unsubscribe function. */
  onReconnect(listener: () => void): () => void {
    reconnectListeners.add(listener)
    return () => {
      reconnectListeners.delete(listener)
    }
  },
  /** Subscribes to the browser's network and visibility events. */
  start() {
    window.addEventListener('online', () => void checkNow())
    window.addEventListener('offline', () => void checkNow())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) retryIfOffline()
    })
  },
}
export const useIsOffline = () => useSyncExternalStore(subscribe, connectivity.isOffline)
