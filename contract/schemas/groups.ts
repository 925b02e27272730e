import { z } from 'zod'
import {
  codeWithBounds,
  id,
  idList,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageQueryParams,
  searchText,
  time,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { groupKind, groupName } from './organization-record.ts'
import { person } from './users.ts'

const ruleField = z.enum(
  [
    'country',
    'cost_center',
    'job_title',
    'manager_id',
    'department_id',
    'location_id',
    'attribute',
  ],
  'wrong_format',
)
export type RuleField = z.infer<typeof ruleField>
/**
 * A condition of a rule: the field of a person is one of the values, regardless of case. Values are
 * texts, country codes or ids. A department includes those below it. `attribute_id`: only with the
 * field `attribute`.
 */
const ruleCondition = namedStrictObject('GroupRuleCondition', {
  field: ruleField,
  attribute_id: id('attribute').optional(),
  values: z
    .array(oneLineText(1, limits.rule_value_chars_max), 'wrong_format')
    .min(1, 'required')
    .max(limits.rule_values_max, codeWithBounds('out_of_range', 1, limits.rule_values_max)),
})
/** People who meet all conditions are members of the group. */
const groupRule = z
  .array(ruleCondition, 'wrong_format')
  .min(1, 'required')
  .max(limits.rule_conditions_max, codeWithBounds('out_of_range', 1, limits.rule_conditions_max))
export type GroupRule = z.infer<typeof groupRule>
/** A condition with the names of the attribute and of the values. */
const presentedCondition = namedObject('GroupCondition', {
  field: ruleField,
  attribute_id: id('attribute').optional(),
  attribute_name: z.string(),
  values: z.array(namedObject('GroupConditionValue', { value: z.string(), name: z.string() })),
})
export type GroupCondition = z.infer<typeof presentedCondition>

/**
 * A group of people. `path`: the names of the departments above it, the highest first. `members`:
 * accepted and pending people; a department counts those of the departments below it too.
 */
export const group = groupName
  .extend({
    parent_id: id('group').nullable(),
    path: z.array(z.string()),
    /** What keeps the members. Only `manual` groups can be changed by hand. */
    managed_by: z.enum(['manual', 'rule', 'scim', 'sync']),
    /** The conditions of a group kept by a rule. Only administrators of the team see them. */
    rule: z.array(presentedCondition).nullable(),
    members: z.number().int(),
    owners: z.array(person),
    created_at: time,
    abilities: z.object({ edit: z.boolean(), change_members: z.boolean() }),
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof group>

export const groupsQueryParams = z.strictObject({
  ...pageQueryParams,
  kind: groupKind.optional(),
  search: searchText.optional(),
})

const owners = z
  .array(id('user'), 'wrong_format')
  .max(limits.group_owners_max, codeWithBounds('out_of_range', 0, limits.group_owners_max))
const groupFields = {
  name: oneLineText(1, limits.group_name_chars_max),
  /** The department above. Only departments can have one. */
  parent_id: id('group').nullable(),
  owner_ids: owners,
  /** Keeps the members of a team or another group; null: they are changed by hand. */
  rule: groupRule.nullable(),
}
export const groupCreate = namedStrictObject('GroupCreate', {
  ...groupFields,
  kind: groupKind,
  parent_id: groupFields.parent_id.default(null),
  owner_ids: owners.default([]),
  rule: groupRule.nullable().default(null),
})
export const groupUpdate = z.strictObject(groupFields).partial().meta({ id: 'GroupUpdate' })

export const rulePreviewInput = namedStrictObject('GroupRulePreviewInput', { rule: groupRule })
/** The number of accepted and pending people who meet all conditions. */
export const rulePreview = namedObject('GroupRulePreview', { people: z.number().int() })

export const membersQueryParams = z.strictObject(pageQueryParams)
/** A member of a group. `group`: the department below it in which the person is, if another. */
export const groupMember = person
  .extend({ group: groupName.nullable() })
  .meta({ id: 'GroupMember' })
export const membersInput = namedStrictObject('GroupMembersInput', {
  user_ids: idList('user', limits.users_per_call_max),
})
