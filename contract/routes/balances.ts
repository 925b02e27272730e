import type { Route } from './route.ts'
import * as balances from '#contract/schemas/balances.ts'
import { csv } from '#contract/schemas/common.ts'
import { usersChangeOutcome } from '#contract/schemas/users.ts'
import { userParams } from './common.ts'

export const balancesRoutes = {
  'coins.list': {
    method: 'GET',
    path: '/coins/:id',
    summary: 'Get a balance sheet. Balances of other users require the ability `see_balances`',
    access: 'take_part',
    compressed: true,
    params: userParams,
    query: balances.balanceSheetQueryParams,
    output: balances.balanceSheet,
    errors: ['forbidden'],
  },
  'coins.csv': {
    method: 'GET',
    path: '/coins/:id/balance.csv',
    summary: 'Export a balance sheet as CSV or XLSX',
    access: 'take_part',
    params: userParams,
    format: 'table',
    query: balances.csvQueryParams,
    output: csv,
    errors: ['forbidden'],
  },
  'coins.adjust': {
    method: 'PUT',
    path: '/coins/:id',
    summary: 'Adjust a balance. It never falls below zero',
    access: 'adjust_balances',
    params: userParams,
    body: balances.adjustBalanceInput,
    output: balances.adjustedBalance,
    moves: 'points',
    affects: ['users', 'balances', 'config', 'profiles', 'shop', 'audit'],
    errors: ['invalid_amount'],
  },
  'coins.adjust_many': {
    method: 'PUT',
    path: '/coins',
    summary: 'Adjust several balances. Each has its own outcome',
    access: 'adjust_balances',
    body: balances.adjustBalancesInput,
    output: usersChangeOutcome,
    moves: 'points',
    affects: ['users', 'balances', 'config', 'profiles', 'shop', 'audit'],
    errors: ['invalid_amount', 'required', 'out_of_range'],
  },
} as const satisfies Record<string, Route>
