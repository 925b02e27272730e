import type { Route } from './route.ts'
import { pageOf } from '#contract/schemas/common.ts'
import * as inbox from '#contract/schemas/inbox.ts'

export const inboxRoutes = {
  'inbox.list': {
    method: 'GET',
    path: '/inbox',
    summary: 'List the items of your inbox, newest first',
    access: 'take_part',
    compressed: true,
    query: inbox.inboxQueryParams,
    output: pageOf(inbox.inboxItem),
    errors: [],
  },
  'inbox.summary': {
    method: 'GET',
    path: '/inbox/summary',
    summary: 'Count the unread items of your inbox',
    access: 'take_part',
    output: inbox.inboxSummary,
    errors: [],
  },
  'inbox.mark_read': {
    method: 'POST',
    path: '/inbox/read',
    summary: 'Mark items of your inbox as read. Unknown ids have no effect',
    access: 'take_part',
    body: inbox.inboxReadInput,
    output: inbox.inboxSummary,
    affects: ['inbox'],
    errors: [],
  },
  'inbox.preferences': {
    method: 'GET',
    path: '/inbox/preferences',
    summary: 'Get the kinds of events in your inbox',
    access: 'take_part',
    output: inbox.inboxPreferences,
    errors: [],
  },
  'inbox.set_preferences': {
    method: 'PUT',
    path: '/inbox/preferences',
    summary: 'Turn kinds of events in your inbox on or off',
    access: 'take_part',
    body: inbox.inboxPreferencesInput,
    output: inbox.inboxPreferences,
    affects: ['inbox'],
    errors: [],
  },
} as const satisfies Record<string, Route>
