import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { notifications } from '@mantine/notifications'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { App } from '#web/app/App.tsx'
import { createAppRouter } from '#web/app/router.ts'
import { setLanguage } from '#web/lib/i18n.ts'
import { session } from '#web/lib/session.ts'
import { connectivity } from '#web/lib/connectivity.ts'
import { type Handlers, neverAnswer, serve, startFakeApi } from './fake-api.ts'
import { makeConfig } from './web-data.ts'

export {
  callsTo,
  loseConnection,
  neverAnswer,
  pageOf,
  refuse,
  refuseAll,
  serve,
} from './fake-api.ts'

/** The data of the rendered app. */
let mounted: QueryClient | undefined

type Options = {
  /** The stubbed calls of the screen. */
  api?: Handlers
  /** The config of the signed-in person; null: signed out. */
  config?: AppConfig | null
}

/**
 * Renders the app at a path, with its real providers, router and guards, in English. Returns a user
 * who types and clicks.
 */
export async function renderApp(path: string, { api = {}, config = makeConfig() }: Options = {}) {
  startFakeApi({
    'config.get': () => config ?? makeConfig(),
    'events.stream': neverAnswer,
    // A name after @ also finds groups.
    'groups.list': () => ({ items: [], next_cursor: null }),
    'auth.options': () => signInOptions,
    'inbox.summary': () => ({ unread: 0, thanks: 0 }),
    // The badge of rewards administrators, on every page.
    'rewards.open_purchases': () => ({ count: 0 }),
    // A card asks once a person is hovered, and a stored draft asks for its people.
    'profiles.get': neverAnswer,
    // The composer asks once it is focused.
    'profiles.thanks_prompt': () => ({
      introductions: null,
      date: null,
      is_tomorrow: false,
      department: null,
    }),
    // Columns of the team list, and fields of people and rules.
    'attributes.list': () => [],
    // The account page shows linked chats only if there are some.
    'chat.links': () => [],
    // The user menu asks once it is open.
    'nominations.summary': () => ({ to_do: 0, has_rounds: false, has_words: false }),
    'leavers.address': () => ({ email: null }),
    ...api,
  })
  if (config) session.start(config.access_token)
  window.history.replaceState(null, '', path)
  await setLanguage('en', false)
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  mounted = client
  const router = createAppRouter(client)
  // A hovered link would load data that the test does not stub.
  router.update({ ...router.options, defaultPreload: false })
  // Transitions and lazy code resolve inside act, so the first assertion sees the loaded screen.
  await act(async () => {
    render(<App client={client} router={router} />)
    await router.load()
  })
  const user = userEvent.setup({ delay: null })
  /** Replaces the text of a field. */
  const fill = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    if (text) await user.paste(text)
  }
  return { user, fill, client, router }
}

/** Returns queries inside the only open dialog, or the one with this name. */
export const findDialog = async (name?: string | RegExp) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }))

const signInOptions = { google: null, terms_url: null, privacy_url: null }
/** Reaches the server again: a connection that a test has lost would be lost in the next test too. */
async function reconnect(): Promise<void> {
  serve({ 'auth.options': () => signInOptions })
  await connectivity.checkNow()
  // The first check may have been one of the test.
  if (connectivity.isOffline()) await connectivity.checkNow()
}

/** Unmounts the app and forgets the session of a test. */
export async function unmountApp(): Promise<void> {
  const hasServer = mounted !== undefined
  // The code of a page may arrive later. Its data would be a call of the next test.
  if (mounted) mounted.fetchQuery = () => new Promise(() => {})
  // A change that waits for an unanswered one would be sent at the time limit of that call.
  mounted?.getMutationCache().clear()
  mounted = undefined
  act(() => {
    notifications.clean()
  })
  cleanup()
  // Removes the drafts before the session ends: a late answer stores none for the next test then.
  session.logOut()
  localStorage.clear()
  sessionStorage.clear()
  if (hasServer) await reconnect()
}
