import { useSyncExternalStore } from 'react'
import { apiPrefix } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'

/**
 * Whether the server can be reached at all. A call that got no answer makes us ask for something
 * small; when that fails too, the server is lost, and is asked again with growing pauses, and at
 * once when there is a reason to hope.
 */
const first_wait_ms = 1_000
const longest_wait_ms = 30_000
const patience_ms = 8_000
/**
 * Lost again so soon after it came back: the pauses go on growing, for a server that only staggers.
 */
const settled_ms = 30_000

let lost = false
let tries = 0
let since = 0
let timer: number | undefined
let asking: Promise<void> | undefined
const watchers = new Set<() => void>()
const returns = new Set<() => void>()
const tellAll = (all: Set<() => void>) => {
  for (const tell of all) tell()
}

const answers = () =>
  fetch(apiPrefix + routes['auth.options'].path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(patience_ms),
  }).then(
    ({ status }) => status < 500,
    () => false,
  )

function settle(here: boolean): void {
  const before = lost
  lost = !here
  if (here) since = Date.now()
  else {
    if (!before && Date.now() - since > settled_ms) tries = 0
    timer = window.setTimeout(
      () => void ask(),
      Math.min(first_wait_ms * 2 ** tries, longest_wait_ms) * (0.75 + Math.random() / 2),
    )
    tries += 1
  }
  if (before !== lost) tellAll(watchers)
  if (before && here) tellAll(returns)
}

/** Asks now, once at a time. */
function ask(): Promise<void> {
  window.clearTimeout(timer)
  asking ??= answers().then((here) => {
    asking = undefined
    settle(here)
  })
  return asking
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => {
    watchers.delete(tell)
  }
}
const hope = () => {
  if (lost) void ask()
}

export const reach = {
  lost: () => lost,
  /** A call got no answer. */
  doubt() {
    if (!lost) void ask()
  },
  ask,
  /** Told when the server is there again after it was lost. */
  onReturn(tell: () => void): () => void {
    returns.add(tell)
    return () => {
      returns.delete(tell)
    }
  },
  /** Begins to listen to what the browser knows of its network. */
  start() {
    window.addEventListener('online', () => void ask())
    window.addEventListener('offline', () => void ask())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) hope()
    })
  },
}
export const useLost = () => useSyncExternalStore(watch, reach.lost)
