import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns whether a person joined after `since`, or has not joined yet. */
export async function isNewPerson(
  trx: Trx,
  workspaceId: string,
  userId: string,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}
      and u.state in ('pending', 'accepted')
      and (u.first_accepted_at is null or u.first_accepted_at > ${since})`.execute(trx)
  return rows.length > 0
}

/** Returns whether the company welcomes a person who joined after `since`. */
export async function isWelcomed(
  trx: Trx,
  workspaceId: string,
  userId: string,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from users u
    join celebration_rules r on r.workspace_id = ${workspaceId} and r.kind = 'welcome' and r.enabled
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and u.first_accepted_at > ${since}
  `.execute(trx)
  return rows.length > 0
}

export type IntroducedRow = { person_id: string; introduced_by: string }

/** Returns the active people whom a manager has chosen for a new person, in their order. */
export async function listIntroductions(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<IntroducedRow[]> {
  const { rows } = await sql<IntroducedRow>`
    select i.person_id, i.introduced_by from introductions i
    join users u on u.workspace_id = ${workspaceId} and u.id = i.person_id and u.state = 'accepted'
    where i.workspace_id = ${workspaceId} and i.user_id = ${userId} order by i.place`.execute(trx)
  return rows
}

/** Returns whom a person meets without a choice: the manager, then peers, the longest there first. */
export async function listClosestPeople(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users n
    join users u on u.workspace_id = ${workspaceId} and u.state = 'accepted' and not u.demo
      and u.id <> n.id and (u.id = n.manager_id or u.manager_id = n.manager_id)
    where n.workspace_id = ${workspaceId} and n.id = ${userId}
    order by u.id = n.manager_id desc, u.hire_date nulls last, u.first_accepted_at, u.id
    limit ${sql.lit(limits.introductions_max)}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Replaces whom a new person meets. */
export async function replaceIntroductions(
  trx: Trx,
  workspaceId: string,
  { userId, personIds, managerId }: { userId: string; personIds: string[]; managerId: string },
): Promise<void> {
  await trx
    .deleteFrom('introductions')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  await insertRows(
    trx,
    'introductions',
    personIds.map((personId, index) => ({
      workspace_id: workspaceId,
      user_id: userId,
      person_id: personId,
      place: index + 1,
      introduced_by: managerId,
    })),
  )
}
