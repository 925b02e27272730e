import { z } from 'zod'
import type { Route } from './route.ts'
import * as rules from '#contract/schemas/allowance-rules.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'

/** The queries that a change of rules makes stale. */
const ruleQueries = ['allowance_rules', 'config', 'users', 'profiles', 'audit'] as const
const ruleErrors = [
  'required',
  'not_unique',
  'not_found',
  'user_not_found',
  'audience_empty',
  'out_of_range',
  'wrong_format',
] as const

export const allowanceRulesRoutes = {
  'allowance_rules.list': {
    method: 'GET',
    path: '/allowance_rules',
    summary: 'List the rules for the points that people may give, the first to apply first',
    access: 'manage_settings',
    compressed: true,
    output: z.array(rules.allowanceRule),
    errors: [],
  },
  'allowance_rules.create': {
    method: 'POST',
    path: '/allowance_rules',
    summary: 'Add a rule after the others',
    access: 'manage_settings',
    body: rules.allowanceRuleCreate,
    output: rules.allowanceRule,
    affects: ruleQueries,
    errors: [...ruleErrors, 'allowance_rules_full'],
  },
  'allowance_rules.update': {
    method: 'PUT',
    path: '/allowance_rules/:id',
    summary: 'Change a rule, or move it to another position',
    access: 'manage_settings',
    params: idParams('allowance_rule'),
    body: rules.allowanceRuleUpdate,
    output: rules.allowanceRule,
    affects: ruleQueries,
    errors: ruleErrors,
  },
  'allowance_rules.delete': {
    method: 'DELETE',
    path: '/allowance_rules/:id',
    summary: 'Delete a rule',
    access: 'manage_settings',
    params: idParams('allowance_rule'),
    output: noContent,
    affects: ruleQueries,
    errors: [],
  },
} as const satisfies Record<string, Route>
