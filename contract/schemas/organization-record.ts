// Parts of people's records, apart from organization.ts, whose lists contain people.
import { z } from 'zod'
import {
  countryCode,
  date,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  picture,
  timezone,
} from './common.ts'
import { attributeValue, attributeValuesInput, publicAttributeValue } from './attributes.ts'
import { limits } from '#contract/limits.ts'

export const groupKind = z
  .enum(['department', 'location', 'team', 'custom'], 'wrong_format')
  .meta({ id: 'GroupKind' })
export type GroupKind = z.infer<typeof groupKind>

/** The name of a group, as a person's record shows it. */
export const groupName = namedObject('GroupName', {
  id: id('group'),
  kind: groupKind,
  name: z.string(),
})
export type GroupName = z.infer<typeof groupName>

/** Fields of a person in the organization, which an import or another system can keep. */
const organizationField = z
  .enum([
    'manager_id',
    'department_id',
    'location_id',
    'country',
    'timezone',
    'employee_number',
    'cost_center',
    'away',
  ])
  .meta({ id: 'OrganizationField' })
export type OrganizationField = z.infer<typeof organizationField>
/** Fields that another system can keep: those of the organization, names and job title. */
export const managedField = z
  .enum([...organizationField.options, 'first_name', 'last_name', 'job_title'])
  .meta({ id: 'ManagedField' })

/** Leave of a person, from a day to a day, both included. `to` is null: the end is not known. */
export const away = namedStrictObject('Away', { from: date, to: date.nullable() })
export type Away = z.infer<typeof away>

const manager = namedObject('Manager', { id: id('user'), name: z.string(), avatar: picture })
/** A person's place in the organization as every colleague sees it. */
export const publicOrganization = namedObject('PublicOrganization', {
  manager: manager.nullable(),
  /** Department and location first, then by name. */
  groups: z.array(groupName),
  country: countryCode.nullable(),
  /** Null: the time zone of the workspace. */
  timezone: z.string().nullable(),
  /** By name: the filled attributes that the reader may see. */
  attributes: z.array(publicAttributeValue),
})
export type PublicOrganization = z.infer<typeof publicOrganization>
/**
 * The same for administrators. `managed_fields`: fields of another system, which cannot be changed
 * here.
 */
export const organizationRecord = publicOrganization
  .extend({
    employee_number: z.string(),
    cost_center: z.string(),
    away: away.nullable(),
    managed_fields: z.array(managedField),
    attributes: z.array(attributeValue),
  })
  .meta({ id: 'OrganizationRecord' })
export type OrganizationRecord = z.infer<typeof organizationRecord>

export const organizationInput = namedStrictObject('OrganizationInput', {
  manager_id: id('user').nullable().optional(),
  department_id: id('group').nullable().optional(),
  location_id: id('group').nullable().optional(),
  country: countryCode.nullable().optional(),
  timezone: timezone.nullable().optional(),
  employee_number: oneLineText(0, limits.employee_number_chars_max).optional(),
  cost_center: oneLineText(0, limits.cost_center_chars_max).optional(),
  away: away.nullable().optional(),
  attributes: attributeValuesInput.optional(),
})
export type OrganizationInput = z.infer<typeof organizationInput>
