import { sql } from 'kysely'
import { permissions } from '#contract/permissions.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Member } from '#contract/schemas/users.ts'
import { findOrCreateAccount } from '../accounts/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, endSessions } from '#server/platform/auth/sessions.ts'
import { assertDatesInRange } from './validate-dates.ts'
import { assertNotLastHolder, assertMayEdit } from './edit-policy.ts'
import { revokeInvites, inviteContextFor, sendInvite } from './invite.ts'
import { normalizePhoneNumber } from './phone-number.ts'
import type { UserRow } from './present.ts'
import {
  withTeamLock,
  requireMember,
  assertManagesTeam,
  loadMember,
  type UserContext,
} from './context.ts'

type UpdateUserInput = BodyOf<'users.update'>
type UserColumns = {
  first_name?: string
  last_name?: string
  job_title?: string
  phone?: string
  birth_date?: string | null
  hire_date?: string | null
  points_limit?: number | null
  points_limit_per_post?: number | null
}

/**
 * The columns that the input changes; what is wrong is told all at once. Who has joined has a name:
 * it can be changed, not taken away. What stays as it was is not judged anew.
 */
function changedColumns(
  input: UpdateUserInput,
  member: UserRow,
  at: Date,
  timezone: string,
): UserColumns {
  const { limits: own, state: _state, email: _email, ...fields } = input
  const wish: UserColumns = { ...fields }
  if (own?.limit !== undefined) wish.points_limit = own.limit
  if (own?.limit_per_post !== undefined) wish.points_limit_per_post = own.limit_per_post
  const changed: UserColumns = Object.fromEntries(
    Object.entries(wish).filter(
      ([column, value]) => value !== undefined && value !== member[column as keyof UserColumns],
    ),
  )
  throwCollectedRefusals(
    ...(['first_name', 'last_name'] as const).map((field) => () => {
      if (changed[field] === '' && member.state !== 'pending')
        throwRefusal(`${field}_required`, { field })
    }),
    () => {
      if (changed.phone !== undefined) changed.phone = normalizePhoneNumber(changed.phone)
    },
    () => assertDatesInRange(changed, at, timezone),
  )
  return changed
}

async function updateFields(
  { trx, actor, at }: UserContext,
  member: UserRow,
  columns: UserColumns,
): Promise<void> {
  const names = Object.keys(columns) as (keyof UserColumns)[]
  if (!names.length) return
  await trx
    .updateTable('users')
    .set(columns)
    .where('workspace_id', '=', actor.workspace_id)
    .where('id', '=', member.id)
    .execute()
  // The log cannot be erased with the person, so it names the personal fields and tells the values
  // of the limits alone.
  const values = names.filter((name) => name === 'points_limit' || name === 'points_limit_per_post')
  const changes = values.map((name) => [name, { from: member[name], to: columns[name] ?? null }])
  await audit(
    trx,
    actor,
    'user.update',
    { user_id: member.id, fields: names.join(', '), ...Object.fromEntries(changes) },
    at,
  )
}

/**
 * Changes the address of a pending member; what was sent to the old one is void. Throws `forbidden`
 * for anybody who ever accepted: the address is theirs.
 */
async function changePendingEmail(
  work: UserContext,
  member: UserRow,
  email: string,
): Promise<void> {
  const {
    trx,
    actor: { workspace_id: workspaceId, user_id: invitedBy },
    at,
  } = work
  if (member.state !== 'pending' || member.first_accepted_at !== null || member.demo)
    throwRefusal('forbidden', { field: 'email' })
  const taken = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (taken) throwRefusal('email_taken', { field: 'email' })
  const old = await trx
    .selectFrom('users')
    .select('account_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const accountId = await findOrCreateAccount(trx, email, at)
  try {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ email, account_id: accountId, invited_at: at, invited_by: invitedBy })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', member.id)
      .where('state', '=', 'pending')
      .where('first_accepted_at', 'is', null)
      .executeTakeFirst()
    // They have accepted at this very moment.
    if (numUpdatedRows === 0n) throwRefusal('forbidden', { field: 'email' })
  } catch (error) {
    // Somebody of this team has just moved to the same address by their own door.
    if ((error as { code?: string }).code === '23505')
      throwRefusal('email_taken', { field: 'email' })
    throw error
  }
  if (old.account_id)
    await sql`select accounts_prune(array[${old.account_id}]::uuid[])`.execute(trx)
  await audit(trx, work.actor, 'user.update', { user_id: member.id, fields: 'email' }, at)
}

/**
 * Ends a membership that can come back: permissions, sessions, access tokens, the calendar's
 * address and invites end at once. For a pending member it is "cancel invite".
 */
async function deactivateMember(work: UserContext, member: UserRow): Promise<void> {
  const { trx, actor, at } = work
  const { workspace_id: workspaceId } = actor
  if (member.state === 'deactivated') return
  if (member.id === actor.user_id) throwRefusal('forbidden')
  await assertNotLastHolder(trx, actor, member, permissions, 'without fields')
  await trx
    .updateTable('permissions')
    .set(Object.fromEntries(permissions.map((name) => [name, false])))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', member.id)
    .execute()
  await trx
    .updateTable('users')
    .set({ state: 'deactivated', calendar_salt: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', member.id)
    .execute()
  await endSessions(trx, at, { workspace_id: workspaceId, user_id: member.id })
  await revokeInvites(work, member.id)
  const lost = permissions.filter((name) => member[name])
  await audit(
    trx,
    actor,
    'user.deactivate',
    {
      user_id: member.id,
      state: { from: member.state, to: 'deactivated' },
      ...(lost.length ? { permissions: lost } : {}),
    },
    at,
  )
}

/**
 * Invites somebody deactivated anew; the caller sends the mail. A demo person has nobody to invite
 * (conflict).
 */
async function reactivateMember({ trx, actor, at }: UserContext, member: UserRow): Promise<void> {
  if (member.state !== 'deactivated' || member.demo) throwRefusal('conflict')
  await trx
    .updateTable('users')
    .set({ state: 'pending', accepted_at: null, invited_at: at, invited_by: actor.user_id })
    .where('workspace_id', '=', actor.workspace_id)
    .where('id', '=', member.id)
    .execute()
  await audit(
    trx,
    actor,
    'user.reactivate',
    { user_id: member.id, state: { from: member.state, to: 'pending' } },
    at,
  )
}

/** Changes, deactivates or reactivates a member: any part of it, all of it or none. */
export async function updateUser(
  services: Services,
  actor: Actor,
  id: string,
  input: UpdateUserInput,
  at: Date,
): Promise<Member> {
  const changed = await withTeamLock(services, actor, at, async (work) => {
    assertManagesTeam(work)
    const member = await requireMember(work, id)
    assertMayEdit(work.actorPermissions, member)
    const readdressed =
      input.email !== undefined && input.email !== member.email ? input.email : undefined
    await updateFields(work, member, changedColumns(input, member, at, actor.timezone))
    // Both are decided by the state before this call.
    if (readdressed !== undefined) await changePendingEmail(work, member, readdressed)
    if (input.state === 'pending') await reactivateMember(work, member)
    if (input.state === 'deactivated') await deactivateMember(work, member)
    if (input.state === 'pending' || readdressed !== undefined) {
      await sendInvite(work, await inviteContextFor(work), {
        user_id: id,
        email: readdressed ?? member.email,
      })
    }
    return loadMember(work, id)
  })
  // Their page follows; who was shut out is led to the door.
  services.events.publish(actor.workspace_id, ['config'], [id])
  return changed
}
