import { type RawBuilder, sql } from 'kysely'
import type { PriceFactorInput } from '#contract/schemas/price-factors.ts'
import type { Trx } from '#server/platform/database/database.ts'

export type PriceFactorRow = PriceFactorInput & { updated_at: Date; updated_by: string }

/** Returns the factors of a team by country, without trailing zeros. */
export async function listFactorRows(trx: Trx, workspaceId: string): Promise<PriceFactorRow[]> {
  const { rows } = await sql<PriceFactorRow>`
    select country, trim_scale(factor)::text as factor, updated_at, updated_by
    from price_factors where workspace_id = ${workspaceId} order by country`.execute(trx)
  return rows
}

/** Deletes the factors of all countries but these. */
export async function deleteOtherFactors(
  trx: Trx,
  workspaceId: string,
  countries: string[],
): Promise<void> {
  await sql`
    delete from price_factors
    where workspace_id = ${workspaceId} and country <> all (${countries}::text[])`.execute(trx)
}

/** Stores factors. Those that stay the same keep their time and editor. */
export async function upsertFactors(
  trx: Trx,
  workspaceId: string,
  factors: PriceFactorInput[],
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  if (!factors.length) return
  const rows = factors.map(
    ({ country, factor }) => sql`(${workspaceId}, ${country}, ${factor}, ${at}, ${userId})`,
  )
  await sql`
    insert into price_factors (workspace_id, country, factor, updated_at, updated_by)
    values ${sql.join(rows)}
    on conflict (workspace_id, country) do update
      set factor = excluded.factor, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
      where price_factors.factor <> excluded.factor`.execute(trx)
}

/**
 * Returns the price of a row of `rewards` in the country of a user, as SQL. Manual rewards of one person cost
 * their price times the factor of the country of the user, rounded up. Numeric arithmetic is exact.
 */
export const selectLocalPrice = (workspaceId: string, userId: string): RawBuilder<number> =>
  sql<number>`case when rewards.reward_type = 'individual' and rewards.type = 'manual' then
    ceil(rewards.price * coalesce((
      select f.factor from users u
      join price_factors f on f.workspace_id = u.workspace_id and f.country = u.country
      where u.workspace_id = ${workspaceId} and u.id = ${userId}), 1))::integer
    else rewards.price end`
