import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import { plan, planBasis, planInput } from '#contract/schemas/plans.ts'

const planQueries = ['plans', 'audit'] as const
const planErrors = ['required', 'wrong_format', 'out_of_range', 'invisible_characters'] as const

export const plansRoutes = {
  'plans.basis': {
    method: 'GET',
    path: '/plans/basis',
    summary: 'Get the figures of the team to start a plan from',
    access: 'manage_finance',
    output: planBasis,
    errors: [],
  },
  'plans.list': {
    method: 'GET',
    path: '/plans',
    summary: 'List the plans of what a year costs, newest first',
    access: 'manage_finance',
    compressed: true,
    output: z.array(plan),
    errors: [],
  },
  'plans.create': {
    method: 'POST',
    path: '/plans',
    summary: 'Save a plan',
    access: 'manage_finance',
    body: planInput,
    output: plan,
    affects: planQueries,
    errors: [...planErrors, 'plans_full'],
  },
  'plans.update': {
    method: 'PUT',
    path: '/plans/:id',
    summary: 'Change a plan',
    access: 'manage_finance',
    params: idParams('plan'),
    body: planInput,
    output: plan,
    affects: planQueries,
    errors: planErrors,
  },
  'plans.delete': {
    method: 'DELETE',
    path: '/plans/:id',
    summary: 'Delete a plan',
    access: 'manage_finance',
    params: idParams('plan'),
    output: noContent,
    affects: planQueries,
    errors: [],
  },
} as const satisfies Record<string, Route>
