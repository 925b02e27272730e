import { z } from 'zod'
import type { Route } from './route.ts'
import * as customDays from '#contract/schemas/custom-days.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'

const customDayQueries = ['custom_days', 'audit'] as const
const customDayErrors = [
  'required',
  'value_required',
  'budget_unavailable',
  'message_too_long',
  'out_of_range',
  'wrong_format',
  'not_found',
  'user_not_found',
  'audience_empty',
] as const

export const customDaysRoutes = {
  'custom_days.list': {
    method: 'GET',
    path: '/celebrations/days',
    summary: 'List the days of the team’s own, the next first',
    access: 'manage_settings',
    compressed: true,
    output: z.array(customDays.customDay),
    errors: [],
  },
  'custom_days.create': {
    method: 'POST',
    path: '/celebrations/days',
    summary: 'Add a day of the team’s own',
    access: 'manage_settings',
    body: customDays.customDayCreate,
    output: customDays.customDay,
    affects: customDayQueries,
    errors: [...customDayErrors, 'custom_days_full'],
  },
  'custom_days.update': {
    method: 'PUT',
    path: '/celebrations/days/:id',
    summary: 'Change a day of the team’s own',
    access: 'manage_settings',
    params: idParams('custom_day'),
    body: customDays.customDayUpdate,
    output: customDays.customDay,
    affects: customDayQueries,
    errors: customDayErrors,
  },
  'custom_days.delete': {
    method: 'DELETE',
    path: '/celebrations/days/:id',
    summary: 'Delete a day of the team’s own; its posts stay',
    access: 'manage_settings',
    params: idParams('custom_day'),
    output: noContent,
    affects: customDayQueries,
    errors: [],
  },
} as const satisfies Record<string, Route>
