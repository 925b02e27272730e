import { sql } from 'kysely'
import type { Permissions } from '#contract/permissions.ts'
import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'

/** A person to invite. `email` is normalized by the contract; the other fields are optional. */
export type NewUser = {
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
  job_title?: string | undefined
  birth_date?: string | null | undefined
  hire_date?: string | null | undefined
  country?: string | undefined
  timezone?: string | undefined
  employee_number?: string | undefined
  cost_center?: string | undefined
  away_from?: string | undefined
  away_to?: string | undefined
}

/** A member of the team with its permissions. */
export type ExistingMember = Permissions & { id: string; state: UserState }

/** Returns the members of the team among the addresses, by address. */
export async function findMembersByEmail(
  trx: Trx,
  workspaceId: string,
  emails: string[],
): Promise<Map<string, ExistingMember>> {
  if (!emails.length) return new Map()
  // The explicit `<> ''` lets PostgreSQL use the partial index, which excludes empty addresses.
  const { rows } = await sql<ExistingMember & { email: string }>`
    select u.id, u.email, u.state, p.global_administrator, p.account_administrator,
      p.rewards_administrator, p.billing_administrator
    from users u
    join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId}
      and u.email = any(${emails}) and u.email <> ''`.execute(trx)
  return new Map(rows.map((row) => [row.email, row]))
}

type PendingUser = NewUser & { id: string; account_id: string | null }

/** Inserts members in state pending. */
export async function insertPendingUsers(
  trx: Trx,
  {
    workspaceId,
    invitedBy,
    at,
    invitedAt,
  }: { workspaceId: string; invitedBy: string; at: Date; invitedAt: Date | null },
  people: PendingUser[],
): Promise<void> {
  await insertRows(
    trx,
    'users',
    people.map((person) => ({
      workspace_id: workspaceId,
      id: person.id,
      account_id: person.account_id,
      email: person.email,
      first_name: person.first_name ?? '',
      last_name: person.last_name ?? '',
      job_title: person.job_title ?? '',
      birth_date: person.birth_date ?? null,
      hire_date: person.hire_date ?? null,
      country: person.country ?? null,
      timezone: person.timezone ?? null,
      employee_number: person.employee_number ?? '',
      cost_center: person.cost_center ?? '',
      away_from: person.away_from ?? null,
      away_to: person.away_to ?? null,
      state: 'pending',
      invited_by: invitedBy,
      invited_at: invitedAt,
      created_at: at,
    })),
  )
}

/** Deletes the unsent invite mails of a member. */
export async function deleteWaitingInviteMails(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'invite')
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Changes address and account of a pending member that has never accepted. Returns false if the
 * member has accepted.
 */
export async function updatePendingEmail(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: { email: string; account_id: string; invited_at: Date; invited_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('first_accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows !== 0n
}
