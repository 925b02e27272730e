import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Money } from '#contract/schemas/common.ts'
import type { OwnWorth } from '#contract/schemas/point-worths.ts'
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

/**
 * Returns what 100 points of a user are worth today, and the first lower worth that begins up to
 * `until` if the team announces it. Undefined if members do not see the worth, or without one.
 */
export async function findOwnWorth(
  trx: Trx,
  workspaceId: string,
  { userId, day, until }: { userId: string; day: string; until: string },
): Promise<OwnWorth | undefined> {
  const { rows } = await sql<OwnWorth>`
    select json_build_object('currency', w.currency, 'minor', w.hundred_points_minor)
        as hundred_points,
      case when l.valid_from is not null then json_build_object(
        'hundred_points', json_build_object('currency', w.currency, 'minor', l.minor),
        'valid_from', l.valid_from) end as lower
    from settings s
    join users u on u.workspace_id = s.workspace_id and u.id = ${userId}
    cross join lateral (${selectWorth(workspaceId, sql`u.country`, sql`${day}::date`)}) w
    left join lateral (
      select c.valid_from, n.hundred_points_minor as minor
      from point_worths c
      cross join lateral (${selectWorth(workspaceId, sql`u.country`, sql`c.valid_from`)}) n
      where c.workspace_id = ${workspaceId} and s.announce_worth
        and c.valid_from > ${day}::date and c.valid_from <= ${until}::date
        and n.currency = w.currency and n.hundred_points_minor < w.hundred_points_minor
      order by c.valid_from
      limit 1) l on true
    where s.workspace_id = ${workspaceId} and s.show_worth`.execute(trx)
  return rows[0]
}

/** Returns the switches of the worth. */
export async function findWorthPolicy(
  trx: Trx,
  workspaceId: string,
): Promise<{ show_worth: boolean; announce_worth: boolean }> {
  return trx
    .selectFrom('settings')
    .select(['show_worth', 'announce_worth'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
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
