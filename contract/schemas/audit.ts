import { z } from 'zod'
import { auditAreaNames } from '#contract/audit-areas.ts'
import { date, id, namedObject, pageOf, pageQueryParams, tableFileParams, time } from './common.ts'
import { person } from './users.ts'

/**
 * `area`: without it, all but sign-ins; `all` includes them. `actor_id` is a member;
 * `from` and `to` are days in the time zone of the team, both included.
 */
const auditFilter = z.strictObject({
  area: z.enum([...auditAreaNames, 'all'], 'wrong_format').optional(),
  actor_id: id('user').optional(),
  from: date.optional(),
  to: date.optional(),
})
export type AuditFilter = z.infer<typeof auditFilter>
export const auditQueryParams = auditFilter.extend(pageQueryParams)
export const auditCsvQueryParams = auditFilter.extend(tableFileParams)
export const auditLinesQueryParams = auditFilter

const auditObjectKind = z.enum(['reward', 'purchase', 'value', 'post', 'import'])
/**
 * The subject of the action, if it still exists. `title` is its current name, or '' for subjects
 * without a name.
 */
const auditObject = namedObject('AuditObject', {
  kind: auditObjectKind,
  id: z.string(),
  title: z.string(),
})
export type AuditObject = z.infer<typeof auditObject>

/** An administrator's action. `details` holds ids with old and new values, never secrets. */
const auditEntry = namedObject('AuditEntry', {
  id: z.string(),
  action: z.string(),
  actor: person.nullable(),
  impersonated: z.boolean(),
  /**
   * The actor's access token, if the action used one. `name` is the name at that time, or '' after
   * its owner was erased.
   */
  token: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The affected user, or the buyer of a purchase, if any. */
  subject: person.nullable(),
  object: auditObject.nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: time,
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditPage = pageOf(auditEntry)
