import { z } from 'zod'
import { oneTimeCode } from './auth.ts'
import { namedObject, namedStrictObject, time } from './common.ts'
import { twoFactorCode } from './two-factor.ts'

/**
 * `method`: how this session proves presence. `proven_until`: expiry of the last proof, null
 * without one. `confined`: the session is limited to its own team until then. `danger_zone_from`:
 * end of the danger zone lock after an address change.
 */
export const presence = namedObject('Presence', {
  method: z.enum(['code', 'second_factor']),
  proven_until: time.nullable(),
  confined: z.boolean(),
  danger_zone_from: time.nullable(),
})
/**
 * A mailed code with its `sig`; or, for accounts with two-factor authentication, an authenticator
 * code or a recovery code.
 */
export const presenceProof = namedStrictObject('PresenceProof', {
  sig: z.string('required').max(200).optional(),
  code: oneTimeCode.optional(),
  second_factor: twoFactorCode.optional(),
})
