import { sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Permissions } from '#contract/permissions.ts'
import { findOrCreateAccounts } from '../accounts/queries'
import { createInvites } from '../invites/create-invites'
import { lockInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { enqueueMails } from '../outbox/enqueue-mails'
import { findWorkspaceBrand, lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Somebody to be invited: the address as the contract's `email` leaves it, and whatever else is
 * known.
 */
export type NewUser = {
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
  job_title?: string | undefined
  birth_date?: string | null | undefined
  hire_date?: string | null | undefined
}
/** Who invites, into which team, in which language. */
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
 * Gathers what every invitation of a call says. Invites of one team go one after another, so that
 * an address is invited once.
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

/** A member of the team, with the permissions they hold. */
export type ExistingMember = Permissions & { id: string }
/** Returns the members of the team among the addresses, by address. */
export async function findMembersByEmail(
  trx: Trx,
  workspaceId: string,
  emails: string[],
): Promise<Map<string, ExistingMember>> {
  if (!emails.length) return new Map()
  // Said outright that no address is empty: only then the index of addresses, which leaves those
  // out, can be used.
  const { rows } = await sql<ExistingMember & { email: string }>`
    select u.id, u.email, p.global_administrator, p.account_administrator, p.rewards_administrator,
      p.billing_administrator
    from users u join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.email = any(${emails}) and u.email <> ''`.execute(
    trx,
  )
  return new Map(rows.map((row) => [row.email, row]))
}

/** Somebody who was added, and when their invitation leaves. */
export type CreatedUser = { id: string; sends_at: Date }

/**
 * Adds people who are not in the team yet (each address once) as pending members, with their
 * accounts, invites and mails: as many statements for many as for one. Invitations beyond the
 * budget of the day leave on the next ones; people whose invitation has no day are not added.
 * Returns those added, by address.
 */
export async function createPendingUsers(
  services: Services,
  trx: Trx,
  wanted: NewUser[],
  invitation: InviteContext,
): Promise<Map<string, CreatedUser>> {
  if (!wanted.length) return new Map()
  const {
    workspace_id: workspaceId,
    invited_by: invitedBy,
    at,
    team,
    inviter,
    language,
    import_id: importId,
  } = invitation
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  const planned = wanted.flatMap((person) => {
    const sendsAt = budget.claimDay(person.email, importId ? 'import' : 'people')
    return sendsAt ? [{ ...person, id: newId(at), sends_at: sendsAt }] : []
  })
  if (!planned.length) return new Map()
  await budget.save(trx)
  const accounts = await findOrCreateAccounts(
    trx,
    planned.map((person) => person.email),
    at,
  )
  const ids = planned.map((person) => person.id)
  const column = (of: (person: NewUser) => string | null | undefined) =>
    planned.map((person) => of(person) ?? null)
  await sql`
    insert into users (workspace_id, id, account_id, email, first_name, last_name, job_title,
      birth_date, hire_date, state, invited_by, invited_at, created_at)
    select ${workspaceId}, id, account_id, email, coalesce(first_name, ''), coalesce(last_name,
      ''), coalesce(job_title, ''), birth_date, hire_date, 'pending', ${invitedBy}, ${at}, ${at}
    from unnest(${ids}::uuid[], ${column((one) => accounts.get(one.email))}::uuid[],
      ${column((one) => one.email)}::text[], ${column((one) => one.first_name)}::text[],
      ${column((one) => one.last_name)}::text[], ${column((one) => one.job_title)}::text[],
        ${column((one) => one.birth_date)}::date[], ${column((one) => one.hire_date)}::date[])
      as person (id, account_id, email, first_name, last_name, job_title, birth_date, hire_date)`.execute(
    trx,
  )
  const tokens = await createInvites(
    trx,
    workspaceId,
    ids,
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
