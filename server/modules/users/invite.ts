import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { invitedUser, type Member } from '#contract/schemas/users.ts'
import { createInvite } from '#server/modules/invites/create-invites.ts'
import { revokeOpenInvites } from '#server/modules/invites/queries.ts'
import { lockInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { withStoredBirthDate } from './birth-date.ts'
import { createPendingUsers, loadInviteContext, type InviteContext } from './create.ts'
import { assertMayEdit } from './edit-policy.ts'
import { deleteWaitingInviteMails, findMembersByEmail, type NewUser } from './invite-queries.ts'
import { updateUserColumns } from './queries.ts'
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

/** Loads the texts that all invitations of this call share. */
export const inviteContextFor = ({
  trx,
  actor: { workspace_id: workspaceId, user_id: userId },
  at,
}: UserContext): Promise<InviteContext> => loadInviteContext(trx, workspaceId, userId, at)

/** Revokes the invites of a member and deletes their unsent mails. Returns whether there were any. */
export async function revokeInvites(
  {
    trx,
    actor: { workspace_id: workspaceId },
    at,
  }: Pick<UserContext, 'trx' | 'at'> & { actor: Pick<Actor, 'workspace_id'> },
  userId: string,
): Promise<boolean> {
  const wasInvited = await revokeOpenInvites(trx, workspaceId, [userId], at)
  await deleteWaitingInviteMails(trx, workspaceId, userId)
  return wasInvited
}

/**
 * Sends a pending member a new link and revokes earlier ones. Throws `invites_spent` if the daily
 * budget is used up.
 */
export async function sendInvite(
  context: UserContext,
  invitation: InviteContext,
  to: { user_id: string; email: string },
): Promise<void> {
  const {
    services,
    trx,
    actor: { workspace_id: workspaceId },
    at,
  } = context
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  budget.claimToday(to.email)
  await budget.save(trx)
  await revokeInvites(context, to.user_id)
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

/** Parses a row of the request. Returns a person to invite, or the error code of an invalid row. */
function parseInviteRow(
  row: unknown,
): { email: string; person: NewUser } | { email: string; code: ErrorCode } {
  try {
    const person = withStoredBirthDate(parseInput(invitedUser, row))
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
 * Invites people and returns an outcome for each row, so an invalid row does not affect the others.
 * The number of statements does not depend on the number of people.
 */
export async function inviteUsers(
  services: Services,
  actor: Actor,
  rows: unknown[],
  at: Date,
): Promise<InviteOutcome[]> {
  return withTeamLock(services, actor, at, async (context) => {
    assertManagesTeam(context)
    const { trx } = context
    const parsedRows = rows.map(parseInviteRow)
    const existing = await findMembersByEmail(
      trx,
      actor.workspace_id,
      parsedRows.flatMap((row) => ('person' in row ? [row.email] : [])),
    )
    // The first row of a repeated address invites it, and later rows report a member.
    const newPeople = new Map<string, NewUser>()
    for (const row of parsedRows)
      if ('person' in row && !existing.has(row.email) && !newPeople.has(row.email))
        newPeople.set(row.email, row.person)
    const created = await createPendingUsers(
      services,
      trx,
      [...newPeople.values()],
      await inviteContextFor(context),
    )
    const userIds = [...created.values()].map((row) => row.id)
    if (userIds.length)
      await audit(trx, actor, 'user.create', { user_ids: userIds, count: userIds.length }, at)
    const members = await loadMembersByEmail(context, [
      ...[...existing.values()].map((member) => member.id),
      ...userIds,
    ])
    return parsedRows.map((row): InviteOutcome => {
      const { email } = row
      if ('code' in row)
        return { email, outcome: 'refused', code: row.code, sends_at: null, user: null }
      const user = members.get(email) ?? null
      if (user === null)
        return { email, outcome: 'refused', code: 'invites_full', sends_at: null, user }
      if (newPeople.get(email) !== row.person)
        return { email, outcome: 'already_member', code: 'email_taken', sends_at: null, user }
      const sendsAt = created.get(email)?.sends_at ?? at
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
 * Sends the invite again under the team lock, at most once a minute per member (too_many). Throws
 * conflict unless the member is pending.
 */
export async function renewInvite(context: UserContext, id: string): Promise<void> {
  const { trx, actor, at } = context
  assertManagesTeam(context)
  const member = await requireMember(context, id)
  assertMayEdit(context.actorPermissions, member)
  if (member.state !== 'pending' || member.demo) throwRefusal('conflict')
  const waitS = member.invited_at
    ? resendDelayS - (at.getTime() - member.invited_at.getTime()) / 1000
    : 0
  if (waitS > 0) throwRefusal('too_many', { retry_after_s: waitS })
  await updateUserColumns(trx, actor.workspace_id, id, {
    invited_at: at,
    invited_by: actor.user_id,
  })
  await sendInvite(context, await inviteContextFor(context), { user_id: id, email: member.email })
  await audit(trx, actor, 'user.invite', { user_id: id }, at)
}

/** Sends the invite of one member again. */
export const resendInvite = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<Member> =>
  withTeamLock(services, actor, at, async (context) => {
    await renewInvite(context, id)
    return loadMember(context, id)
  })
