import type { Route } from './route.ts'
import { calendarFeed } from '#contract/schemas/calendar.ts'
import { noContent } from '#contract/schemas/common.ts'

export const calendarRoutes = {
  'calendar.get': {
    method: 'GET',
    path: '/profiles/me/calendar',
    summary: 'Get the secret address of your calendar of important dates',
    access: 'take_part',
    output: calendarFeed,
    errors: ['forbidden'],
  },
  'calendar.renew': {
    method: 'POST',
    path: '/profiles/me/calendar',
    summary: 'Create or replace the secret address of your calendar',
    access: 'take_part',
    output: calendarFeed,
    affects: ['calendar'],
    errors: ['forbidden'],
  },
  'calendar.remove': {
    method: 'DELETE',
    path: '/profiles/me/calendar',
    summary: 'Delete the secret address of your calendar',
    access: 'take_part',
    output: noContent,
    affects: ['calendar'],
    errors: ['forbidden'],
  },
} as const satisfies Record<string, Route>
