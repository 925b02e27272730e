import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '#contract/limits.ts'
import { keyedHash } from '#server/platform/ids.ts'

/** Parameters that every authenticator app supports: six digits, 30 seconds, SHA-1 (RFC 6238). */
const periodS = 30
const totpSettings = { issuer: 'Laurel', algorithm: 'SHA1', digits: 6, period: periodS }

/** Tolerates a phone clock that is one step fast or slow. */
const maxDriftSteps = 1

/** Returns a new secret of 160 bits, in base32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the otpauth URI for a QR code. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ ...totpSettings, label: email, secret }).toString()

/**
 * Returns the 30-second step of a code near `at`, or undefined for a wrong code. The comparison
 * takes constant time.
 */
export function matchTotpStep(secret: string, code: string, at: Date): number | undefined {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    ...totpSettings,
    timestamp: at.getTime(),
    window: maxDriftSteps,
  })
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / periodS) + delta
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Excludes characters that look alike: 0 and o, and 1, l and i. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomCodeGroup = () =>
  Array.from({ length: 4 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** Returns recovery codes of 59 bits, in groups that are easy to dictate: 'k7mp-x2rd-9waq'. */
export const generateRecoveryCodes = (): string[] =>
  Array.from(
    { length: limits.recovery_codes },
    () => `${randomCodeGroup()}-${randomCodeGroup()}-${randomCodeGroup()}`,
  )

/**
 * Keyed with the authenticator's own encrypted secret. The database alone reveals nothing, and a
 * new SECRET of the server keeps the codes valid.
 */
export const hashRecoveryCode = (secret: string, accountId: string, code: string): Buffer =>
  keyedHash(secret, `recovery ${accountId}`, code.replaceAll('-', ''))
