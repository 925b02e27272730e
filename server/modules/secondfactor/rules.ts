import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes.ts'
import { enqueueMails, type TwoFactorMailEvent } from '#server/modules/notifications/outbox.ts'
import { clearOtherPresenceProofs } from '#server/modules/presence/queries.ts'
import { audit } from '#server/platform/audit.ts'
import type { Database, Db, Trx } from '#server/platform/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { encrypt, decrypt } from '#server/platform/seal.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
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
  account_id: string,
  which: 'on' | { begun_after: Date },
  given: string,
  field: string,
  at: Date,
): Promise<TwoFactorProof> {
  const tried = await countTwoFactorAttempt(db.global, account_id, which, at, attemptLimit)
  if (!tried) throwRefusal('conflict')
  if ('held_since' in tried)
    throwRefusal('too_many', {
      retry_after_s: (tried.held_since.getTime() + attemptLimit.ms - at.getTime()) / 1000,
    })
  const secret = decrypt(config.secrets, encryptionPurpose, account_id, tried.secret)
  // A recovery code is found, or not, when it is taken.
  if (!isTotpCode(given))
    return { account_id, field, secret, recovery: hashRecoveryCode(secret, account_id, given) }
  const step = matchTotpStep(secret, given, at)
  return step === undefined
    ? throwRefusal('second_factor_invalid', { field })
    : { account_id, field, secret, step }
}

/**
 * At sign-in, after somebody has shown who they are: null where the account asks for nothing more.
 * Refuses with second_factor_needed, second_factor_invalid and too_many. Whoever has shown nothing
 * yet must not get here.
 */
export async function verifyTwoFactorIfEnabled(
  services: Services,
  account_id: string,
  given: string | undefined,
  at: Date,
): Promise<TwoFactorProof | null> {
  if ((await findTwoFactorAccountId(services.db.global, { id: account_id })) === undefined)
    return null
  return verifyTwoFactor(services, account_id, given, at)
}
/** The same for an account that is known to have a second factor. */
export function verifyTwoFactor(
  services: Services,
  account_id: string,
  given: string | undefined,
  at: Date,
): Promise<TwoFactorProof> {
  const field = 'second_factor'
  return given === undefined
    ? throwRefusal('second_factor_needed', { field })
    : checkTwoFactorCode(services, account_id, 'on', given, field, at)
}

/** Tells the owner of an account, wherever they read their mail; it cannot be switched off. */
async function notifyAccountOwner(
  trx: Trx,
  workspace_id: string,
  account_id: string,
  params: { news: TwoFactorMailEvent; left?: number },
  at: Date,
): Promise<void> {
  const owner = await findAccountRecipient(trx, workspace_id, account_id)
  if (owner)
    await enqueueMails(trx, workspace_id, [{ ...owner, kind: 'second_factor', params }], at)
}

/**
 * Takes a proof: of two at the same time one is refused with second_factor_invalid. Answers how
 * many recovery codes are left if it was one.
 */
export async function consumeProof(trx: Trx, proof: TwoFactorProof): Promise<number | undefined> {
  const { account_id, field } = proof
  if ('step' in proof) {
    if (!(await consumeTotpStep(trx, account_id, proof.step)))
      throwRefusal('second_factor_invalid', { field })
    return undefined
  }
  return (
    (await consumeRecoveryCode(trx, account_id, proof.recovery)) ??
    throwRefusal('second_factor_invalid', { field })
  )
}
/** Takes the proof of a sign-in; that a recovery code was used is told. */
export async function consumeProofAtSignIn(
  trx: Trx,
  workspace_id: string | undefined,
  proof: TwoFactorProof,
  at: Date,
): Promise<void> {
  const left = await consumeProof(trx, proof)
  if (left !== undefined && workspace_id !== undefined)
    await notifyAccountOwner(
      trx,
      workspace_id,
      proof.account_id,
      { news: 'recovery_used', left },
      at,
    )
}
/** Takes the proof of presence; that a recovery code was used is told. */
export async function consumeProofForPresence(
  trx: Trx,
  workspace_id: string,
  proof: TwoFactorProof,
  at: Date,
): Promise<void> {
  const left = await consumeProof(trx, proof)
  if (left !== undefined)
    await notifyAccountOwner(
      trx,
      workspace_id,
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
  { account_id }: Actor,
): Promise<OutputOf<'second_factor.get'>> {
  const factor = await findTwoFactor(db.global, account_id)
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
  { account_id }: Actor,
  at: Date,
): Promise<OutputOf<'second_factor.start'>> {
  const { email } = await db.global
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const secret = generateTotpSecret()
  if (
    !(await insertTwoFactorSetup(
      db.global,
      account_id,
      encrypt(config.secret, encryptionPurpose, account_id, secret),
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
  account_id: string,
  at: Date,
): Promise<{ recovery_codes: string[] }> {
  const sealed = await lockTwoFactorSecret(trx, account_id)
  if (!sealed) throwRefusal('conflict')
  const secret = decrypt(config.secrets, encryptionPurpose, account_id, sealed)
  const recovery_codes = generateRecoveryCodes()
  await replaceRecoveryCodes(
    trx,
    account_id,
    recovery_codes.map((code) => hashRecoveryCode(secret, account_id, code)),
    at,
  )
  return { recovery_codes }
}

/** Switches it on by the app's first code. No session ends. */
export async function confirmTwoFactor(
  services: Services,
  actor: Actor,
  code: string,
  at: Date,
): Promise<OutputOf<'second_factor.confirm'>> {
  const { workspace_id, account_id } = actor
  const proof = await checkTwoFactorCode(
    services,
    account_id,
    { begun_after: new Date(at.getTime() - limits.second_factor_setup_minutes * minuteMs) },
    code,
    'code',
    at,
  )
  if (!('step' in proof)) throwRefusal('second_factor_invalid', { field: 'code' })
  return services.db.tenant(workspace_id, async (trx) => {
    if (!(await markTwoFactorConfirmed(trx, account_id, proof.step, at))) throwRefusal('conflict')
    await audit(trx, actor, 'second_factor.on', {}, at)
    await notifyAccountOwner(trx, workspace_id, account_id, { news: 'added' }, at)
    await clearOtherPresenceProofs(trx, account_id, actor.session_id)
    return issueRecoveryCodes(services, trx, account_id, at)
  })
}

/** Ten new recovery codes; the old ones end. Throws conflict when there is no second factor. */
export async function renewRecoveryCodes(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'second_factor.codes'>> {
  const { workspace_id, account_id } = actor
  return services.db.tenant(workspace_id, async (trx) => {
    const renewed = await issueRecoveryCodes(services, trx, account_id, at)
    await audit(trx, actor, 'second_factor.codes', {}, at)
    await notifyAccountOwner(trx, workspace_id, account_id, { news: 'renewed' }, at)
    return renewed
  })
}

/** Switches it off. No session ends. Throws conflict when there is no second factor. */
export async function disableTwoFactor(services: Services, actor: Actor, at: Date): Promise<void> {
  const { workspace_id, account_id } = actor
  await services.db.tenant(workspace_id, async (trx) => {
    if (!(await deleteTwoFactor(trx, account_id))) throwRefusal('conflict')
    await audit(trx, actor, 'second_factor.off', {}, at)
    await notifyAccountOwner(trx, workspace_id, account_id, { news: 'removed' }, at)
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
  const account_id = await findTwoFactorAccountId(db.global, {
    email: normalizeAddress(email) ?? '',
  })
  if (account_id === undefined) return false
  const [home, ...others] = await listAccountWorkspaceIds(db, account_id)
  const note = async (trx: Trx, workspace_id: string) => {
    const owner = await findAccountRecipient(trx, workspace_id, account_id)
    await audit(
      trx,
      { workspace_id, user_id: null, kind: 'session' },
      'second_factor.off_by_operator',
      owner ? { user_id: owner.user_id } : {},
      at,
    )
  }
  const off =
    home === undefined
      ? await db.account(account_id, (trx) => deleteTwoFactor(trx, account_id))
      : await db.tenant(home, async (trx) => {
          if (!(await deleteTwoFactor(trx, account_id))) return false
          await note(trx, home)
          await notifyAccountOwner(trx, home, account_id, { news: 'removed_by_operator' }, at)
          return true
        })
  if (off)
    for (const workspace_id of others)
      await db.tenant(workspace_id, (trx) => note(trx, workspace_id))
  return off
}
