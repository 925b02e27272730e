import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import {
  pointWorth,
  pointWorthCreate,
  pointWorthUpdate,
  worthPolicy,
  worthPolicyInput,
} from '#contract/schemas/point-worths.ts'

/** The queries whose money depends on what points are worth. */
const worthQueries = [
  'point_worths',
  'config',
  'leavers',
  'liability',
  'payroll_lines',
  'payroll_runs',
  'plans',
  'yearly_budget',
  'audit',
] as const

export const pointWorthsRoutes = {
  'point_worths.list': {
    method: 'GET',
    path: '/point-worths',
    summary: 'List what points are worth, by country, the latest day first',
    access: 'manage_finance',
    compressed: true,
    output: z.array(pointWorth),
    errors: [],
  },
  'point_worths.policy': {
    method: 'GET',
    path: '/point-worths/policy',
    summary: 'Get whether members see the worth of points, and whether a lower one is announced',
    access: 'manage_finance',
    output: worthPolicy,
    errors: [],
  },
  'point_worths.set_policy': {
    method: 'PUT',
    path: '/point-worths/policy',
    summary: 'Set whether members see the worth of points, and whether a lower one is announced',
    access: 'manage_finance',
    body: worthPolicyInput,
    output: worthPolicy,
    affects: worthQueries,
    errors: ['wrong_format'],
  },
  'point_worths.create': {
    method: 'POST',
    path: '/point-worths',
    summary: 'Set what points are worth from a day on',
    access: 'manage_finance',
    body: pointWorthCreate,
    output: pointWorth,
    affects: worthQueries,
    errors: [
      'wrong_format',
      'out_of_range',
      'not_unique',
      'worth_past',
      'worth_notice',
      'point_worths_full',
    ],
  },
  'point_worths.update': {
    method: 'PUT',
    path: '/point-worths/:id',
    summary: 'Change a worth that begins today or later',
    access: 'manage_finance',
    params: idParams('point_worth'),
    body: pointWorthUpdate,
    output: pointWorth,
    affects: worthQueries,
    errors: ['wrong_format', 'out_of_range', 'worth_past', 'worth_notice'],
  },
  'point_worths.delete': {
    method: 'DELETE',
    path: '/point-worths/:id',
    summary: 'Delete a worth that begins today or later',
    access: 'manage_finance',
    params: idParams('point_worth'),
    output: noContent,
    affects: worthQueries,
    errors: ['worth_past', 'worth_notice'],
  },
} as const satisfies Record<string, Route>
