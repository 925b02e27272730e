import type { Route } from './route.ts'
import * as settings from '#contract/schemas/settings.ts'

export const notificationsRoutes = {
  'notifications.get': {
    method: 'POST',
    path: '/notifications/subscription',
    summary: 'Get the mail subscription of an unsubscribe link',
    access: 'public',
    body: settings.subscriptionToken,
    output: settings.mailSubscription,
    // Only reads; the token travels in the body.
    affects: [],
    errors: ['unsubscribe_invalid'],
  },
  'notifications.set': {
    method: 'PUT',
    path: '/notifications/subscription',
    summary: 'Change the mail subscription of an unsubscribe link',
    access: 'public',
    body: settings.subscriptionInput,
    output: settings.mailSubscription,
    affects: ['mail_subscription'],
    errors: ['unsubscribe_invalid'],
  },
} as const satisfies Record<string, Route>
