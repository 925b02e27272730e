import { hash } from 'node:crypto'
import { bcp47Tag } from '#server/platform/i18n/messages.ts'
import { toLanguage } from '#contract/schemas/common.ts'
import { toMonthDay } from '#server/modules/users/birth-date.ts'
import { coreUserUrn, enterpriseUrn, groupUrn, laurelUrn } from './attributes.ts'
import type { ScimGroupRow, ScimMemberRow } from './group-queries.ts'
import type { ScimUserRow } from './user-queries.ts'
import type { Resource } from './values.ts'

/** Returns an object without undefined, empty and null values. */
const compact = (fields: Record<string, unknown>): Resource =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  )
const withContent = (fields: Resource): Resource | undefined =>
  Object.keys(fields).length ? fields : undefined

/** Returns the weak ETag of a content. */
const toVersion = (content: unknown): string =>
  `W/"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`

const metaOf = (
  resourceType: 'User' | 'Group',
  location: string,
  row: { created_at: Date; changed_at: Date | null },
  version: string,
) => ({
  resourceType,
  created: row.created_at.toISOString(),
  lastModified: (row.changed_at ?? row.created_at).toISOString(),
  location,
  version,
})

/** A number of work is the primary one, so that it also replaces another one that came before. */
const presentPhone = ({ phone, phone_type: type }: ScimUserRow): Resource =>
  type === null || type === 'work'
    ? { value: phone, type: 'work', primary: true }
    : { value: phone, type }

/** Returns a user as a SCIM resource. Its version is a hash, so changes by hand count as well. */
export function presentUser(row: ScimUserRow, baseUrl: string): Resource {
  const formatted = `${row.first_name} ${row.last_name}`.trim()
  const enterprise = compact({
    employeeNumber: row.employee_number,
    costCenter: row.cost_center,
    department: row.department,
    manager: row.manager_id
      ? compact({
          value: row.manager_id,
          $ref: `${baseUrl}/Users/${row.manager_id}`,
          displayName: row.manager_name,
        })
      : null,
  })
  const own = compact({
    hireDate: row.hire_date,
    birthDay: row.birth_date === null ? null : toMonthDay(row.birth_date),
    awayFrom: row.away_from,
    awayUntil: row.away_to,
    limit: row.points_limit,
  })
  const content = compact({
    schemas: [coreUserUrn, enterpriseUrn, laurelUrn],
    id: row.id,
    externalId: row.external_id,
    userName: row.email,
    name: withContent(compact({ formatted, familyName: row.last_name, givenName: row.first_name })),
    displayName: formatted,
    title: row.job_title,
    preferredLanguage: row.language === null ? null : bcp47Tag(toLanguage(row.language)),
    timezone: row.timezone,
    active: row.state !== 'deactivated',
    emails: [{ value: row.email, type: 'work', primary: true }],
    phoneNumbers: row.phone ? [presentPhone(row)] : null,
    addresses: row.country ? [{ country: row.country, type: 'work', primary: true }] : null,
    [enterpriseUrn]: withContent(enterprise),
    [laurelUrn]: withContent(own),
  })
  const location = `${baseUrl}/Users/${row.id}`
  return { ...content, meta: metaOf('User', location, row, toVersion(content)) }
}

/** Returns a group as a SCIM resource; without its members if they are not loaded. */
export function presentGroup(
  row: ScimGroupRow,
  members: ScimMemberRow[] | null,
  baseUrl: string,
): Resource {
  const content = compact({
    schemas: [groupUrn],
    id: row.id,
    externalId: row.external_id,
    displayName: row.name,
  })
  const listed = members?.map(({ user_id: userId, name }) =>
    compact({
      value: userId,
      $ref: `${baseUrl}/Users/${userId}`,
      display: name,
      type: 'User',
    }),
  )
  const location = `${baseUrl}/Groups/${row.id}`
  const version = toVersion([content, row.version])
  return {
    ...content,
    ...(listed ? { members: listed } : {}),
    meta: metaOf('Group', location, row, version),
  }
}

/** Returns the ETag of a presented resource. */
export const versionOf = (resource: Resource): string =>
  (resource['meta'] as { version: string }).version
