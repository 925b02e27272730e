import './app/styles.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startAppUpdates } from '#web/shared/load-code.ts'
import { createAppRouter } from './app/router.ts'
import { watchSessionEnd } from './app/session-end.ts'
import { ApiCallError } from './lib/client.ts'
import { startI18n } from './lib/i18n.ts'
import { connectivity } from '#web/lib/connectivity.ts'
import { session } from './lib/session.ts'
import { configQuery } from '#web/shared/config.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/**
 * The subscription ended while the page was open: the guards redirect once the config says so
 * (specification, section 4).
 */
const onError = (error: unknown) => {
  if (error instanceof ApiCallError && error.has('billing_inactive'))
    void client.refetchQueries({ queryKey: queryKey('config') }).then(() => router.invalidate())
}
/** After this time the page renders its own outline, with a notice if the server is unreachable. */
const maxOutlineMs = 3_000
/** A query that would wait longer shows its error instead of retrying. */
const maxRetryDelayS = 30
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Cached data survives for as long as a page is usually open, so going back is instant.
      gcTime: 1_800_000,
      // Retries network errors, 5xx and 429 twice, but not while the server counts as offline. A
      // 429 names its delay; a delay above the maximum fails at once.
      retry: (count, error) =>
        count < 2 &&
        error instanceof ApiCallError &&
        (error.status === 0 || error.status === 429 || error.status >= 500) &&
        (error.retryAfterS ?? 0) <= maxRetryDelayS &&
        !connectivity.isOffline(),
      retryDelay: (count, error) =>
        1_000 * ((error instanceof ApiCallError && error.retryAfterS) || 2 ** count),
      // Without a network a call fails at once and OfflineBanner refetches on reconnect, instead of
      // waiting silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
const router = createAppRouter(client)

watchSessionEnd(client, router)

// Paper is white: printing uses the light scheme.
const printMedia = matchMedia('print')
let schemeBeforePrint: string | undefined
printMedia.addEventListener('change', () => {
  const page = document.documentElement.dataset
  if (printMedia.matches) schemeBeforePrint = page['mantineColorScheme']
  page['mantineColorScheme'] = printMedia.matches ? 'light' : (schemeBeforePrint ?? 'light')
})

connectivity.start()
startAppUpdates()
const textsReady = startI18n()
// The code of the page and the config load together with the texts, not after them. Offline they
// wait for the connection, because a browser does not request a module again that it did not get.
if (navigator.onLine) {
  for (const { options } of router.getMatchedRoutes(location.pathname)[0])
    void options.component?.preload?.()
  if (session.token()) void client.prefetchQuery(configQuery)
}

/**
 * Renders the page as soon as it has its texts, code and first data; until then index.html shows an
 * outline. The module itself must not wait, because the code of a page waits for this module.
 */
async function renderPage(): Promise<void> {
  // Until the router is mounted it does not notice a navigation, such as the end of the session. A
  // function of its own, because the mounted router subscribes `router.load` itself.
  const stopLoading = router.history.subscribe((change) => void router.load(change))
  const stopWaiting = router.subscribe('onRendered', () => {
    stopLoading()
    stopWaiting()
  })
  await textsReady
  await Promise.race([
    // After a failure the rendered page loads again and shows the error.
    router.load().catch(() => undefined),
    new Promise((resolve) => {
      setTimeout(resolve, maxOutlineMs)
    }),
  ])
  const rootElement = document.getElementById('root')
  if (rootElement) {
    const root = createRoot(rootElement)
    // A transition renders in short steps, between which the page reacts.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App client={client} router={router} />
        </StrictMode>,
      ),
    )
  }
  const { discardEarlyResponses, loadEmojiFontIfMissing, startFocusRecovery } =
    await import('./app/after-start.ts')
  discardEarlyResponses()
  startFocusRecovery(() => document.getElementById('main'))
  loadEmojiFontIfMissing()
}
void renderPage()
