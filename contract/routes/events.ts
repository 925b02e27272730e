import type { Route } from './route.ts'
import * as events from '#contract/schemas/events.ts'

export const eventsRoutes = {
  'events.stream': {
    method: 'GET',
    path: '/events',
    summary: 'Receive changes as server-sent events. Each event is a list of topics',
    access: 'take_part',
    inactive: true,
    format: 'events',
    output: events.eventStream,
    errors: [],
  },
} as const satisfies Record<string, Route>
