import './app/styles.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startAppUpdates } from '#web/shared/load-code.ts'
import { createAppRouter } from './app/router.tsx'
import { clearRecentPeople } from '#web/app/search/recent-people.ts'
import { ApiCallError } from './lib/client.ts'
import { startI18n } from './lib/i18n.ts'
import { connectivity } from '#web/lib/connectivity.ts'
import { session } from './lib/session.ts'

/**
 * The subscription ended while the page was open: the guards lead on once the config says so
 * (specification, section 4).
 */
const onError = (error: unknown) => {
  if (error instanceof ApiCallError && error.has('billing_inactive'))
    void client.refetchQueries({ queryKey: ['config'] }).then(() => router.invalidate())
}
/** Nobody looks at an empty screen for longer. */
const maxRetryDelayS = 30
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What was looked at is there at once when one comes back to it, for as long as a page is
      // usually open.
      gcTime: 1_800_000,
      // A refusal stays a refusal; a server that does not answer is asked twice more, and not while
      // it is known to be away. One that has too much to do says when; who would wait too long is
      // told instead.
      retry: (count, error) =>
        count < 2 &&
        error instanceof ApiCallError &&
        (error.status === 0 || error.status === 429 || error.status >= 500) &&
        (error.retry_after_s ?? 0) <= maxRetryDelayS &&
        !connectivity.isOffline(),
      retryDelay: (count, error) =>
        1_000 * ((error instanceof ApiCallError && error.retry_after_s) || 2 ** count),
      // Without a network a call fails and is asked again when the server is back (LostBar),
      // instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
const router = createAppRouter(client)

session.onEnd((to) => {
  client.clear()
  clearRecentPeople()
  // A session that is over leaves nothing to save.
  void router.navigate({ to, search: {}, ignoreBlocker: true })
})

// Paper is white: what is printed is printed light, whatever the screen shows.
const printMedia = matchMedia('print')
let schemeBeforePrint: string | undefined
printMedia.addEventListener('change', () => {
  const page = document.documentElement.dataset
  if (printMedia.matches) schemeBeforePrint = page['mantineColorScheme']
  page['mantineColorScheme'] = printMedia.matches ? 'light' : (schemeBeforePrint ?? 'light')
})

connectivity.start()
startAppUpdates()
await startI18n()
const rootElement = document.getElementById('root')
if (rootElement) {
  createRoot(rootElement).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  )
}
void import('#web/ui/focus-recovery.ts').then(({ startFocusRecovery }) =>
  startFocusRecovery(() => document.getElementById('main')),
)
