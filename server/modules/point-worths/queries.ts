import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Money } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type PointWorthRow = Selectable<Tables['point_worths']>

/** Returns the worths of a team by country, all countries first, the latest day first. */
export async function listWorthRows(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<PointWorthRow[]> {
  return trx
    .selectFrom('point_worths')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy(sql`country nulls first`)
    .orderBy('valid_from', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Returns a subselect of the currency and the minor units that 100 points are worth on a day, in a
 * country or, without a worth of its own, by default. `country` and `day` are SQL expressions.
 */
export const selectWorth = (
  workspaceId: string,
  country: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
) => sql<{ currency: string; hundred_points_minor: number }>`
  select w.currency, w.hundred_points_minor
  from point_worths w
  where w.workspace_id = ${workspaceId} and w.valid_from <= ${day}
    and (w.country is null or w.country = ${country})
  order by w.country nulls last, w.valid_from desc
  limit 1`

/** Returns what 100 points are worth on a day: in a country, or by default for null. */
export async function findHundredPoints(
  trx: Trx,
  workspaceId: string,
  { country, day }: { country: string | null; day: string },
): Promise<Money | null> {
  const { rows } = await selectWorth(workspaceId, sql`${country}::text`, sql`${day}::date`).execute(
    trx,
  )
  const [row] = rows
  return row ? { currency: row.currency, minor: row.hundred_points_minor } : null
}

/** Returns what 100 points of a user are worth on a day. */
export async function findHundredPointsOf(
  trx: Trx,
  workspaceId: string,
  { userId, day }: { userId: string; day: string },
): Promise<Money | null> {
  const { rows } = await sql<Money>`
    select w.currency, w.hundred_points_minor as minor
    from users u
    cross join lateral (${selectWorth(workspaceId, sql`u.country`, sql`${day}::date`)}) w
    where u.workspace_id = ${workspaceId} and u.id = ${userId}`.execute(trx)
  return rows[0] ?? null
}

export async function insertWorth(
  trx: Trx,
  worth: Insertable<Tables['point_worths']>,
): Promise<void> {
  await trx.insertInto('point_worths').values(worth).execute()
}

export async function updateWorthAmount(
  trx: Trx,
  workspaceId: string,
  id: string,
  amount: { currency: string; hundred_points_minor: number },
): Promise<void> {
  await trx
    .updateTable('point_worths')
    .set(amount)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteWorthRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('point_worths')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
