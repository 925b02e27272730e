import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { findAccountEmail, findOrCreateAccount } from '#server/modules/accounts/queries.ts'
import {
  findOpenInvite,
  markInviteUsed,
  markOpenInvitesUsed,
  type OpenInviteRow,
} from '#server/modules/invites/queries.ts'
import { isConfined, requireUnconfined } from '#server/modules/presence/service.ts'
import { findTwoFactorAccountId } from '#server/modules/two-factor/queries.ts'
import {
  signInWithProof,
  verifyTwoFactorIfEnabled,
  verifyTwoFactor,
  consumeProofAtSignIn,
} from '#server/modules/two-factor/service.ts'
import {
  assertMayEnterWithoutSso,
  startMemberSession,
} from '#server/modules/sign-in-rules/enter-workspace.ts'
import { recordingRefusals } from '#server/modules/sign-in-rules/record-refusal.ts'
import { recordSignIn } from '#server/platform/audit/audit-log.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { type Account, type Actor, isActor, startSession } from '#server/platform/auth/sessions.ts'
import { refundAttempt } from './code-queries.ts'
import { verifyCode, consumeCode } from './one-time-codes.ts'
import { suggestTeamName } from './suggest-team-name.ts'
import {
  type WorkspaceChoiceRow,
  countAcceptedUsers,
  findEnterableMember,
  findNameAndEndedMemberships,
  listAccountAdministrators,
  listMemberships,
  isAcceptedMember,
  markMemberAccepted,
} from './queries.ts'
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
  const [email, { ended, ...name }] = await Promise.all([
    findAccountEmail(db.global, accountId),
    db.account(accountId, (trx) => findNameAndEndedMemberships(trx, accountId)),
  ])
  const teams = ended.slice(0, endedWorkspacesMax).map(async (team) => ({
    name: team.name,
    administrators: await db.tenant(team.id, (trx) =>
      listAccountAdministrators(trx, team.id, administratorsMax),
    ),
  }))
  return { email, team_name: suggestTeamName(email), ...name, ended: await Promise.all(teams) }
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
        method: 'code',
        second_factor: proof !== null,
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

/**
 * Accepts a pending member of this account and uses up its invites. Returns true as well when a
 * concurrent request has accepted the member. Returns false if an administrator has concurrently
 * changed the address or canceled the invite.
 */
export async function acceptMembership(
  trx: Trx,
  workspaceId: string,
  userId: string,
  accountId: string,
  at: Date,
): Promise<boolean> {
  if (await markMemberAccepted(trx, workspaceId, userId, accountId, at))
    await enqueueWebhookEvents(trx, { workspaceId, event: 'user.joined', subjectIds: [userId], at })
  else if (!(await isAcceptedMember(trx, workspaceId, userId, accountId))) return false
  await markOpenInvitesUsed(trx, workspaceId, userId, at)
  return true
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
  let userId: string | null = null
  return recordingRefusals(
    db,
    () =>
      userId === null ? null : { workspace_id: workspaceId, user_id: userId, method: null, at },
    () =>
      db.tenant(workspaceId, async (trx) => {
        const member = await findEnterableMember(trx, workspaceId, accountId)
        if (!member) throwRefusal('not_found')
        userId = member.id
        if (
          member.state === 'pending' &&
          !(await acceptMembership(trx, workspaceId, member.id, accountId, at))
        )
          throwRefusal('not_found')
        return startMemberSession(trx, at, sessionId, {
          account_id: accountId,
          workspace_id: workspaceId,
          user_id: member.id,
          client,
        })
      }),
  )
}

type PendingInvite = OpenInviteRow & { inviter: string }

async function requireOpenInvite(
  trx: Trx,
  workspaceId: string,
  token: string,
  at: Date,
): Promise<PendingInvite> {
  const row = await findOpenInvite(trx, workspaceId, hashToken(token), at)
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
  return db.tenant(workspaceId, (trx) => requireOpenInvite(trx, workspaceId, token, at))
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
  let userId: string | null = null
  const accept = () =>
    db.tenant(workspaceId, async (trx) => {
      const invite = await requireOpenInvite(trx, workspaceId, token, at)
      const isUsed = await markInviteUsed(trx, workspaceId, invite.invite_id, at)
      if (!isUsed || invite.account_id === null || invite.account_id !== accountId)
        throwRefusal('invite_invalid')
      if (!(await acceptMembership(trx, workspaceId, invite.user_id, invite.account_id, at)))
        throwRefusal('invite_invalid')
      if (proof) await consumeProofAtSignIn(trx, workspaceId, proof, at)
      userId = invite.user_id
      const breakGlass = await assertMayEnterWithoutSso(trx, {
        workspace_id: workspaceId,
        user_id: invite.user_id,
        second_factor: proof !== null,
        at,
      })
      await recordSignIn(trx, {
        workspace_id: workspaceId,
        user_id: invite.user_id,
        method: 'invite',
        at,
      })
      const accessToken = await startSession(trx, at, {
        account_id: invite.account_id,
        kind: 'session',
        workspace_id: workspaceId,
        user_id: invite.user_id,
        client,
        confined: true,
        method: 'invite',
        second_factor: proof !== null,
        break_glass: breakGlass,
      })
      return { access_token: accessToken, workspace_id: workspaceId }
    })
  return recordingRefusals(
    db,
    () =>
      userId === null ? null : { workspace_id: workspaceId, user_id: userId, method: 'invite', at },
    accept,
  )
}
