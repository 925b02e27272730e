import { cancelGracePeriod } from '#server/modules/leavers/grace-period.ts'
import { findOrCreateAccounts } from '#server/modules/accounts/queries.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import { findSignInRules } from '#server/modules/sso/rule-queries.ts'
import {
  createPendingUsers,
  type InviteContext,
  inviteAgain,
  loadInviteContext,
} from '#server/modules/users/create.ts'
import { insertUser, updateUserColumns } from '#server/modules/users/queries.ts'
import { forgetRemovedAddresses } from '#server/modules/users/removed-addresses.ts'
import { findBillingState } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ScimContext } from './context.ts'

type NewPerson = { email: string; first_name: string; last_name: string; is_active: boolean }

/** Throws billing_inactive for a team that cannot take more people. */
async function assertBillingActive({ services, trx, workspaceId, at }: ScimContext): Promise<void> {
  const team = await findBillingState(trx, workspaceId)
  if (!isBillingActive(team, services.config.billing, at)) throwRefusal('billing_inactive')
}

/** Returns the invitation in the name of the administrator who created the token. */
async function loadInvitation(context: ScimContext): Promise<InviteContext> {
  const { trx, workspaceId, token, settings, at } = context
  const invitation = await loadInviteContext(trx, workspaceId, token.created_by, at)
  // An administrator who was erased has no name.
  const inviter = invitation.inviter || invitation.team
  return { ...invitation, inviter, held: !settings.sends_invitations }
}

async function insertDirectly(
  { services, trx, workspaceId, token, at }: ScimContext,
  { is_active: isActive, ...person }: NewPerson,
): Promise<string> {
  const id = newId(at)
  const accounts = await findOrCreateAccounts(trx, [person.email], at)
  await forgetRemovedAddresses(trx, services.config, workspaceId, [person.email])
  await insertUser(trx, {
    workspace_id: workspaceId,
    id,
    account_id: accounts.get(person.email) ?? null,
    ...person,
    state: isActive ? 'accepted' : 'deactivated',
    invited_by: token.created_by,
    at,
  })
  if (isActive)
    await enqueueWebhookEvents(trx, { workspaceId, event: 'user.joined', subjectIds: [id], at })
  await linkArrivedManagers(trx, workspaceId, { managerIds: [id] }, at)
  return id
}

/** Creates a pending member; without an invitation when the team or its budget allows none. */
async function insertInvited(context: ScimContext, person: NewPerson): Promise<string> {
  const { services, trx } = context
  const { is_active: _, ...invited } = person
  const invitation = await loadInvitation(context)
  const created = await createPendingUsers(services, trx, [invited], invitation)
  const user =
    created.get(person.email) ??
    (await createPendingUsers(services, trx, [invited], { ...invitation, held: true })).get(
      person.email,
    )
  if (!user) throw new Error('user missing')
  return user.id
}

/**
 * Creates a member and returns the id. With single sign-on required they are accepted at once,
 * without a mail: they can be thanked before the first sign-in. Otherwise they are invited.
 */
export async function admitUser(context: ScimContext, person: NewPerson): Promise<string> {
  const { trx, workspaceId, actor, at } = context
  if (person.is_active) await assertBillingActive(context)
  const { sso_required: isSsoRequired } = await findSignInRules(trx, workspaceId)
  const isDirect = isSsoRequired || !person.is_active
  const id = await (isDirect ? insertDirectly(context, person) : insertInvited(context, person))
  await audit(trx, actor, 'user.create', { user_id: id }, at)
  return id
}

/** Invites a pending member again, unless they sign in through the company. */
export async function reinviteUser(
  context: ScimContext,
  person: { id: string; email: string },
): Promise<void> {
  const { services, trx, workspaceId, settings } = context
  if (!settings.sends_invitations) return
  if ((await findSignInRules(trx, workspaceId)).sso_required) return
  await inviteAgain(services, trx, [person], await loadInvitation(context))
}

/** Brings back a deactivated member, like a new one of the same address. */
export async function readmitUser(
  context: ScimContext,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { trx, workspaceId, token, actor, at } = context
  await assertBillingActive(context)
  const { sso_required: isSsoRequired } = await findSignInRules(trx, workspaceId)
  const state = isSsoRequired ? 'accepted' : 'pending'
  await updateUserColumns(trx, workspaceId, id, {
    state,
    accepted_at: isSsoRequired ? at : null,
    invited_at: isSsoRequired ? null : at,
    invited_by: token.created_by,
  })
  await cancelGracePeriod(trx, workspaceId, id)
  await linkArrivedManagers(trx, workspaceId, { managerIds: [id] }, at)
  if (isSsoRequired)
    await enqueueWebhookEvents(trx, { workspaceId, event: 'user.joined', subjectIds: [id], at })
  else await reinviteUser(context, { id, email })
  await audit(
    trx,
    actor,
    'user.reactivate',
    { user_id: id, state: { from: 'deactivated', to: state } },
    at,
  )
}
