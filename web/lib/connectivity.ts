import { useSyncExternalStore } from 'react'
import { apiPrefix } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'

/**
 * Whether the server can be reached at all. A call that got no answer makes us ask for something
 * small; when that fails too, the server is lost, and is asked again with growing pauses, and at
 * once when there is a reason to hope.
 */
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000
const probeTimeoutMs = 8_000
/**
 * Lost again so soon after it came back: the pauses go on growing, for a server that only staggers.
 */
const stableAfterMs = 30_000

let isOffline = false
let attempts = 0
let onlineSince = 0
let timer: number | undefined
let pendingProbe: Promise<void> | undefined
const statusListeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()
const notifyAll = (all: Set<() => void>) => {
  for (const tell of all) tell()
}

const probeServer = () =>
  fetch(apiPrefix + routes['auth.options'].path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(probeTimeoutMs),
  }).then(
    ({ status }) => status < 500,
    () => false,
  )

function applyProbeResult(here: boolean): void {
  const before = isOffline
  isOffline = !here
  if (here) onlineSince = Date.now()
  else {
    if (!before && Date.now() - onlineSince > stableAfterMs) attempts = 0
    timer = window.setTimeout(
      () => void checkNow(),
      Math.min(minRetryDelayMs * 2 ** attempts, maxRetryDelayMs) * (0.75 + Math.random() / 2),
    )
    attempts += 1
  }
  if (before !== isOffline) notifyAll(statusListeners)
  if (before && here) notifyAll(reconnectListeners)
}

/** Asks now, once at a time. */
function checkNow(): Promise<void> {
  window.clearTimeout(timer)
  pendingProbe ??= probeServer().then((here) => {
    pendingProbe = undefined
    applyProbeResult(here)
  })
  return pendingProbe
}

const subscribe = (tell: () => void) => {
  statusListeners.add(tell)
  return () => {
    statusListeners.delete(tell)
  }
}
const retryIfOffline = () => {
  if (isOffline) void checkNow()
}

export const connectivity = {
  isOffline: () => isOffline,
  /** A call got no answer. */
  reportFailure() {
    if (!isOffline) void checkNow()
  },
  ask: checkNow,
  /** Told when the server is there again after it was lost. */
  onReconnect(tell: () => void): () => void {
    reconnectListeners.add(tell)
    return () => {
      reconnectListeners.delete(tell)
    }
  },
  /** Begins to listen to what the browser knows of its network. */
  start() {
    window.addEventListener('online', () => void checkNow())
    window.addEventListener('offline', () => void checkNow())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) retryIfOffline()
    })
  },
}
export const useIsOffline = () => useSyncExternalStore(subscribe, connectivity.isOffline)
