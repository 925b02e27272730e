import { z } from 'zod'
import { namedObject, namedStrictObject, time } from './common.ts'

/**
 * A code of the authenticator app (six digits) or a recovery code. Spaces, dashes and case are
 * ignored.
 */
export const twoFactorCode = z
  .string('second_factor_invalid')
  .max(60, 'second_factor_invalid')
  .transform((typed) => typed.toLowerCase().replaceAll(/[\s\-–—]/g, ''))
  .pipe(z.string().regex(/^(\d{6}|[a-hjkmnp-z2-9]{12})$/, 'second_factor_invalid'))

/**
 * Whether sign-in requires an authenticator app, since when, and how many recovery codes remain.
 */
export const twoFactorStatus = namedObject('TwoFactorStatus', {
  on: z.boolean(),
  since: time.nullable(),
  recovery_codes_left: z.number().int(),
})
/**
 * For the authenticator app, shown only once: the secret in base32, and the otpauth address for the
 * QR code.
 */
export const twoFactorSetup = namedObject('TwoFactorSetup', { secret: z.string(), uri: z.string() })
export const twoFactorInput = namedStrictObject('TwoFactorInput', { code: twoFactorCode })
/** Shown only once. */
export const recoveryCodes = namedObject('RecoveryCodes', { recovery_codes: z.array(z.string()) })
