import { z } from 'zod'
import { id, namedObject, namedStrictObject, oneLineText, time, wholeNumber } from './common.ts'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput } from './audiences.ts'

/**
 * A rule for the points that people may give. The first rule whose audience includes a person
 * applies, unless the person has limits of their own. `limit`: points for each period, null for
 * unlimited. `limit_per_post` null: that of the team. `extra_per_report`: further points for each
 * direct report.
 */
export const allowanceRule = namedObject('AllowanceRule', {
  id: id('allowance_rule'),
  name: z.string(),
  audience,
  limit: z.number().int().nullable(),
  limit_per_post: z.number().int().nullable(),
  extra_per_report: z.number().int(),
  /** People to whom the rule applies now. */
  people: z.number().int(),
  created_at: time,
})
export type AllowanceRule = z.infer<typeof allowanceRule>

const allowanceRuleFields = {
  name: oneLineText(1, limits.allowance_rule_name_chars_max),
  audience: audienceInput,
  limit: wholeNumber(0, limits.limit_max).nullable(),
  limit_per_post: wholeNumber(1, limits.score_max).nullable(),
  extra_per_report: wholeNumber(0, limits.extra_per_report_max),
}
export const allowanceRuleCreate = namedStrictObject('AllowanceRuleCreate', {
  ...allowanceRuleFields,
  limit_per_post: allowanceRuleFields.limit_per_post.default(null),
  extra_per_report: allowanceRuleFields.extra_per_report.default(0),
})
export const allowanceRuleUpdate = z
  .strictObject({
    ...allowanceRuleFields,
    /** The place among all rules; 1 applies first. */
    position: wholeNumber(1, limits.allowance_rules_max),
  })
  .partial()
  .meta({ id: 'AllowanceRuleUpdate' })
/**
 * The points that a person may give in the current period. `source` names what sets the limit:
 * their own limit, a rule or the team's setting. With a rule the limit is `base` and
 * `extra_per_report` for each of the `reports`.
 */
export const allowance = namedObject('Allowance', {
  limit: z.number().int().nullable(),
  limit_per_post: z.number().int().nullable(),
  spent: z.number().int(),
  score_remaining: z.number().int().nullable(),
  renews_at: z.iso.datetime(),
  source: z.enum(['own', 'rule', 'team']),
  rule: namedObject('AllowanceRuleApplied', {
    name: z.string(),
    base: z.number().int().nullable(),
    extra_per_report: z.number().int(),
    reports: z.number().int(),
  }).nullable(),
})
export type Allowance = z.infer<typeof allowance>
