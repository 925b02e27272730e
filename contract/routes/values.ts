import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as values from '#contract/schemas/values.ts'

export const valuesRoutes = {
  'values.list': {
    method: 'GET',
    path: '/values',
    summary: 'List the values of the team',
    access: 'take_part',
    compressed: true,
    output: z.array(values.value),
    errors: [],
  },
  'values.suggestions': {
    method: 'GET',
    path: '/values/suggestions',
    summary: 'List suggested values',
    access: 'manage_values',
    compressed: true,
    output: z.array(values.valueSuggestion),
    errors: [],
  },
  'values.create': {
    method: 'POST',
    path: '/values',
    summary: 'Create a value',
    access: 'manage_values',
    body: values.valueCreate,
    output: values.value,
    affects: ['values', 'config', 'posts', 'audit'],
    errors: ['required', 'not_unique', 'values_full', 'out_of_range', 'wrong_format'],
  },
  'values.update': {
    method: 'PUT',
    path: '/values/:id',
    summary: 'Change a value',
    access: 'manage_values',
    params: idParams('value'),
    body: values.valueUpdate,
    output: values.value,
    affects: ['values', 'config', 'posts', 'audit'],
    errors: ['required', 'not_unique', 'out_of_range', 'wrong_format'],
  },
  'values.delete': {
    method: 'DELETE',
    path: '/values/:id',
    summary: 'Retire a value. Its posts keep it',
    access: 'manage_values',
    params: idParams('value'),
    output: noContent,
    affects: ['values', 'config', 'posts', 'audit'],
    errors: ['last_value'],
  },
} as const satisfies Record<string, Route>
