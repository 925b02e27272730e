import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as officeScreens from '#contract/schemas/office-screens.ts'

export const officeScreensRoutes = {
  'office_screens.list': {
    method: 'GET',
    path: '/office_screens',
    summary: 'List the displays of the office that have a link, newest first',
    access: 'manage_settings',
    output: z.array(officeScreens.officeScreen),
    errors: [],
  },
  'office_screens.create': {
    method: 'POST',
    path: '/office_screens',
    summary: 'Create a link for a display. Only this response contains it',
    access: 'manage_settings',
    body: officeScreens.officeScreenCreate,
    output: officeScreens.officeScreenCreated,
    affects: ['office_screens', 'audit'],
    errors: [
      'required',
      'out_of_range',
      'wrong_format',
      'invisible_characters',
      'office_screens_full',
    ],
  },
  'office_screens.delete': {
    method: 'DELETE',
    path: '/office_screens/:id',
    summary: 'Delete the link of a display, which stops working at once',
    access: 'manage_settings',
    params: idParams('office_screen'),
    output: noContent,
    affects: ['office_screens', 'audit'],
    errors: [],
  },
  'office_screens.open': {
    method: 'POST',
    path: '/office_screens/open',
    summary: 'Get what a display shows, with the token of its link',
    access: 'public',
    body: officeScreens.officeScreenLink,
    output: officeScreens.officeScreenView,
    // Only reads; the token travels in the body.
    affects: [],
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>
