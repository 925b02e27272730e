import type { Language } from '#contract/schemas/common.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { isConfined, requireUnconfined } from '#server/modules/presence/service.ts'
import { findTwoFactorAccountId } from '#server/modules/two-factor/queries.ts'
import {
  signInWithProof,
  verifyTwoFactorIfEnabled,
  verifyTwoFactor,
  consumeProofAtSignIn,
} from '#server/modules/two-factor/service.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type Account,
  type Actor,
  isActor,
  startSession,
  startSessionFrom,
} from '#server/platform/auth/sessions.ts'
import { refundAttempt } from './code-queries.ts'
import { verifyCode, consumeCode } from './one-time-codes.ts'
import {
  acceptMembership,
  type WorkspaceChoiceRow,
  countAcceptedUsers,
  findNameAndEndedMemberships,
  listAccountAdministrators,
  listMemberships,
} from './queries.ts'
import { findOrCreateAccount } from '#server/modules/accounts/queries.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'

/** Returns the teams that an account may enter, each with its number of accepted members. */
export async function listWorkspaceChoices(
  db: Database,
  accountId: string,
): Promise<WorkspaceChoiceRow[]> {
  const rows = await db.account(accountId, (trx) => listMemberships(trx, accountId))
  // Row level security requires one transaction per workspace. An account has few teams.
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      users_count: await db.tenant(row.id, (trx) => countAcceptedUsers(trx, row.id)),
    })),
  )
}

const [endedWorkspacesMax, administratorsMax] = [5, 3]

/**
 * Returns the account behind a token. The token proves the address, so the state of memberships may
 * be shown.
 */
export async function loadAccount(
  db: Database,
  accountId: string,
): Promise<OutputOf<'auth.account'>> {
  const [{ email }, { ended, ...name }] = await Promise.all([
    db.global
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
    db.account(accountId, (trx) => findNameAndEndedMemberships(trx, accountId)),
  ])
  const teams = ended.slice(0, endedWorkspacesMax).map(async (team) => ({
    name: team.name,
    administrators: await db.tenant(team.id, (trx) =>
      listAccountAdministrators(trx, team.id, administratorsMax),
    ),
  }))
  return { email, ...name, ended: await Promise.all(teams) }
}

/**
 * Exchanges a mailed code for a temporary token. Only a correct code reveals that the account has a
 * second factor. That code stays valid, and costs no attempt, until the second factor is correct.
 * Both are used up in one transaction.
 */
export async function signInWithCode(
  services: Services,
  body: BodyOf<'auth.verify_code'>,
  at: Date,
  client: string,
): Promise<{ access_token: string; account_id: string }> {
  const { db } = services
  const codeId = await verifyCode(services, { ...body, purpose: 'sign_in', at })
  const twoFactorAccountId = await findTwoFactorAccountId(db.global, { email: body.email })
  if (twoFactorAccountId !== undefined) await refundAttempt(db.global, codeId)
  const proof =
    twoFactorAccountId === undefined
      ? null
      : await verifyTwoFactor(services, twoFactorAccountId, body.second_factor, at)
  return signInWithProof(services, proof, at, async (sessionDb) => {
    await consumeCode(sessionDb, codeId, at)
    const accountId = twoFactorAccountId ?? (await findOrCreateAccount(sessionDb, body.email, at))
    return {
      account_id: accountId,
      access_token: await startSession(sessionDb, at, {
        account_id: accountId,
        kind: 'temporary',
        client,
        proven_at: at,
      }),
    }
  })
}

/**
 * Returns the teams that a session may enter. A session started by an invite link may enter only
 * its own team until a code is verified.
 */
export async function listEnterableWorkspaces(
  services: Services,
  actor: Account | Actor,
): Promise<WorkspaceChoiceRow[]> {
  const rows = await listWorkspaceChoices(services.db, actor.account_id)
  return isActor(actor) && (await isConfined(services, actor))
    ? rows.filter((row) => row.id === actor.workspace_id)
    : rows
}

/** Starts a session in a team and accepts a pending member. Throws not_found for every reason. */
export async function startWorkspaceSession(
  services: Services,
  actor: Account | Actor,
  workspaceId: string,
  at: Date,
  client: string,
): Promise<string> {
  const { db } = services
  const { account_id: accountId, session_id: sessionId } = actor
  if (isActor(actor) && actor.workspace_id !== workspaceId) await requireUnconfined(services, actor)
  return db.tenant(workspaceId, async (trx) => {
    const member = await trx
      .selectFrom('users')
      .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
      .where('users.workspace_id', '=', workspaceId)
      .where('users.account_id', '=', accountId)
      .where('users.state', 'in', ['pending', 'accepted'])
      .where('workspaces.deleted_at', 'is', null)
      .select(['users.id', 'users.state'])
      .executeTakeFirst()
    if (!member) throwRefusal('not_found')
    if (
      member.state === 'pending' &&
      !(await acceptMembership(trx, workspaceId, member.id, accountId, at))
    )
      throwRefusal('not_found')
    return startSessionFrom(trx, at, sessionId, {
      account_id: accountId,
      kind: 'session',
      workspace_id: workspaceId,
      user_id: member.id,
      client,
    })
  })
}

type PendingInvite = {
  invite_id: string
  user_id: string
  account_id: string | null
  email: string
  first_name: string
  last_name: string
  workspace_id: string
  workspace_name: string
  logo_key: string | null
  inviter: string
  language: Language
}

async function findInvite(
  trx: Trx,
  workspaceId: string,
  token: string,
  at: Date,
): Promise<PendingInvite> {
  const row = await trx
    .selectFrom('invites')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'invites.workspace_id')
        .onRef('users.id', '=', 'invites.user_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'invites.workspace_id')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'workspaces.id')
        .onRef('files.id', '=', 'workspaces.logo_file_id'),
    )
    .leftJoin('users as inviter', (join) =>
      join
        .onRef('inviter.workspace_id', '=', 'users.workspace_id')
        .onRef('inviter.id', '=', 'users.invited_by'),
    )
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .where('invites.workspace_id', '=', workspaceId)
    .where('invites.token_hash', '=', hashToken(token))
    .where('invites.used_at', 'is', null)
    .where('invites.revoked_at', 'is', null)
    .where('invites.expires_at', '>', at)
    .where('users.state', '=', 'pending')
    .where('workspaces.deleted_at', 'is', null)
    .select((eb) => [
      'invites.id as invite_id',
      'users.id as user_id',
      'users.account_id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'workspaces.id as workspace_id',
      'workspaces.name as workspace_name',
      'files.storage_key as logo_key',
      'settings.language',
      eb.fn.coalesce('inviter.first_name', eb.val('')).as('inviter_first'),
      eb.fn.coalesce('inviter.last_name', eb.val('')).as('inviter_last'),
    ])
    .executeTakeFirst()
  if (!row) throwRefusal('invite_invalid')
  return { ...row, inviter: `${row.inviter_first} ${row.inviter_last}`.trim() }
}

/**
 * Returns the pending invite of a link. Throws invite_invalid if it is malformed, unknown, used,
 * replaced or expired.
 */
export async function findPendingInvite(
  db: Database,
  token: string,
  at: Date,
): Promise<PendingInvite> {
  const workspaceId = parseWorkspaceToken(token, 'invite_invalid')
  return db.tenant(workspaceId, (trx) => findInvite(trx, workspaceId, token, at))
}

/**
 * Accepts an invite and returns a session token. A concurrent second use throws invite_invalid. An
 * account with a second factor must provide it here too.
 */
export async function acceptInvite(
  services: Services,
  { token, second_factor: secondFactor }: BodyOf<'auth.accept_invite'>,
  at: Date,
  client: string,
): Promise<{ access_token: string; workspace_id: string }> {
  const { db } = services
  const { workspace_id: workspaceId, account_id: accountId } = await findPendingInvite(
    db,
    token,
    at,
  )
  const proof =
    accountId === null
      ? null
      : await verifyTwoFactorIfEnabled(services, accountId, secondFactor, at)
  return db.tenant(workspaceId, async (trx) => {
    const invite = await findInvite(trx, workspaceId, token, at)
    const used = await trx
      .updateTable('invites')
      .set({ used_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', invite.invite_id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n || invite.account_id === null || invite.account_id !== accountId)
      throwRefusal('invite_invalid')
    if (!(await acceptMembership(trx, workspaceId, invite.user_id, invite.account_id, at)))
      throwRefusal('invite_invalid')
    if (proof) await consumeProofAtSignIn(trx, workspaceId, proof, at)
    const accessToken = await startSession(trx, at, {
      account_id: invite.account_id,
      kind: 'session',
      workspace_id: workspaceId,
      user_id: invite.user_id,
      client,
      confined: true,
    })
    return { access_token: accessToken, workspace_id: workspaceId }
  })
}
