import { z } from 'zod'
import { pageOf, time } from './common.ts'
import { person } from './users.ts'

/** An administrator's action. `details` holds ids with old and new values, never secrets. */
const auditEntry = z.object({
  id: z.string(),
  action: z.string(),
  actor: person.nullable(),
  impersonated: z.boolean(),
  /**
   * The actor's access token, if the action used one. `name` is the name at that time, or '' after
   * its owner was erased.
   */
  token: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The affected user, if any. */
  subject: person.nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: time,
})
export const auditPage = pageOf(auditEntry)
