import { z } from 'zod'
import { time } from './common.ts'

/**
 * A code of the authenticator app (six digits), or a recovery code: however somebody wrote it down.
 */
export const twoFactorCode = z
  .string('second_factor_invalid')
  .max(60, 'second_factor_invalid')
  .transform((typed) => typed.toLowerCase().replaceAll(/[\s\-–—]/g, ''))
  .pipe(z.string().regex(/^(\d{6}|[a-hjkmnp-z2-9]{12})$/, 'second_factor_invalid'))

/**
 * Whether an authenticator app is asked for at sign-in, since when, and how many recovery codes are
 * left.
 */
export const twoFactorStatus = z.object({
  on: z.boolean(),
  since: time.nullable(),
  recovery_codes_left: z.number().int(),
})
/**
 * For the authenticator app, this once: the secret in base32, and the address a QR code holds
 * (otpauth).
 */
export const twoFactorSetup = z.object({ secret: z.string(), uri: z.string() })
export const twoFactorInput = z.strictObject({ code: twoFactorCode })
/** Told this once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
