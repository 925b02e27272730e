import { connectionError } from '#web/lib/client.ts'
import { loadMessages, type Namespace } from '#web/lib/i18n.ts'
import { connectivity } from '#web/lib/connectivity.ts'

/** A page is not loaded anew for its code more often than this. */
const minReloadIntervalMs = 60_000
const reloadedAtKey = 'laurel.reloaded'

/** Whether the server has another version than the page began with. */
async function isNewVersionDeployed(): Promise<boolean> {
  const own = document
    .querySelector<HTMLScriptElement>('script[type="module"][src]')
    ?.getAttribute('src')
  const answer = await fetch('/index.html', { cache: 'no-store' })
  return answer.ok && own != null && !(await answer.text()).includes(own)
}

/**
 * Code of a version that is gone with a deployment cannot be had any more: the page is loaded anew,
 * once.
 */
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
 * Code and, beside it, the texts it needs; `common` and `errors` are there from the start. A test
 * compares the names with the code. What cannot be had is a server that does not answer, and can be
 * asked for again.
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

/**
 * The offline shell (web/sw.js), once the page has nothing else to do; tells it what this page has
 * fetched before it was there.
 */
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
  // A worker that cannot be had (a private window, a page without TLS) is done without.
  if (import.meta.env.PROD)
    window.addEventListener('load', () =>
      setTimeout(() => void registerServiceWorker().catch(() => {}), serviceWorkerDelayMs),
    )
}
