import type { Language } from '#contract/schemas/common.ts'
import { findOrCreateAccounts } from '#server/modules/accounts/queries.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { createInvites } from '#server/modules/invites/create-invites.ts'
import { lockInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findWorkspaceBrand, lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { insertPendingUsers, type NewUser } from './invite-queries.ts'
import { findUserName } from './queries.ts'
import { forgetRemovedAddresses } from './removed-addresses.ts'

/** The inviter, the team and the language of an invitation. */
export type InviteContext = {
  workspace_id: string
  invited_by: string
  at: Date
  team: string
  inviter: string
  language: Language
  import_id?: string
  /** A personal message in the invitation. */
  message?: string
  /** Adds people without an invitation; someone sends it later. */
  held?: boolean
  /** The caller places the people, links managers and applies the rules. */
  places_later?: boolean
}

/**
 * Loads the texts that all invitations of a call share. Locks the settings, so each address is
 * invited only once.
 */
export async function loadInviteContext(
  trx: Trx,
  workspaceId: string,
  invitedBy: string,
  at: Date,
): Promise<InviteContext> {
  const { language } = await lockSettings(trx, workspaceId)
  const { name: team } = await findWorkspaceBrand(trx, workspaceId)
  const inviter = await findUserName(trx, workspaceId, invitedBy)
  return {
    workspace_id: workspaceId,
    invited_by: invitedBy,
    at,
    team,
    inviter,
    language,
  }
}

/** An added member and the time when its invitation is sent. */
export type CreatedUser = { id: string; sends_at: Date }

type PlannedUser = NewUser & { id: string; sends_at: Date }

async function insertPlannedUsers(
  { config }: Services,
  trx: Trx,
  planned: PlannedUser[],
  { workspace_id: workspaceId, invited_by: invitedBy, at, held }: InviteContext,
): Promise<void> {
  const emails = planned.map((person) => person.email)
  const accounts = await findOrCreateAccounts(trx, emails, at)
  await forgetRemovedAddresses(trx, config, workspaceId, emails)
  await insertPendingUsers(
    trx,
    { workspaceId, invitedBy, at, invitedAt: held ? null : at },
    planned.map((person) => ({ ...person, account_id: accounts.get(person.email) ?? null })),
  )
}

/** Creates invites with their mails for pending members, for distinct people. */
export async function sendInvitations(
  services: Services,
  trx: Trx,
  people: { id: string; email: string; sends_at: Date }[],
  invitation: InviteContext,
): Promise<void> {
  if (!people.length) return
  const { workspace_id: workspaceId, at, team, inviter, language, import_id: importId } = invitation
  const tokens = await createInvites(
    trx,
    workspaceId,
    people.map((person) => person.id),
    at,
    people.map((person) => person.sends_at),
  )
  await enqueueMails(
    trx,
    workspaceId,
    people.map((person, index) => ({
      to: person.email,
      language,
      user_id: person.id,
      sends_at: person.sends_at,
      ...(importId ? { import_id: importId } : {}),
      kind: 'invite',
      params: {
        team,
        inviter,
        link: `${services.config.publicUrl}/login/accept#token=${tokens[index] ?? ''}`,
        ...(invitation.message ? { message: invitation.message } : {}),
      },
    })),
    at,
  )
}

/**
 * Sends pending members another invitation, each on the first day with budget left, if there is one.
 */
export async function inviteAgain(
  services: Services,
  trx: Trx,
  people: readonly { id: string; email: string }[],
  invitation: InviteContext,
): Promise<void> {
  const { workspace_id: workspaceId, at } = invitation
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  const planned = people.flatMap((person) => {
    const sendsAt = budget.claimDay(person.email, 'people')
    return sendsAt ? [{ ...person, sends_at: sendsAt }] : []
  })
  if (!planned.length) return
  await budget.save(trx)
  await sendInvitations(services, trx, planned, invitation)
}

/**
 * Links the people who wait for new members, and applies the rules to them. An import or a
 * sync places its people later, and links all their managers at its end.
 */
async function applyArrival(
  trx: Trx,
  planned: PlannedUser[],
  { workspace_id: workspaceId, at, import_id: importId, places_later: placesLater }: InviteContext,
): Promise<void> {
  if (importId || placesLater) return
  const userIds = planned.map(({ id }) => id)
  await linkArrivedManagers(trx, workspaceId, { managerIds: userIds }, at)
  await refreshPeopleRules(trx, workspaceId, userIds, at)
}

/**
 * Creates members in state pending for distinct new addresses, with accounts, invites and mails.
 * The number of statements does not depend on the number of people. Invitations beyond the daily
 * budget are sent on later days. People are not added if no day has budget left. Returns the added
 * members by address.
 */
export async function createPendingUsers(
  services: Services,
  trx: Trx,
  people: NewUser[],
  invitation: InviteContext,
): Promise<Map<string, CreatedUser>> {
  if (!people.length) return new Map()
  const { workspace_id: workspaceId, at, import_id: importId, held } = invitation
  if (held) {
    const waiting = people.map((person) => ({ ...person, id: newId(at), sends_at: at }))
    await insertPlannedUsers(services, trx, waiting, invitation)
    await applyArrival(trx, waiting, invitation)
    return new Map(waiting.map(({ email, id }) => [email, { id, sends_at: at }]))
  }
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  const planned = people.flatMap((person) => {
    const sendsAt = budget.claimDay(
      person.email,
      importId || invitation.places_later ? 'import' : 'people',
    )
    return sendsAt ? [{ ...person, id: newId(at), sends_at: sendsAt }] : []
  })
  if (!planned.length) return new Map()
  await budget.save(trx)
  await insertPlannedUsers(services, trx, planned, invitation)
  await sendInvitations(services, trx, planned, invitation)
  await applyArrival(trx, planned, invitation)
  return new Map(
    planned.map(({ email, id, sends_at: sendsAt }) => [email, { id, sends_at: sendsAt }]),
  )
}
