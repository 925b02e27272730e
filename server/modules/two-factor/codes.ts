import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '#contract/limits.ts'
import { keyedHash } from '#server/platform/ids.ts'

/** What every authenticator app knows: six digits, 30 seconds, SHA-1 (RFC 6238). */
const periodS = 30
const totpSettings = { issuer: 'Laurel', algorithm: 'SHA1', digits: 6, period: periodS }
/** A phone's clock may be one step ahead or behind. */
const maxDriftSteps = 1

/** A new secret of 160 bits, in base32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32
/** The address that a QR code holds. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ ...totpSettings, label: email, secret }).toString()

/**
 * The step of 30 seconds that a code belongs to, around `at`; undefined for a wrong one. Compared
 * in constant time.
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

/** Nothing that is taken for something else: no 0 and o, no 1, l and i. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomCodeGroup = () =>
  Array.from({ length: 4 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')
/** Recovery codes of 59 bits, in groups that can be read out: 'k7mp-x2rd-9waq'. */
export const generateRecoveryCodes = (): string[] =>
  Array.from(
    { length: limits.recovery_codes },
    () => `${randomCodeGroup()}-${randomCodeGroup()}-${randomCodeGroup()}`,
  )

/**
 * Kept under the authenticator's own secret, which is sealed: the database alone tells nothing, and
 * a new SECRET of the server ends none.
 */
export const hashRecoveryCode = (secret: string, accountId: string, code: string): Buffer =>
  keyedHash(secret, `recovery ${accountId}`, code.replaceAll('-', ''))
