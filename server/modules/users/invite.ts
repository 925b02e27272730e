import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { invitedUser, type Member } from '#contract/schemas/users.ts'
import { createInvite } from '../invites/create-invites.ts'
import { lockInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { enqueueMails } from '../outbox/enqueue-mails.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import {
  createPendingUsers,
  loadInviteContext,
  type InviteContext,
  findMembersByEmail,
  type NewUser,
} from './create.ts'
import { assertMayEdit } from './edit-policy.ts'
import {
  withTeamLock,
  requireMember,
  assertManagesTeam,
  loadMember,
  loadMembersByEmail,
  type UserContext,
} from './context.ts'

type InviteOutcome = OutputOf<'users.create'>[number]

const resendDelayS = 60

/** What every invitation of this call says. */
export const inviteContextFor = ({
  trx,
  actor: { workspace_id: workspaceId, user_id: userId },
  at,
}: UserContext): Promise<InviteContext> => loadInviteContext(trx, workspaceId, userId, at)

/** Ends the invites of a member, also those whose mail has not left yet. */
export async function revokeInvites(
  { trx, actor: { workspace_id: workspaceId }, at }: UserContext,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  await trx
    .deleteFrom('outbox')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'invite')
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Sends a pending member a new link; earlier ones stop working. Throws `invites_spent` past the
 * budget of the day.
 */
export async function sendInvite(
  work: UserContext,
  invitation: InviteContext,
  to: { user_id: string; email: string },
): Promise<void> {
  const {
    services,
    trx,
    actor: { workspace_id: workspaceId },
    at,
  } = work
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  budget.claimToday(to.email)
  await budget.save(trx)
  await revokeInvites(work, to.user_id)
  const token = await createInvite(trx, workspaceId, to.user_id, at)
  const link = `${services.config.publicUrl}/login/accept#token=${token}`
  const { team, inviter, language } = invitation
  await enqueueMails(
    trx,
    workspaceId,
    [
      {
        to: to.email,
        language,
        user_id: to.user_id,
        kind: 'invite',
        params: { team, inviter, link },
      },
    ],
    at,
  )
}

/** A row of the call as somebody to invite, or the code of what is wrong with it. */
function parseInviteRow(
  row: unknown,
): { email: string; person: NewUser } | { email: string; code: ErrorCode } {
  try {
    const person = parseInput(invitedUser, row)
    return { email: person.email, person }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      email: String((row as { email?: unknown }).email).slice(0, limits.email_chars_max),
      code: error.list[0]?.code ?? 'unknown',
    }
  }
}

/**
 * Invites people, each with an outcome of its own: one bad address does not spoil the others. As
 * many statements for many as for one.
 */
export async function inviteUsers(
  services: Services,
  actor: Actor,
  rows: unknown[],
  at: Date,
): Promise<InviteOutcome[]> {
  return withTeamLock(services, actor, at, async (work) => {
    assertManagesTeam(work)
    const { trx } = work
    const read = rows.map(parseInviteRow)
    const known = await findMembersByEmail(
      trx,
      actor.workspace_id,
      read.flatMap((one) => ('person' in one ? [one.email] : [])),
    )
    // An address that stands twice is invited by its first row, and a member by the second.
    const fresh = new Map<string, NewUser>()
    for (const one of read)
      if ('person' in one && !known.has(one.email) && !fresh.has(one.email))
        fresh.set(one.email, one.person)
    const added = await createPendingUsers(
      services,
      trx,
      [...fresh.values()],
      await inviteContextFor(work),
    )
    const userIds = [...added.values()].map((one) => one.id)
    if (userIds.length)
      await audit(trx, actor, 'user.create', { user_ids: userIds, count: userIds.length }, at)
    const members = await loadMembersByEmail(work, [
      ...[...known.values()].map((member) => member.id),
      ...userIds,
    ])
    return read.map((one): InviteOutcome => {
      const { email } = one
      if ('code' in one)
        return { email, outcome: 'refused', code: one.code, sends_at: null, user: null }
      const user = members.get(email) ?? null
      if (user === null)
        return { email, outcome: 'refused', code: 'invites_full', sends_at: null, user }
      if (fresh.get(email) !== one.person)
        return { email, outcome: 'already_member', code: 'email_taken', sends_at: null, user }
      const sendsAt = added.get(email)?.sends_at ?? at
      return {
        email,
        outcome: 'invited',
        code: null,
        sends_at: sendsAt > at ? sendsAt.toISOString() : null,
        user,
      }
    })
  })
}

/**
 * Sends the invite again, at most once a minute for each person (too_many). Only who is still
 * pending has one (conflict).
 */
export async function resendInvite(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<Member> {
  return withTeamLock(services, actor, at, async (work) => {
    assertManagesTeam(work)
    const member = await requireMember(work, id)
    assertMayEdit(work.actorPermissions, member)
    if (member.state !== 'pending' || member.demo) throwRefusal('conflict')
    const waitS = member.invited_at
      ? resendDelayS - (at.getTime() - member.invited_at.getTime()) / 1000
      : 0
    if (waitS > 0) throwRefusal('too_many', { retry_after_s: waitS })
    await work.trx
      .updateTable('users')
      .set({ invited_at: at, invited_by: actor.user_id })
      .where('workspace_id', '=', actor.workspace_id)
      .where('id', '=', id)
      .execute()
    await sendInvite(work, await inviteContextFor(work), { user_id: id, email: member.email })
    await audit(work.trx, actor, 'user.invite', { user_id: id }, at)
    return loadMember(work, id)
  })
}
