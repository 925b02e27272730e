import type { Route } from './route.ts'
import { noContent } from '#contract/schemas/common.ts'
import { yearlyBudget, yearlyBudgetInput } from '#contract/schemas/yearly-budget.ts'

const budgetQueries = ['yearly_budget', 'audit'] as const

export const yearlyBudgetRoutes = {
  'yearly_budget.get': {
    method: 'GET',
    path: '/yearly-budget',
    summary: 'Get the budget of the current year and its use, or null',
    access: 'manage_finance',
    output: yearlyBudget.nullable(),
    errors: [],
  },
  'yearly_budget.set': {
    method: 'PUT',
    path: '/yearly-budget',
    summary: 'Set the yearly budget',
    access: 'manage_finance',
    body: yearlyBudgetInput,
    output: yearlyBudget,
    affects: budgetQueries,
    errors: ['wrong_format', 'out_of_range'],
  },
  'yearly_budget.delete': {
    method: 'DELETE',
    path: '/yearly-budget',
    summary: 'Delete the yearly budget',
    access: 'manage_finance',
    output: noContent,
    affects: [...budgetQueries, 'inbox'],
    errors: [],
  },
} as const satisfies Record<string, Route>
