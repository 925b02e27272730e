import { minuteMs } from '#contract/durations.ts'
import { randomInt } from 'node:crypto'
import { type Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { codeMail, type CodePurpose } from '#server/modules/notifications/mail/account-mails.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { matchesKeyedHash, keyedHash, newId, newToken, hashToken } from '#server/platform/ids.ts'
import { toNetworkKey } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { insertCodeWithinLimits, deleteCode, markCodeUsed, countAttempt } from './code-queries.ts'

const codeNames = {
  sign_in: 'Sign-in code',
  change_email: 'Change-of-address code',
  presence: 'Confirmation code',
  join_domain: 'Domain code',
} as const satisfies Record<CodePurpose, string>

/** Returns the hashes of a text under the current secret and all earlier secrets. */
const hashWithAllSecrets = ({ secrets }: Services['config'], purpose: string, text: string) =>
  secrets.map((secret) => keyedHash(secret, purpose, text))

/**
 * Sends a one-time code and returns the `sig` that binds it to address and purpose. Known and
 * unknown addresses take the same steps at the same cost. Throws too_many and mail_failed.
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
  // Development has no mail server, so the terminal shows the code, unless LOG_LEVEL hides messages.
  if (mailer.kind === 'local' && !config.production && log.isLevelEnabled('info'))
    process.stdout.write(`  ${codeNames[purpose]} for ${email}: ${code}\n`)
  return sig
}

type CodeAttempt = { email: string; sig: string; code: string; purpose: CodePurpose; at: Date }

/**
 * Checks a code without using it up, counts the attempt and returns the code's id. Throws
 * code_exhausted if no attempt or no time is left, because only a new code helps then. Throws
 * invalid_code for a wrong, used or unknown code and for a wrong address or purpose.
 */
export async function verifyCode(services: Services, request: CodeAttempt): Promise<string> {
  const { db, config } = services
  const attempted = await countAttempt(
    db.global,
    hashToken(request.sig),
    hashWithAllSecrets(config, 'address', request.email),
    request.purpose,
    request.at,
    limits.code_tries_max,
  )
  const code = typeof attempted === 'object' ? attempted : undefined
  // A missing code is hashed too, so both cases take the same time.
  const matches = matchesKeyedHash(
    config.secrets,
    request.sig,
    request.code,
    code?.code_hash ?? Buffer.alloc(32),
  )
  if (code && matches) return code.id
  return throwRefusal(
    attempted === 'exhausted' || code?.tries_left === 0 ? 'code_exhausted' : 'invalid_code',
    {
      field: 'code',
    },
  )
}

/** Uses up a verified code. Throws invalid_code if a concurrent request has used it first. */
export async function consumeCode(db: Db | Trx, id: string, at: Date): Promise<void> {
  if (!(await markCodeUsed(db, id, at))) throwRefusal('invalid_code', { field: 'code' })
}

/** Checks a code and uses it up. Throws invalid_code and code_exhausted. */
export async function verifyAndConsumeCode(
  services: Services,
  request: CodeAttempt,
): Promise<void> {
  await consumeCode(services.db.global, await verifyCode(services, request), request.at)
}
