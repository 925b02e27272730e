import { z } from 'zod'
import type { Route } from './route.ts'
import * as celebrations from '#contract/schemas/celebrations.ts'
import { csv } from '#contract/schemas/common.ts'

export const celebrationsRoutes = {
  'celebrations.list': {
    method: 'GET',
    path: '/celebrations',
    summary: 'List how the company celebrates birthdays, anniversaries and first days',
    access: 'manage_settings',
    compressed: true,
    output: z.array(celebrations.celebration),
    errors: [],
  },
  'celebrations.update': {
    method: 'PUT',
    path: '/celebrations/rules/:kind',
    summary: 'Change how the company celebrates a kind of day',
    access: 'manage_settings',
    params: celebrations.celebrationParams,
    body: celebrations.celebrationUpdate,
    output: celebrations.celebration,
    affects: ['celebrations', 'audit'],
    errors: [
      'required',
      'value_required',
      'budget_unavailable',
      'message_too_long',
      'out_of_range',
      'wrong_format',
      'not_unique',
      'not_found',
      'user_not_found',
      'audience_empty',
    ],
  },
  'celebrations.preview': {
    method: 'GET',
    path: '/celebrations/preview',
    summary: 'List coming celebrations with the texts of their posts',
    access: 'manage_settings',
    query: celebrations.celebrationPreviewParams,
    output: celebrations.celebrationPreview,
    errors: ['out_of_range'],
  },
  'celebrations.year': {
    method: 'GET',
    path: '/celebrations/year',
    summary: 'Count the celebrations and points of each month of a year',
    access: 'manage_settings',
    query: celebrations.celebrationYearParams,
    output: celebrations.celebrationYear,
    errors: ['out_of_range'],
  },
  'celebrations.csv': {
    method: 'GET',
    path: '/celebrations.csv',
    summary: 'Export the celebrations of a year as CSV or XLSX',
    access: 'manage_settings',
    format: 'table',
    query: celebrations.celebrationsExportParams,
    output: csv,
    errors: ['out_of_range'],
  },
} as const satisfies Record<string, Route>
