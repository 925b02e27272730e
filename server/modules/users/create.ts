import { sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Permissions } from '#contract/permissions.ts'
import { findOrCreateAccounts } from '#server/modules/accounts/queries.ts'
import { createInvites } from '#server/modules/invites/create-invites.ts'
import { lockInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findWorkspaceBrand, lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

/** A person to invite. `email` is normalized by the contract; the other fields are optional. */
export type NewUser = {
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
  job_title?: string | undefined
  birth_date?: string | null | undefined
  hire_date?: string | null | undefined
}

/** The inviter, the team and the language of an invitation. */
export type InviteContext = {
  workspace_id: string
  invited_by: string
  at: Date
  team: string
  inviter: string
  language: Language
  import_id?: string
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
  const inviter = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitedBy)
    .executeTakeFirstOrThrow()
  return {
    workspace_id: workspaceId,
    invited_by: invitedBy,
    at,
    team,
    inviter: `${inviter.first_name} ${inviter.last_name}`.trim(),
    language,
  }
}

/** A member of the team with its permissions. */
export type ExistingMember = Permissions & { id: string }

/** Returns the members of the team among the addresses, by address. */
export async function findMembersByEmail(
  trx: Trx,
  workspaceId: string,
  emails: string[],
): Promise<Map<string, ExistingMember>> {
  if (!emails.length) return new Map()
  // The explicit `<> ''` lets PostgreSQL use the partial index, which excludes empty addresses.
  const { rows } = await sql<ExistingMember & { email: string }>`
    select u.id, u.email, p.global_administrator, p.account_administrator, p.rewards_administrator,
      p.billing_administrator
    from users u join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.email = any(${emails}) and u.email <> ''`.execute(
    trx,
  )
  return new Map(rows.map((row) => [row.email, row]))
}

/** An added member and the time when its invitation is sent. */
export type CreatedUser = { id: string; sends_at: Date }

type PlannedUser = NewUser & { id: string; sends_at: Date }

/** Inserts members in state pending with one statement and creates missing accounts. */
async function insertPendingUsers(
  trx: Trx,
  planned: PlannedUser[],
  { workspace_id: workspaceId, invited_by: invitedBy, at }: InviteContext,
): Promise<void> {
  const accounts = await findOrCreateAccounts(
    trx,
    planned.map((person) => person.email),
    at,
  )
  const ids = planned.map((person) => person.id)
  const accountIds = planned.map((person) => accounts.get(person.email) ?? null)
  const column = (field: keyof NewUser) => planned.map((person) => person[field] ?? null)
  await sql`
    insert into users (workspace_id, id, account_id, email, first_name, last_name, job_title,
      birth_date, hire_date, state, invited_by, invited_at, created_at)
    select ${workspaceId}, id, account_id, email, coalesce(first_name, ''), coalesce(last_name,
      ''), coalesce(job_title, ''), birth_date, hire_date, 'pending', ${invitedBy}, ${at}, ${at}
    from unnest(${ids}::uuid[], ${accountIds}::uuid[], ${column('email')}::text[],
      ${column('first_name')}::text[], ${column('last_name')}::text[],
      ${column('job_title')}::text[], ${column('birth_date')}::date[],
      ${column('hire_date')}::date[])
      as person (id, account_id, email, first_name, last_name, job_title, birth_date,
        hire_date)`.execute(trx)
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
  const { workspace_id: workspaceId, at, team, inviter, language, import_id: importId } = invitation
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  const planned = people.flatMap((person) => {
    const sendsAt = budget.claimDay(person.email, importId ? 'import' : 'people')
    return sendsAt ? [{ ...person, id: newId(at), sends_at: sendsAt }] : []
  })
  if (!planned.length) return new Map()
  await budget.save(trx)
  await insertPendingUsers(trx, planned, invitation)
  const tokens = await createInvites(
    trx,
    workspaceId,
    planned.map((person) => person.id),
    at,
    planned.map((person) => person.sends_at),
  )
  await enqueueMails(
    trx,
    workspaceId,
    planned.map((person, index) => ({
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
      },
    })),
    at,
  )
  return new Map(
    planned.map(({ email, id, sends_at: sendsAt }) => [email, { id, sends_at: sendsAt }]),
  )
}
