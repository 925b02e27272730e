import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '#contract/limits.ts'
import { keyedHash } from '#server/platform/ids.ts'

/** What every authenticator app knows: six digits, 30 seconds, SHA-1 (RFC 6238). */
const period_s = 30
const settings = { issuer: 'Laurel', algorithm: 'SHA1', digits: 6, period: period_s }
/** A phone's clock may be one step ahead or behind. */
const drift_steps = 1

/** A new secret of 160 bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32
/** The address that a QR code holds. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ ...settings, label: email, secret }).toString()

/**
 * The step of 30 seconds that a code belongs to, around `at`; undefined for a wrong one. Compared
 * in constant time.
 */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    ...settings,
    timestamp: at.getTime(),
    window: drift_steps,
  })
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / period_s) + delta
}
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Nothing that is taken for something else: no 0 and o, no 1, l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
/** Recovery codes of 59 bits, in groups that can be read out: 'k7mp-x2rd-9waq'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: limits.recovery_codes }, () => `${group()}-${group()}-${group()}`)

/**
 * Kept under the authenticator's own secret, which is sealed: the database alone tells nothing, and
 * a new SECRET of the server ends none.
 */
export const recoveryHash = (secret: string, account_id: string, code: string): Buffer =>
  keyedHash(secret, `recovery ${account_id}`, code.replaceAll('-', ''))
