import { z } from 'zod'
import {
  codeWithBounds,
  id,
  idList,
  namedStrictObject,
  oneLineText,
  pageQueryParams,
  time,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { groupKind, groupName } from './organization-record.ts'
import { person } from './users.ts'

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
  search: z
    .string()
    .max(100)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'wrong_format')
    .optional(),
})

const owners = z
  .array(id('user'), 'wrong_format')
  .max(limits.group_owners_max, codeWithBounds('out_of_range', 0, limits.group_owners_max))
const groupFields = {
  name: oneLineText(1, limits.group_name_chars_max),
  /** The department above. Only departments can have one. */
  parent_id: id('group').nullable(),
  owner_ids: owners,
}
export const groupCreate = namedStrictObject('GroupCreate', {
  ...groupFields,
  kind: groupKind,
  parent_id: groupFields.parent_id.default(null),
  owner_ids: owners.default([]),
})
export const groupUpdate = z.strictObject(groupFields).partial().meta({ id: 'GroupUpdate' })

export const membersQueryParams = z.strictObject(pageQueryParams)
/** A member of a group. `group`: the department below it in which the person is, if another. */
export const groupMember = person
  .extend({ group: groupName.nullable() })
  .meta({ id: 'GroupMember' })
export const membersInput = namedStrictObject('GroupMembersInput', {
  user_ids: idList('user', limits.users_per_call_max),
})
