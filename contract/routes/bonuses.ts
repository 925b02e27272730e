import { z } from 'zod'
import type { Route } from './route.ts'
import * as bonuses from '#contract/schemas/bonuses.ts'
import { csv, idParams, noContent } from '#contract/schemas/common.ts'

const bonusQueries = ['bonuses', 'audit'] as const
const bonusErrors = [
  'required',
  'not_found',
  'user_not_found',
  'audience_empty',
  'out_of_range',
  'wrong_format',
] as const

export const bonusesRoutes = {
  'bonuses.list': {
    method: 'GET',
    path: '/bonuses',
    summary: 'List the bonuses, unpaid ones first, newest first',
    access: 'manage_settings',
    compressed: true,
    output: z.array(bonuses.bonus),
    errors: [],
  },
  'bonuses.create': {
    method: 'POST',
    path: '/bonuses',
    summary: 'Prepare a bonus',
    access: 'manage_settings',
    body: bonuses.bonusCreate,
    output: bonuses.bonus,
    affects: bonusQueries,
    errors: [...bonusErrors, 'bonuses_full'],
  },
  'bonuses.update': {
    method: 'PUT',
    path: '/bonuses/:id',
    summary: 'Change an unpaid bonus',
    access: 'manage_settings',
    params: idParams('bonus'),
    body: bonuses.bonusUpdate,
    output: bonuses.bonus,
    affects: bonusQueries,
    errors: [...bonusErrors, 'bonus_paid'],
  },
  'bonuses.delete': {
    method: 'DELETE',
    path: '/bonuses/:id',
    summary: 'Delete an unpaid bonus',
    access: 'manage_settings',
    params: idParams('bonus'),
    output: noContent,
    affects: bonusQueries,
    errors: ['bonus_paid'],
  },
  'bonuses.preview': {
    method: 'GET',
    path: '/bonuses/:id/preview',
    summary: 'List who gets a bonus, or got it',
    access: 'manage_settings',
    compressed: true,
    params: idParams('bonus'),
    query: bonuses.bonusPreviewParams,
    output: bonuses.bonusPreview,
    errors: ['out_of_range'],
  },
  'bonuses.pay': {
    method: 'POST',
    path: '/bonuses/:id/pay',
    summary: 'Pay a bonus, once',
    access: 'manage_settings',
    params: idParams('bonus'),
    body: bonuses.bonusPayment,
    output: bonuses.bonus,
    moves: 'points',
    affects: [...bonusQueries, 'balances', 'budgets', 'inbox'],
    errors: [
      'out_of_range',
      'bonus_paid',
      'bonus_changed',
      'budget_unavailable',
      'budget_overdrawn',
    ],
  },
  'bonuses.csv': {
    method: 'GET',
    path: '/bonuses/:id/people.csv',
    summary: 'Export who gets a bonus, or got it, as CSV or XLSX',
    access: 'manage_settings',
    format: 'table',
    params: idParams('bonus'),
    query: bonuses.bonusExportParams,
    output: csv,
    errors: ['out_of_range'],
  },
} as const satisfies Record<string, Route>
