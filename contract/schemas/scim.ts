import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { permissions } from '#contract/permissions.ts'
import { scimOutcomes } from '#contract/scim.ts'
import {
  flag,
  id,
  idParams,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  time,
} from './common.ts'
import { groupKind } from './organization-record.ts'
import { person } from './users.ts'

/** A bearer token of an identity provider. Only `scim.create_token` returns the token itself. */
const scimToken = namedObject('ScimToken', {
  id: id('scim_token'),
  name: z.string(),
  created_at: time,
  /** Accurate to five minutes. */
  last_used_at: time.nullable(),
})

/**
 * How an identity provider keeps the people of the team. `dry_run`: changes are counted and undone.
 * `paused_at`: too many deactivations; `scim.resume` continues.
 */
export const scimSettings = namedObject('ScimSettings', {
  base_url: z.string(),
  name: z.string(),
  dry_run: z.boolean(),
  sends_invitations: z.boolean(),
  grants_account_administrator: z.boolean(),
  paused_at: time.nullable(),
  tokens: z.array(scimToken),
})
export type ScimSettings = z.infer<typeof scimSettings>
export const scimSettingsInput = z
  .strictObject({
    name: oneLineText(0, limits.scim_name_chars_max),
    dry_run: flag,
    sends_invitations: flag,
    grants_account_administrator: flag,
  })
  .partial()
  .meta({ id: 'ScimSettingsInput' })

export const scimTokenInput = namedStrictObject('ScimTokenInput', {
  name: oneLineText(1, limits.scim_name_chars_max),
})
export const scimTokenCreated = scimToken
  .extend({ token: z.string() })
  .meta({ id: 'ScimTokenCreated' })
export const scimTokenParams = idParams('scim_token')

const permission = z.enum(permissions, 'wrong_format')
/** A group of the provider, and the permission that its members get. */
export const scimGroup = namedObject('ScimGroup', {
  id: id('scim_group'),
  name: z.string(),
  kind: groupKind,
  permission: permission.nullable(),
  members: z.number().int(),
})
export type ScimGroup = z.infer<typeof scimGroup>
export const scimGroupsPage = pageOf(scimGroup)
export const scimGroupParams = idParams('scim_group')
export const scimGroupInput = z
  .strictObject({
    permission: permission.nullable(),
    kind: z.enum(['team', 'custom'], 'wrong_format'),
  })
  .partial()
  .meta({ id: 'ScimGroupInput' })
export const scimPageParams = z.strictObject(pageQueryParams)

/**
 * A change that a provider asked for, or a failed request. `subject`: the address or name in the
 * request. `fields`: the names of changed attributes. `detail`: why it failed.
 */
const scimActivity = namedObject('ScimActivity', {
  id: z.string(),
  token: z.string(),
  method: z.string(),
  resource: z.string(),
  user: person.nullable(),
  subject: z.string(),
  fields: z.array(z.string()),
  outcome: z.enum(scimOutcomes),
  status: z.number().int(),
  detail: z.string(),
  dry_run: z.boolean(),
  created_at: time,
})
export const scimActivityPage = pageOf(scimActivity)
export const scimActivityQuery = z.strictObject({
  ...pageQueryParams,
  outcome: z.enum(scimOutcomes, 'wrong_format').optional(),
})
