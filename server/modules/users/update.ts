import type { BodyOf } from '#contract/routes/index.ts'
import type { OrganizationInput } from '#contract/schemas/organization-record.ts'
import type { Member } from '#contract/schemas/users.ts'
import { findOrCreateAccount, pruneAccount } from '#server/modules/accounts/queries.ts'
import { cancelGracePeriod } from '#server/modules/leavers/grace-period.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor } from '#server/platform/auth/sessions.ts'
import { withStoredBirthDate } from './birth-date.ts'
import { assertDatesInRange } from './validate-dates.ts'
import { deactivateMember } from './deactivate.ts'
import { assertMayEdit } from './edit-policy.ts'
import { inviteContextFor, sendInvite } from './invite.ts'
import { assertNamesNotManaged } from './managed-names.ts'
import { updatePendingEmail } from './invite-queries.ts'
import { normalizePhoneNumber } from './phone-number.ts'
import { refreshGrants } from './refresh-grants.ts'
import { changeOrganization } from './organization.ts'
import { findAccountId, isEmailTaken, updateUserColumns, type UserRow } from './queries.ts'
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
 * Returns the columns that the input changes and throws all errors together. The name of an
 * accepted member can be changed but not removed. Unchanged values are not validated again.
 */
function changedColumns(
  input: UpdateUserInput,
  member: UserRow,
  at: Date,
  timezone: string,
): UserColumns {
  const { limits: ownLimits, state: _s, email: _e, organization: _o, ...fields } = input
  const requested: UserColumns = withStoredBirthDate(fields)
  if (ownLimits?.limit !== undefined) requested.points_limit = ownLimits.limit
  if (ownLimits?.limit_per_post !== undefined)
    requested.points_limit_per_post = ownLimits.limit_per_post
  const changed: UserColumns = Object.fromEntries(
    Object.entries(requested).filter(
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
  await updateUserColumns(trx, actor.workspace_id, member.id, columns)
  // The audit log outlives the person. It records names of personal fields, and values of limits
  // only.
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

/** Changes the member's place in the organization; the audit log names the fields. */
async function updateOrganization(
  { trx, actor, at }: UserContext,
  member: UserRow,
  input: OrganizationInput,
): Promise<void> {
  const fields = await changeOrganization(trx, actor.workspace_id, member.id, input, { at })
  if (fields.length)
    await audit(trx, actor, 'user.update', { user_id: member.id, fields: fields.join(', ') }, at)
}

/**
 * Changes the address of a pending member and invalidates earlier invites. Throws `forbidden` after
 * the first acceptance: only the owner may change the address then.
 */
async function changePendingEmail(
  context: UserContext,
  member: UserRow,
  email: string,
): Promise<void> {
  const {
    trx,
    actor: { workspace_id: workspaceId, user_id: invitedBy },
    at,
  } = context
  if (member.state !== 'pending' || member.first_accepted_at !== null || member.demo)
    throwRefusal('forbidden', { field: 'email' })
  if (await isEmailTaken(trx, workspaceId, email)) throwRefusal('email_taken', { field: 'email' })
  const oldAccountId = await findAccountId(trx, workspaceId, member.id)
  const accountId = await findOrCreateAccount(trx, email, at)
  try {
    const isChanged = await updatePendingEmail(trx, workspaceId, member.id, {
      email,
      account_id: accountId,
      invited_at: at,
      invited_by: invitedBy,
    })
    // The member has accepted concurrently.
    if (!isChanged) throwRefusal('forbidden', { field: 'email' })
  } catch (error) {
    // Another member of this team has concurrently changed to the same address.
    if ((error as { code?: string }).code === '23505')
      throwRefusal('email_taken', { field: 'email' })
    throw error
  }
  if (oldAccountId) await pruneAccount(trx, oldAccountId)
  await linkArrivedManagers(trx, workspaceId, { managerIds: [member.id] }, at)
  await audit(trx, context.actor, 'user.update', { user_id: member.id, fields: 'email' }, at)
}

/**
 * Sets a deactivated member to pending, with what the member's groups grant; the caller sends the
 * mail. Throws conflict for a demo user, which has no mailbox.
 */
async function reactivateMember({ trx, actor, at }: UserContext, member: UserRow): Promise<void> {
  if (member.state !== 'deactivated' || member.demo) throwRefusal('conflict')
  await updateUserColumns(trx, actor.workspace_id, member.id, {
    state: 'pending',
    accepted_at: null,
    invited_at: at,
    invited_by: actor.user_id,
  })
  await cancelGracePeriod(trx, actor.workspace_id, member.id)
  await linkArrivedManagers(trx, actor.workspace_id, { managerIds: [member.id] }, at)
  await audit(
    trx,
    actor,
    'user.reactivate',
    { user_id: member.id, state: { from: member.state, to: 'pending' } },
    at,
  )
  await refreshGrants({ trx, actor, at }, [member.id])
}

/** Updates, deactivates or reactivates a member under the team lock. */
export async function changeUser(
  context: UserContext,
  id: string,
  input: UpdateUserInput,
): Promise<void> {
  assertManagesTeam(context)
  const member = await requireMember(context, id)
  assertMayEdit(context.actorPermissions, member)
  const newEmail =
    input.email !== undefined && input.email !== member.email ? input.email : undefined
  const { at, actor } = context
  const columns = changedColumns(input, member, at, actor.timezone)
  await assertNamesNotManaged(context.trx, actor.workspace_id, id, columns)
  await updateFields(context, member, columns)
  if (input.organization) await updateOrganization(context, member, input.organization)
  // The state before this call decides both.
  if (newEmail !== undefined) await changePendingEmail(context, member, newEmail)
  if (input.state === 'pending') await reactivateMember(context, member)
  if (input.state === 'deactivated') {
    if (id === actor.user_id && member.state !== 'deactivated') throwRefusal('forbidden')
    await deactivateMember(context, member)
  }
  if (input.state === 'pending' || (newEmail !== undefined && input.state !== 'deactivated')) {
    await sendInvite(context, await inviteContextFor(context), {
      user_id: id,
      email: newEmail ?? member.email,
    })
  }
  await refreshPeopleRules(context.trx, actor.workspace_id, [id], at)
}

/** Updates one member, and refreshes the member's open pages. */
export async function updateUser(
  services: Services,
  actor: Actor,
  id: string,
  input: UpdateUserInput,
  at: Date,
): Promise<Member> {
  const changed = await withTeamLock(services, actor, at, async (context) => {
    await changeUser(context, id, input)
    return loadMember(context, id)
  })
  // Refreshes the member's open pages; a deactivated member is redirected to the sign-in page.
  services.events.publish(actor.workspace_id, ['config'], [id])
  return changed
}
