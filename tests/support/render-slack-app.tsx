import type { ChatConnection, ChatRoute } from '#contract/schemas/chat.ts'
import { makeChatApp } from './chat-data.ts'
import type { Handlers } from './fake-api.ts'
import { refuse, renderApp } from './render.tsx'
import { makeConfig, makeValue } from './web-data.ts'

export const teamsApp = makeChatApp({ provider: 'teams' })
export const slackPath = '/settings/connections/slack'
export const craft = makeValue({ name: 'Craft', emoji: '🔧' })

/** Renders the page of the app in Slack, which can be saved and checked. */
export function renderSlackApp({
  app = makeChatApp(),
  routes = [],
  address = slackPath,
  config = makeConfig({ values: [craft] }),
  api = {},
}: {
  app?: ChatConnection
  routes?: ChatRoute[]
  address?: string
  config?: ReturnType<typeof makeConfig>
  api?: Handlers
} = {}) {
  let current = app
  return renderApp(address, {
    config,
    api: {
      'chat.list': () => [current, teamsApp],
      'chat.routes': () => routes,
      'chat.manifest': ({ query }) => ({
        manifest: '{}',
        create_url: `https://api.slack.com/apps?socket=${query.socket_mode}`,
      }),
      'chat.save': ({ body }) => {
        if (body.client_id === '') return refuse('required', { field: 'client_id' })
        current = { ...current, state: 'setup', client_id: body.client_id ?? current.client_id }
        return current
      },
      'audiences.preview': () => ({ count: 0, people: [] }),
      ...api,
    },
  })
}
