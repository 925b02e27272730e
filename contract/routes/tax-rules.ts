import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import { taxExamplesInput, taxRule, taxRuleInput } from '#contract/schemas/tax-rules.ts'

/** A rule also changes own lines that are in no run yet. */
const taxQueries = ['audit', 'tax_rules', 'payroll_lines', 'payroll_runs'] as const
const ruleErrors = [
  'required',
  'wrong_format',
  'out_of_range',
  'tax_rate_required',
  'tax_rule_days',
  'tax_rule_overlap',
] as const

export const taxRulesRoutes = {
  'tax_rules.list': {
    method: 'GET',
    path: '/tax-rules',
    summary: 'List the rules for the tax on rewards',
    access: 'manage_finance',
    compressed: true,
    output: z.array(taxRule),
    errors: [],
  },
  'tax_rules.create': {
    method: 'POST',
    path: '/tax-rules',
    summary: 'Add a rule for the tax on rewards. It counts at once',
    access: 'manage_finance',
    body: taxRuleInput,
    output: taxRule,
    affects: taxQueries,
    errors: [...ruleErrors, 'tax_rules_full'],
  },
  'tax_rules.add_examples': {
    method: 'POST',
    path: '/tax-rules/examples',
    summary: 'Add the example rules of a country, which do not count before they are confirmed',
    access: 'manage_finance',
    body: taxExamplesInput,
    output: z.array(taxRule),
    affects: taxQueries,
    errors: ['wrong_format', 'tax_rules_full'],
  },
  'tax_rules.update': {
    method: 'PUT',
    path: '/tax-rules/:id',
    summary: 'Change a rule. Locked payroll runs stay as they are',
    access: 'manage_finance',
    params: idParams('tax_rule'),
    body: taxRuleInput,
    output: taxRule,
    affects: taxQueries,
    errors: ruleErrors,
  },
  'tax_rules.confirm': {
    method: 'POST',
    path: '/tax-rules/:id/confirm',
    summary: 'Confirm an example, which counts from then on',
    access: 'manage_finance',
    params: idParams('tax_rule'),
    output: taxRule,
    affects: taxQueries,
    errors: ['tax_rule_overlap', 'tax_rate_required'],
  },
  'tax_rules.delete': {
    method: 'DELETE',
    path: '/tax-rules/:id',
    summary: 'Delete a rule',
    access: 'manage_finance',
    params: idParams('tax_rule'),
    output: noContent,
    affects: taxQueries,
    errors: [],
  },
} as const satisfies Record<string, Route>
