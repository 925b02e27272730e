import { z } from 'zod'
import { oneTimeCode } from './auth.ts'
import { time } from './common.ts'
import { twoFactorCode } from './two-factor.ts'

/**
 * How this session proves that its person is there, until when the last proof counts (null: there
 * is none), whether the session stays in its own team until then, and until when the danger zone is
 * closed after a change of address.
 */
export const presence = z.object({
  method: z.enum(['code', 'second_factor']),
  proven_until: time.nullable(),
  confined: z.boolean(),
  danger_zone_from: time.nullable(),
})
/**
 * A mailed code with its `sig`, or a code of the authenticator app or a recovery code where the
 * account has a second factor.
 */
export const presenceProof = z.strictObject({
  sig: z.string('required').max(200).optional(),
  code: oneTimeCode.optional(),
  second_factor: twoFactorCode.optional(),
})
