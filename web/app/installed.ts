import { lost } from '#web/lib/client.ts'
import { loadTexts, type Namespace } from '#web/lib/i18n.ts'
import { reach } from '#web/lib/reach.ts'

/** A page is not loaded anew for its code more often than this. */
const again_ms = 60_000
const reloaded = 'laurel.reloaded'

/** Whether the server has another version than the page began with. */
async function isNewer(): Promise<boolean> {
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
function watchCode(): void {
  window.addEventListener('vite:preloadError', () => {
    void isNewer().then(
      (newer) => {
        if (!newer || Date.now() - Number(sessionStorage.getItem(reloaded)) < again_ms) return
        sessionStorage.setItem(reloaded, String(Date.now()))
        location.reload()
      },
      () => reach.doubt(),
    )
  })
}
/**
 * Code and, beside it, the texts it needs; `common` and `errors` are there from the start. A test
 * compares the names with the code. What cannot be had is a server that does not answer, and can be
 * asked for again.
 */
export const withTexts =
  <Code>(load: () => Promise<Code>, ...names: Namespace[]) =>
  () =>
    Promise.all([load(), loadTexts(names)]).then(
      ([code]) => code,
      (): never => {
        throw lost()
      },
    )

/**
 * The offline shell (web/sw.js), once the page has nothing else to do; tells it what this page has
 * fetched before it was there.
 */
async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const fetched = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  active?.postMessage({ keep: fetched.map(({ pathname }) => pathname) })
}

const settled_ms = 2_000
export function startInstalled(): void {
  watchCode()
  // A worker that cannot be had (a private window, a page without TLS) is done without.
  if (import.meta.env.PROD)
    window.addEventListener('load', () =>
      setTimeout(() => void startWorker().catch(() => {}), settled_ms),
    )
}
