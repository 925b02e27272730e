import { randomInt } from 'node:crypto'
import { type Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import { codeMail, type CodePurpose } from '#server/adapters/mail/templates.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { isKeyedHash, keyedHash, newId, newToken, tokenHash } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { dropCode, insertCode, oldestOfMany, spendCode, takeTry } from './queries.ts'

const minute = 60_000
const hour = 60 * minute
const code_names = { sign_in: 'Sign-in code', change_email: 'Change-of-address code', danger: 'Confirmation code' } as const satisfies Record<CodePurpose, string>

/** The hashes of a thing by the present secret and by those before it. */
const hashesOf = ({ secrets }: Services['config'], purpose: string, text: string) => secrets.map((secret) => keyedHash(secret, purpose, text))

/** Past the hourly number of codes the answer is too_many, with the seconds until one is free again. */
async function hold({ db }: Services, by: 'email_hash' | 'client_hash', hashes: Buffer[], at: Date): Promise<void> {
  const max = by === 'email_hash' ? limits.codes_per_address_per_hour : limits.codes_per_client_per_hour
  const oldest = await oldestOfMany(db.global, by, hashes, new Date(at.getTime() - hour), max)
  if (oldest) fail('too_many', { retry_after_s: (oldest.getTime() + hour - at.getTime()) / 1000 })
}

/**
 * Sends a one-time code and answers the `sig` that binds it to address and purpose. It does the same, at the same cost,
 * for known and unknown addresses. Refuses with too_many and mail_failed.
 */
export async function sendCode(
  services: Services, request: { email: string; client: string; purpose: CodePurpose; language: Language; at: Date },
): Promise<string> {
  const { db, config, mailer, log } = services
  const { email, client, purpose, at } = request
  await hold(services, 'client_hash', hashesOf(config, 'client', client), at)
  await hold(services, 'email_hash', hashesOf(config, 'address', email), at)
  const [email_hash, client_hash] = [keyedHash(config.secret, 'address', email), keyedHash(config.secret, 'client', client)]

  const code = String(randomInt(10 ** limits.code_digits)).padStart(limits.code_digits, '0')
  const sig = newToken()
  const id = newId(at)
  await insertCode(db.global, {
    id, email_hash, client_hash, purpose, at, sig_hash: tokenHash(sig), code_hash: keyedHash(config.secret, sig, code),
    expires_at: new Date(at.getTime() + limits.code_life_minutes * minute),
  })
  try {
    await mailer.send({ to: email, ...(await codeMail(request.language, code, config.publicUrl, purpose)) })
  } catch (error) {
    log.error({ reason: (error as Error).message.slice(0, 80).replaceAll(email, '') }, 'mail')
    await dropCode(db.global, id)
    fail('mail_failed')
  }
  // Development without a mail server: the person at this terminal is the mail server.
  if (mailer.kind === 'local' && !config.production) process.stdout.write(`  ${code_names[purpose]} for ${email}: ${code}\n`)
  return sig
}

type Given = { email: string; sig: string; code: string; purpose: CodePurpose; at: Date }
/** Looks at a code without using it up, and counts a try. Answers its id. Refuses with invalid_code whatever is wrong: code, address, purpose, age, tries. */
export async function judgeCode(services: Services, request: Given): Promise<string> {
  const { db, config } = services
  const row = await takeTry(db.global, tokenHash(request.sig), hashesOf(config, 'address', request.email), request.purpose, request.at, limits.code_tries_max)
  // Hashed also where there is nothing to compare it with: both take the same time.
  if (!isKeyedHash(config.secrets, request.sig, request.code, row?.code_hash ?? Buffer.alloc(32)) || !row) fail('invalid_code', { field: 'code' })
  return row.id
}
/** Uses a code up that was right; of two at the same time one is refused with invalid_code. */
export async function takeCode(db: Db | Trx, id: string, at: Date): Promise<void> {
  if (!(await spendCode(db, id, at))) fail('invalid_code', { field: 'code' })
}
/** Checks a code and uses it up. Refuses with invalid_code. */
export async function checkCode(services: Services, request: Given): Promise<void> {
  await takeCode(services.db.global, await judgeCode(services, request), request.at)
}
