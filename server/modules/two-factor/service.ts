import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { enqueueMails, type TwoFactorMailEvent } from '../outbox/enqueue-mails.ts'
import { clearOtherPresenceProofs } from '#server/modules/presence/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Database, Db, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { encrypt, decrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  isTotpCode,
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  matchTotpStep,
  totpUri,
} from './codes.ts'
import {
  findTwoFactorAccountId,
  findTwoFactor,
  findAccountRecipient,
  lockTwoFactorSecret,
  markTwoFactorConfirmed,
  replaceRecoveryCodes,
  insertTwoFactorSetup,
  countTwoFactorAttempt,
  deleteTwoFactor,
  consumeRecoveryCode,
  consumeTotpStep,
  listAccountWorkspaceIds,
} from './queries.ts'

const minuteMs = 60_000
const attemptLimit = {
  max: limits.second_factor_tries_max,
  ms: limits.second_factor_tries_minutes * minuteMs,
}
/** What the secret is sealed for; its place is the account (platform/sealed.ts). */
const encryptionPurpose = 'second factor'

/** A code that was right when it was looked at; it counts once `spend` has taken it. */
export type TwoFactorProof = { account_id: string; field: string; secret: string } & (
  | { step: number }
  | { recovery: Buffer }
)

/**
 * Looks at a code and counts it as a try. Refuses with second_factor_invalid, too_many (with its
 * wait) and conflict (there is nothing to try).
 */
async function checkTwoFactorCode(
  { db, config }: Services,
  accountId: string,
  which: 'on' | { begun_after: Date },
  given: string,
  field: string,
  at: Date,
): Promise<TwoFactorProof> {
  const tried = await countTwoFactorAttempt(db.global, accountId, which, at, attemptLimit)
  if (!tried) throwRefusal('conflict')
  if ('held_since' in tried)
    throwRefusal('too_many', {
      retry_after_s: (tried.held_since.getTime() + attemptLimit.ms - at.getTime()) / 1000,
    })
  const secret = decrypt(config.secrets, encryptionPurpose, accountId, tried.secret)
  // A recovery code is found, or not, when it is taken.
  if (!isTotpCode(given))
    return {
      account_id: accountId,
      field,
      secret,
      recovery: hashRecoveryCode(secret, accountId, given),
    }
  const step = matchTotpStep(secret, given, at)
  return step === undefined
    ? throwRefusal('second_factor_invalid', { field })
    : { account_id: accountId, field, secret, step }
}

/**
 * At sign-in, after somebody has shown who they are: null where the account asks for nothing more.
 * Refuses with second_factor_needed, second_factor_invalid and too_many. Whoever has shown nothing
 * yet must not get here.
 */
export async function verifyTwoFactorIfEnabled(
  services: Services,
  accountId: string,
  given: string | undefined,
  at: Date,
): Promise<TwoFactorProof | null> {
  if ((await findTwoFactorAccountId(services.db.global, { id: accountId })) === undefined)
    return null
  return verifyTwoFactor(services, accountId, given, at)
}
/** The same for an account that is known to have a second factor. */
export function verifyTwoFactor(
  services: Services,
  accountId: string,
  given: string | undefined,
  at: Date,
): Promise<TwoFactorProof> {
  const field = 'second_factor'
  return given === undefined
    ? throwRefusal('second_factor_needed', { field })
    : checkTwoFactorCode(services, accountId, 'on', given, field, at)
}

/** Tells the owner of an account, wherever they read their mail; it cannot be switched off. */
async function notifyAccountOwner(
  trx: Trx,
  workspaceId: string,
  accountId: string,
  params: { news: TwoFactorMailEvent; left?: number },
  at: Date,
): Promise<void> {
  const owner = await findAccountRecipient(trx, workspaceId, accountId)
  if (owner) await enqueueMails(trx, workspaceId, [{ ...owner, kind: 'second_factor', params }], at)
}

/**
 * Takes a proof: of two at the same time one is refused with second_factor_invalid. Answers how
 * many recovery codes are left if it was one.
 */
export async function consumeProof(trx: Trx, proof: TwoFactorProof): Promise<number | undefined> {
  const { account_id: accountId, field } = proof
  if ('step' in proof) {
    if (!(await consumeTotpStep(trx, accountId, proof.step)))
      throwRefusal('second_factor_invalid', { field })
    return undefined
  }
  return (
    (await consumeRecoveryCode(trx, accountId, proof.recovery)) ??
    throwRefusal('second_factor_invalid', { field })
  )
}
/** Takes the proof of a sign-in; that a recovery code was used is told. */
export async function consumeProofAtSignIn(
  trx: Trx,
  workspaceId: string | undefined,
  proof: TwoFactorProof,
  at: Date,
): Promise<void> {
  const left = await consumeProof(trx, proof)
  if (left !== undefined && workspaceId !== undefined)
    await notifyAccountOwner(
      trx,
      workspaceId,
      proof.account_id,
      { news: 'recovery_used', left },
      at,
    )
}
/** Takes the proof of presence; that a recovery code was used is told. */
export async function consumeProofForPresence(
  trx: Trx,
  workspaceId: string,
  proof: TwoFactorProof,
  at: Date,
): Promise<void> {
  const left = await consumeProof(trx, proof)
  if (left !== undefined)
    await notifyAccountOwner(
      trx,
      workspaceId,
      proof.account_id,
      { news: 'recovery_presence', left },
      at,
    )
}
/** Does the work that lets somebody in and takes their proof, both or neither. */
export async function signInWithProof<T>(
  { db }: Services,
  proof: TwoFactorProof | null,
  at: Date,
  work: (db: Db | Trx) => Promise<T>,
): Promise<T> {
  if (!proof) return work(db.global)
  const [home] = await listAccountWorkspaceIds(db, proof.account_id)
  const both = async (trx: Trx) => {
    const done = await work(trx)
    await consumeProofAtSignIn(trx, home, proof, at)
    return done
  }
  return home === undefined ? db.account(proof.account_id, both) : db.tenant(home, both)
}

export async function loadTwoFactor(
  { db }: Services,
  { account_id: accountId }: Actor,
): Promise<OutputOf<'second_factor.get'>> {
  const factor = await findTwoFactor(db.global, accountId)
  return {
    on: Boolean(factor?.confirmed_at),
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: Number(factor?.recovery_codes_left ?? 0),
  }
}

/**
 * A secret for an app, told this once. Refuses with conflict when there is one already: it is
 * stopped first, by a code.
 */
export async function startTwoFactorSetup(
  { db, config }: Services,
  { account_id: accountId }: Actor,
  at: Date,
): Promise<OutputOf<'second_factor.start'>> {
  const { email } = await db.global
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const secret = generateTotpSecret()
  if (
    !(await insertTwoFactorSetup(
      db.global,
      accountId,
      encrypt(config.secret, encryptionPurpose, accountId, secret),
      at,
    ))
  )
    throwRefusal('conflict')
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Ten new recovery codes in the place of the old ones. Throws conflict when there is no second
 * factor.
 */
async function issueRecoveryCodes(
  { config }: Services,
  trx: Trx,
  accountId: string,
  at: Date,
): Promise<{ recovery_codes: string[] }> {
  const sealed = await lockTwoFactorSecret(trx, accountId)
  if (!sealed) throwRefusal('conflict')
  const secret = decrypt(config.secrets, encryptionPurpose, accountId, sealed)
  const recoveryCodes = generateRecoveryCodes()
  await replaceRecoveryCodes(
    trx,
    accountId,
    recoveryCodes.map((code) => hashRecoveryCode(secret, accountId, code)),
    at,
  )
  return { recovery_codes: recoveryCodes }
}

/** Switches it on by the app's first code. No session ends. */
export async function confirmTwoFactor(
  services: Services,
  actor: Actor,
  code: string,
  at: Date,
): Promise<OutputOf<'second_factor.confirm'>> {
  const { workspace_id: workspaceId, account_id: accountId } = actor
  const proof = await checkTwoFactorCode(
    services,
    accountId,
    { begun_after: new Date(at.getTime() - limits.second_factor_setup_minutes * minuteMs) },
    code,
    'code',
    at,
  )
  if (!('step' in proof)) throwRefusal('second_factor_invalid', { field: 'code' })
  return services.db.tenant(workspaceId, async (trx) => {
    if (!(await markTwoFactorConfirmed(trx, accountId, proof.step, at))) throwRefusal('conflict')
    await audit(trx, actor, 'second_factor.on', {}, at)
    await notifyAccountOwner(trx, workspaceId, accountId, { news: 'added' }, at)
    await clearOtherPresenceProofs(trx, accountId, actor.session_id)
    return issueRecoveryCodes(services, trx, accountId, at)
  })
}

/** Ten new recovery codes; the old ones end. Throws conflict when there is no second factor. */
export async function renewRecoveryCodes(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'second_factor.codes'>> {
  const { workspace_id: workspaceId, account_id: accountId } = actor
  return services.db.tenant(workspaceId, async (trx) => {
    const renewed = await issueRecoveryCodes(services, trx, accountId, at)
    await audit(trx, actor, 'second_factor.codes', {}, at)
    await notifyAccountOwner(trx, workspaceId, accountId, { news: 'renewed' }, at)
    return renewed
  })
}

/** Switches it off. No session ends. Throws conflict when there is no second factor. */
export async function disableTwoFactor(services: Services, actor: Actor, at: Date): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId } = actor
  await services.db.tenant(workspaceId, async (trx) => {
    if (!(await deleteTwoFactor(trx, accountId))) throwRefusal('conflict')
    await audit(trx, actor, 'second_factor.off', {}, at)
    await notifyAccountOwner(trx, workspaceId, accountId, { news: 'removed' }, at)
  })
}

/**
 * The operator's way out for who has lost phone and recovery codes. False when no account of that
 * address has a second factor. Each of its teams has it in its log.
 */
export async function disableTwoFactorByOperator(
  db: Database,
  email: string,
  at: Date,
): Promise<boolean> {
  const accountId = await findTwoFactorAccountId(db.global, {
    email: normalizeAddress(email) ?? '',
  })
  if (accountId === undefined) return false
  const [home, ...others] = await listAccountWorkspaceIds(db, accountId)
  const note = async (trx: Trx, workspaceId: string) => {
    const owner = await findAccountRecipient(trx, workspaceId, accountId)
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: null, kind: 'session' },
      'second_factor.off_by_operator',
      owner ? { user_id: owner.user_id } : {},
      at,
    )
  }
  const off =
    home === undefined
      ? await db.account(accountId, (trx) => deleteTwoFactor(trx, accountId))
      : await db.tenant(home, async (trx) => {
          if (!(await deleteTwoFactor(trx, accountId))) return false
          await note(trx, home)
          await notifyAccountOwner(trx, home, accountId, { news: 'removed_by_operator' }, at)
          return true
        })
  if (off)
    for (const workspaceId of others) await db.tenant(workspaceId, (trx) => note(trx, workspaceId))
  return off
}
