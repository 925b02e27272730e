import type { Route } from './route.ts'
import * as settings from '#contract/schemas/settings.ts'

export const notificationsRoutes = {
  'notifications.get': {
    method: 'POST',
    path: '/notifications/subscription',
    summary: 'What the link in the foot of a mail switches',
    access: 'public',
    body: settings.subscriptionToken,
    output: settings.mailSubscription,
    errors: ['unsubscribe_invalid'],
  },
  'notifications.set': {
    method: 'PUT',
    path: '/notifications/subscription',
    summary: 'Stop (or get again) one kind of mail',
    access: 'public',
    body: settings.subscriptionInput,
    output: settings.mailSubscription,
    errors: ['unsubscribe_invalid'],
  },
} as const satisfies Record<string, Route>
