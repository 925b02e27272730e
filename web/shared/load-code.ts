import { connectionError } from '#web/lib/client.ts'
import { loadMessages, type Namespace } from '#web/lib/i18n.ts'
import { connectivity } from '#web/lib/connectivity.ts'

/** Minimum time between two reloads for missing code. */
const minReloadIntervalMs = 60_000
const reloadedAtKey = 'laurel.reloaded'

/** Returns whether the server has a newer version than the loaded page. */
async function isNewVersionDeployed(): Promise<boolean> {
  const own = document
    .querySelector<HTMLScriptElement>('script[type="module"][src]')
    ?.getAttribute('src')
  const answer = await fetch('/index.html', { cache: 'no-store' })
  return answer.ok && own != null && !(await answer.text()).includes(own)
}

/** Reloads the page once when a chunk of an old version is gone after a deployment. */
function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', () => {
    void isNewVersionDeployed().then(
      (newer) => {
        if (
          !newer ||
          Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < minReloadIntervalMs
        )
          return
        sessionStorage.setItem(reloadedAtKey, String(Date.now()))
        location.reload()
      },
      () => connectivity.reportFailure(),
    )
  })
}
/**
 * Returns a loader for code and its texts; `common` and `errors` are always loaded. A test compares
 * the names with the code. A failed load counts as an unreachable server and can be retried.
 */
export const withMessages =
  <Code>(load: () => Promise<Code>, ...names: Namespace[]) =>
  () =>
    Promise.all([load(), loadMessages(names)]).then(
      ([code]) => code,
      (): never => {
        throw connectionError()
      },
    )

/** Registers the service worker (web/sw.js) and sends it the files that the page fetched before. */
async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const fetched = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  active?.postMessage({ keep: fetched.map(({ pathname }) => pathname) })
}

const serviceWorkerDelayMs = 2_000
export function startAppUpdates(): void {
  reloadOnMissingCode()
  // The page works without a service worker (a private window, a page without TLS).
  if (import.meta.env.PROD)
    window.addEventListener('load', () =>
      setTimeout(() => void registerServiceWorker().catch(() => {}), serviceWorkerDelayMs),
    )
}
