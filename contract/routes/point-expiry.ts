import type { Route } from './route.ts'
import { pointExpiry, pointExpiryInput } from '#contract/schemas/point-expiry.ts'

export const pointExpiryRoutes = {
  'point_expiry.get': {
    method: 'GET',
    path: '/point-expiry',
    summary: 'Get after how many months points expire. Null: never',
    access: 'manage_finance',
    output: pointExpiry,
    errors: [],
  },
  'point_expiry.set': {
    method: 'PUT',
    path: '/point-expiry',
    summary: 'Set after how many months points expire, first in 90 days at the earliest',
    access: 'manage_finance',
    body: pointExpiryInput,
    output: pointExpiry,
    affects: ['point_expiry', 'audit'],
    errors: ['wrong_format', 'out_of_range'],
  },
} as const satisfies Record<string, Route>
