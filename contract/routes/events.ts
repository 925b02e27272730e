import type { Route } from './route.ts'
import * as events from '#contract/schemas/events.ts'

export const eventsRoutes = {
  'events.stream': {
    method: 'GET',
    path: '/events',
    summary: 'Changes as they happen (server-sent events with lists of topics)',
    access: 'take_part',
    inactive: true,
    format: 'events',
    output: events.eventStream,
    errors: [],
  },
} as const satisfies Record<string, Route>
