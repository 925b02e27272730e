import { z } from 'zod'
import { pageOf, time } from './common.ts'
import { person } from './users.ts'

/** What an administrator did. `details` holds ids and old and new values, never secrets. */
export const auditEntry = z.object({
  id: z.string(),
  action: z.string(),
  actor: person.nullable(),
  impersonated: z.boolean(),
  /**
   * The access token of the actor that did it, if it was one; its name as it was then ('' once its
   * owner is gone).
   */
  token: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whom it was done to, where it was somebody. */
  subject: person.nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: time,
})
export const auditPage = pageOf(auditEntry)
