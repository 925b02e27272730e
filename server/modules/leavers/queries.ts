import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { LeaverOutcome } from '#contract/schemas/leavers.ts'
import type { PersonRow } from '#server/modules/people/queries.ts'
import { selectWorth } from '#server/modules/point-worths/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type GraceRow = Selectable<Tables['leaver_graces']>

/** Returns the rules of the team for leavers. */
export function findPolicy(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('settings')
    .where('workspace_id', '=', workspaceId)
    .select(['leaver_grace_days', 'leaver_outcome', 'language', 'timezone'])
    .executeTakeFirstOrThrow() as Promise<{
    leaver_grace_days: number
    leaver_outcome: LeaverOutcome
    language: Language
    timezone: string
  }>
}

export async function updatePolicy(
  trx: Trx,
  workspaceId: string,
  rules: { leaver_grace_days: number; leaver_outcome: LeaverOutcome },
): Promise<void> {
  await trx.updateTable('settings').set(rules).where('workspace_id', '=', workspaceId).execute()
}

export async function insertGrace(
  trx: Trx,
  grace: Insertable<Tables['leaver_graces']>,
): Promise<void> {
  await trx.insertInto('leaver_graces').values(grace).execute()
}

export async function updateGrace(
  trx: Trx,
  workspaceId: string,
  id: string,
  set: Updateable<Tables['leaver_graces']>,
): Promise<void> {
  await trx
    .updateTable('leaver_graces')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes the grace of a user that has not ended. Returns whether there was one. */
export async function deleteOpenGrace(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('leaver_graces')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the latest grace of a user. */
export function findLatestGrace(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<GraceRow | undefined> {
  return trx
    .selectFrom('leaver_graces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the grace of a deactivated user by the hash of its link, in a team that exists. */
export function findGraceByToken(trx: Trx, workspaceId: string, tokenHash: Buffer) {
  return trx
    .selectFrom('leaver_graces')
    .innerJoin('workspaces', 'workspaces.id', 'leaver_graces.workspace_id')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'leaver_graces.workspace_id')
        .onRef('users.id', '=', 'leaver_graces.user_id'),
    )
    .where('leaver_graces.workspace_id', '=', workspaceId)
    .where('leaver_graces.token_hash', '=', tokenHash)
    .where('leaver_graces.ended_at', 'is', null)
    .where('leaver_graces.held_at', 'is', null)
    .where('users.state', '=', 'deactivated')
    .where('workspaces.deleted_at', 'is', null)
    .selectAll('leaver_graces')
    .executeTakeFirst()
}

/**
 * Locks a deactivated user and returns whether there is one: `share` for purchases, `update` for the
 * end of the grace and changes to it, which wait for running purchases.
 */
export async function lockLeaver(
  trx: Trx,
  workspaceId: string,
  userId: string,
  strength: 'share' | 'update',
): Promise<boolean> {
  const query = trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('state', '=', 'deactivated')
  const row = await (
    strength === 'share' ? query.forShare() : query.forNoKeyUpdate()
  ).executeTakeFirst()
  return row !== undefined
}

export type LeaverRow = PersonRow & {
  grace_id: string
  started_at: Date
  ends_at: Date
  held_at: Date | null
  ended_at: Date | null
  outcome: LeaverOutcome
  result: 'lapsed' | 'paid_out' | 'gift_card' | null
  points: number
  currency: string | null
  money_minor: number | null
}

/**
 * Returns leavers with their balance, newest first: one by `id`, or those before an id. The worth of
 * an open grace is the one of `day`.
 */
export async function listLeavers(
  trx: Trx,
  workspaceId: string,
  filter: { id?: string; before?: string | undefined; day: string; limit: number },
): Promise<LeaverRow[]> {
  const { rows } = await sql<LeaverRow>`
    select g.id as grace_id, g.started_at, g.ends_at, g.held_at, g.ended_at, g.outcome, g.result,
      coalesce(g.points, greatest(b.balance, 0))::float8 as points,
      case when g.ended_at is null then w.currency else g.currency end as currency,
      case when g.ended_at is null
        then floor(greatest(b.balance, 0) * w.hundred_points_minor / 100.0)
        else g.money_minor end::float8 as money_minor,
      u.id, u.first_name, u.last_name, u.email, u.job_title, u.state, u.demo,
      f.storage_key as avatar_key
    from leaver_graces g
    join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
    join wallets b on b.workspace_id = g.workspace_id and b.user_id = g.user_id
    left join lateral (${selectWorth(workspaceId, sql`u.country`, sql`${filter.day}::date`)}) w on true
    left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
    where g.workspace_id = ${workspaceId}
      and (${filter.id ?? null}::uuid is null or g.id = ${filter.id ?? null})
      and (${filter.before ?? null}::uuid is null or g.id < ${filter.before ?? null})
      and (g.ended_at is not null or u.state = 'deactivated')
    order by g.id desc
    limit ${filter.limit}`.execute(trx)
  return rows
}

/** Returns the grace of an id, and its user. */
export function findGrace(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<GraceRow | undefined> {
  return trx
    .selectFrom('leaver_graces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}
