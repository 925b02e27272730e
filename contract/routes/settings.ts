import type { Route } from './route.ts'
import { picture, pictureForm, pictureInput } from '#contract/schemas/common.ts'
import * as settings from '#contract/schemas/settings.ts'

export const settingsRoutes = {
  'settings.get': {
    method: 'GET',
    path: '/settings',
    summary: 'Get the settings of the team',
    access: 'enter_settings',
    output: settings.settings,
    errors: [],
  },
  'settings.update': {
    method: 'PUT',
    path: '/settings',
    summary: 'Update the settings of the team',
    access: 'manage_settings',
    body: settings.settingsInput,
    output: settings.settings,
    // The rule of birthdays and the time zone decide which dates are shown, and when.
    affects: [
      'settings',
      'config',
      'leaderboard',
      'people',
      'profiles',
      'celebrations',
      'custom_days',
      'audit',
    ],
    errors: ['required', 'out_of_range', 'wrong_format', 'email_invalid'],
  },
  'settings.notifications': {
    method: 'PUT',
    path: '/settings/notifications',
    summary: 'Turn mails of the team on or off',
    access: 'manage_notifications',
    body: settings.notificationsInput,
    output: settings.settings,
    affects: ['settings', 'config', 'leaderboard', 'audit'],
    errors: [],
  },
  'settings.logo': {
    method: 'POST',
    path: '/settings/logo',
    summary: 'Upload or remove the logo of the team',
    access: 'manage_settings',
    multipart: true,
    body: pictureInput,
    form: pictureForm,
    output: picture,
    affects: ['settings', 'config', 'audit'],
    errors: ['file_too_large', 'file_unreadable', 'upload_failed'],
  },
} as const satisfies Record<string, Route>
