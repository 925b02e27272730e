import type { Route } from './route.ts'
import { csv } from '#contract/schemas/common.ts'
import * as liability from '#contract/schemas/liability.ts'

export const liabilityRoutes = {
  'liability.get': {
    method: 'GET',
    path: '/liability',
    summary: 'Return what the company owes its people at the end of a day, or today so far',
    access: 'manage_finance',
    query: liability.liabilityParams,
    compressed: true,
    output: liability.liability,
    errors: ['wrong_format', 'out_of_range'],
  },
  'liability.changes': {
    method: 'GET',
    path: '/liability/changes',
    summary: 'Return how the points owed have changed in a range of days',
    access: 'manage_finance',
    query: liability.liabilityRangeParams,
    compressed: true,
    output: liability.liabilityChanges,
    errors: ['wrong_format', 'out_of_range'],
  },
  'liability.csv': {
    method: 'GET',
    path: '/liability/journal.csv',
    summary: 'Export the journal of past days, by month, as CSV or XLSX',
    access: 'manage_finance',
    format: 'table',
    query: liability.journalParams,
    output: csv,
    errors: ['wrong_format', 'out_of_range'],
  },
  'liability.accounts': {
    method: 'GET',
    path: '/liability/accounts',
    summary: 'Return the names of the accounts of the journal',
    access: 'manage_finance',
    output: liability.liabilityAccounts,
    errors: [],
  },
  'liability.set_accounts': {
    method: 'PUT',
    path: '/liability/accounts',
    summary: 'Name the accounts of the journal',
    access: 'manage_finance',
    body: liability.liabilityAccounts,
    output: liability.liabilityAccounts,
    affects: ['liability', 'audit'],
    errors: ['required', 'wrong_format', 'out_of_range', 'invisible_characters'],
  },
} as const satisfies Record<string, Route>
