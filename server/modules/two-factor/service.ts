import { minuteMs } from '#contract/durations.ts'
import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { findAccountEmail } from '#server/modules/accounts/queries.ts'
import { enqueueMails, type TwoFactorMailEvent } from '#server/modules/outbox/enqueue-mails.ts'
import {
  clearOtherPresenceProofs,
  clearSecondFactorPassed,
  markSecondFactorPassed,
} from '#server/modules/presence/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Database, Db, Trx } from '#server/platform/database/database.ts'
import { inEachWorkspace } from '#server/platform/database/in-each-workspace.ts'
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

const attemptLimit = {
  max: limits.second_factor_tries_max,
  ms: limits.second_factor_tries_minutes * minuteMs,
}

/**
 * Purpose for the encryption of the secret. The account id is the associated data
 * (platform/crypto/encrypted-columns.ts).
 */
const encryptionPurpose = 'second factor'

/** A code that was correct when checked. It takes effect when `consumeProof` uses it up. */
export type TwoFactorProof = { account_id: string; field: string; secret: string } & (
  | { step: number }
  | { recovery: Buffer }
)

/**
 * Checks a code and counts the attempt. Throws second_factor_invalid, too_many (with its wait) and
 * conflict (nothing to check).
 */
async function checkTwoFactorCode(
  { db, config }: Services,
  accountId: string,
  state: 'on' | { startedAfter: Date },
  code: string,
  field: string,
  at: Date,
): Promise<TwoFactorProof> {
  const attempt = await countTwoFactorAttempt(db.global, accountId, state, at, attemptLimit)
  if (!attempt) throwRefusal('conflict')
  if ('lockedSince' in attempt)
    throwRefusal('too_many', {
      retry_after_s: (attempt.lockedSince.getTime() + attemptLimit.ms - at.getTime()) / 1000,
    })
  const secret = decrypt(config.secrets, encryptionPurpose, accountId, attempt.secret)
  // Recovery codes are compared when `consumeProof` deletes them.
  if (!isTotpCode(code))
    return {
      account_id: accountId,
      field,
      secret,
      recovery: hashRecoveryCode(secret, accountId, code),
    }
  const step = matchTotpStep(secret, code, at)
  return step === undefined
    ? throwRefusal('second_factor_invalid', { field })
    : { account_id: accountId, field, secret, step }
}

/**
 * Verifies the second factor after the first. Returns null if the account has none. Callers must
 * verify the first factor before, because the answer reveals whether a second exists. Throws
 * second_factor_needed, second_factor_invalid and too_many.
 */
export async function verifyTwoFactorIfEnabled(
  services: Services,
  accountId: string,
  code: string | undefined,
  at: Date,
): Promise<TwoFactorProof | null> {
  if ((await findTwoFactorAccountId(services.db.global, { id: accountId })) === undefined)
    return null
  return verifyTwoFactor(services, accountId, code, at)
}

/** Verifies the second factor of an account that has one. */
export function verifyTwoFactor(
  services: Services,
  accountId: string,
  code: string | undefined,
  at: Date,
): Promise<TwoFactorProof> {
  const field = 'second_factor'
  return code === undefined
    ? throwRefusal('second_factor_needed', { field })
    : checkTwoFactorCode(services, accountId, 'on', code, field, at)
}

/** Mails the owner of the account. The mail cannot be switched off. */
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
 * Uses up a proof. A concurrent second use throws second_factor_invalid. Returns the number of
 * recovery codes left if the proof was a recovery code.
 */
async function consumeProof(trx: Trx, proof: TwoFactorProof): Promise<number | undefined> {
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

/** Uses up the proof of a sign-in and mails the owner if it was a recovery code. */
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

/** Uses up the proof of presence and mails the owner if it was a recovery code. */
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

/** Runs the work of a sign-in and uses up its proof in one transaction. */
export async function signInWithProof<T>(
  { db }: Services,
  proof: TwoFactorProof | null,
  at: Date,
  work: (db: Db | Trx) => Promise<T>,
): Promise<T> {
  if (!proof) return work(db.global)
  const [home] = await listAccountWorkspaceIds(db, proof.account_id)
  const runBoth = async (trx: Trx) => {
    const result = await work(trx)
    await consumeProofAtSignIn(trx, home, proof, at)
    return result
  }
  return home === undefined ? db.account(proof.account_id, runBoth) : db.tenant(home, runBoth)
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
 * Starts a setup and returns its secret, which is shown only once. Throws conflict if the account
 * has a second factor: it must be disabled first, with presence.
 */
export async function startTwoFactorSetup(
  { db, config }: Services,
  { account_id: accountId }: Actor,
  at: Date,
): Promise<OutputOf<'second_factor.start'>> {
  const email = await findAccountEmail(db.global, accountId)
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

/** Replaces the recovery codes with ten new ones. Throws conflict if there is no second factor. */
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

/** Enables the second factor with the app's first code. Sessions stay valid. */
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
    { startedAfter: new Date(at.getTime() - limits.second_factor_setup_minutes * minuteMs) },
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
    await markSecondFactorPassed(trx, actor.session_id)
    return issueRecoveryCodes(services, trx, accountId, at)
  })
}

/**
 * Returns ten new recovery codes and invalidates the old ones. Throws conflict if there is no
 * second factor.
 */
export async function renewRecoveryCodes(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'second_factor.codes'>> {
  const { workspace_id: workspaceId, account_id: accountId } = actor
  return services.db.tenant(workspaceId, async (trx) => {
    const result = await issueRecoveryCodes(services, trx, accountId, at)
    await audit(trx, actor, 'second_factor.codes', {}, at)
    await notifyAccountOwner(trx, workspaceId, accountId, { news: 'renewed' }, at)
    return result
  })
}

/**
 * Disables the second factor. Sessions stay valid. Throws conflict if there is no second factor.
 */
export async function disableTwoFactor(services: Services, actor: Actor, at: Date): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId } = actor
  await services.db.tenant(workspaceId, async (trx) => {
    if (!(await deleteTwoFactor(trx, accountId))) throwRefusal('conflict')
    await clearSecondFactorPassed(trx, accountId)
    await audit(trx, actor, 'second_factor.off', {}, at)
    await notifyAccountOwner(trx, workspaceId, accountId, { news: 'removed' }, at)
  })
}

/**
 * Disables a second factor for an operator, after its owner lost phone and recovery codes. Returns
 * false if no account with that address has a second factor. The audit log of each team records it.
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
  const auditDisabled = async (trx: Trx, workspaceId: string) => {
    const owner = await findAccountRecipient(trx, workspaceId, accountId)
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: null, kind: 'session' },
      'second_factor.off_by_operator',
      owner ? { user_id: owner.user_id } : {},
      at,
    )
  }
  if (home === undefined) return db.account(accountId, (trx) => deleteTwoFactor(trx, accountId))
  return db.tenant(home, async (trx) => {
    if (!(await deleteTwoFactor(trx, accountId))) return false
    await clearSecondFactorPassed(trx, accountId)
    await auditDisabled(trx, home)
    await notifyAccountOwner(trx, home, accountId, { news: 'removed_by_operator' }, at)
    await inEachWorkspace(trx, others, (workspaceId) => auditDisabled(trx, workspaceId))
    return true
  })
}
