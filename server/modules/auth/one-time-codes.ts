import { randomInt } from 'node:crypto'
import { type Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { codeMail, type CodePurpose } from '#server/modules/notifications/mail/account-mails.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { matchesKeyedHash, keyedHash, newId, newToken, hashToken } from '#server/platform/ids.ts'
import { toNetworkKey } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { insertCodeWithinLimits, deleteCode, markCodeUsed, countAttempt } from './queries.ts'

const minuteMs = 60_000
const codeNames = {
  sign_in: 'Sign-in code',
  change_email: 'Change-of-address code',
  presence: 'Confirmation code',
} as const satisfies Record<CodePurpose, string>

/** The hashes of a thing by the present secret and by those before it. */
const hashWithAllSecrets = ({ secrets }: Services['config'], purpose: string, text: string) =>
  secrets.map((secret) => keyedHash(secret, purpose, text))

/**
 * Sends a one-time code and answers the `sig` that binds it to address and purpose. It does the
 * same, at the same cost, for known and unknown addresses. Refuses with too_many and mail_failed.
 */
export async function sendCode(
  services: Services,
  request: { email: string; client: string; purpose: CodePurpose; language: Language; at: Date },
): Promise<string> {
  const { db, config, mailer, log } = services
  const { email, client, purpose, at } = request
  const code = String(randomInt(10 ** limits.code_digits)).padStart(limits.code_digits, '0')
  const sig = newToken()
  const id = newId(at)
  const freeAt = await insertCodeWithinLimits(db.global, {
    id,
    email_hashes: hashWithAllSecrets(config, 'address', email),
    client_hashes: hashWithAllSecrets(config, 'client', toNetworkKey(client)),
    purpose,
    at,
    sig_hash: hashToken(sig),
    code_hash: keyedHash(config.secret, sig, code),
    expires_at: new Date(at.getTime() + limits.code_life_minutes * minuteMs),
  })
  if (freeAt) throwRefusal('too_many', { retry_after_s: (freeAt.getTime() - at.getTime()) / 1000 })
  try {
    await mailer.send({
      to: email,
      ...(await codeMail(request.language, code, config.publicUrl, purpose)),
    })
  } catch (error) {
    log.error({ reason: (error as Error).message.slice(0, 80).replaceAll(email, '') }, 'mail')
    await deleteCode(db.global, id)
    throwRefusal('mail_failed')
  }
  // Development without a mail server: the person at this terminal is the mail server.
  if (mailer.kind === 'local' && !config.production)
    process.stdout.write(`  ${codeNames[purpose]} for ${email}: ${code}\n`)
  return sig
}

type CodeAttempt = { email: string; sig: string; code: string; purpose: CodePurpose; at: Date }
/**
 * Checks a code without using it up, and counts a try. Returns its id. Throws code_exhausted when
 * no try or no time is left, so that only a new code helps; invalid_code for everything else: wrong
 * code, address or purpose, used, unknown.
 */
export async function verifyCode(services: Services, request: CodeAttempt): Promise<string> {
  const { db, config } = services
  const tried = await countAttempt(
    db.global,
    hashToken(request.sig),
    hashWithAllSecrets(config, 'address', request.email),
    request.purpose,
    request.at,
    limits.code_tries_max,
  )
  const code = typeof tried === 'object' ? tried : undefined
  // Hashed also when there is nothing to compare it with: both take the same time.
  const matches = matchesKeyedHash(
    config.secrets,
    request.sig,
    request.code,
    code?.code_hash ?? Buffer.alloc(32),
  )
  if (code && matches) return code.id
  return throwRefusal(
    tried === 'exhausted' || code?.tries_left === 0 ? 'code_exhausted' : 'invalid_code',
    {
      field: 'code',
    },
  )
}
/** Uses a code up that was right; of two at the same time one is refused with invalid_code. */
export async function consumeCode(db: Db | Trx, id: string, at: Date): Promise<void> {
  if (!(await markCodeUsed(db, id, at))) throwRefusal('invalid_code', { field: 'code' })
}
/** Checks a code and uses it up. Refuses with invalid_code. */
export async function verifyAndConsumeCode(
  services: Services,
  request: CodeAttempt,
): Promise<void> {
  await consumeCode(services.db.global, await verifyCode(services, request), request.at)
}
