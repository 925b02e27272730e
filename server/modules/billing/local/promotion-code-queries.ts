import type pg from 'pg'
import type { PromotionCode, PromotionTerms } from './promotion-codes.ts'

/** Inserts a code. Returns false if it exists. Only the schema's owner may. */
export async function insertPromotionCode(
  owner: Pick<pg.Client, 'query'>,
  { code, percent, months, times, ends_at: endsAt }: PromotionTerms & { code: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await owner.query(
    `insert into promo_codes (code, percent, months, times, ends_at, created_at)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [code, percent, months, times, endsAt, at],
  )
  return rowCount === 1
}

/** Returns all codes, newest first. */
export async function selectPromotionCodes(
  owner: Pick<pg.Client, 'query'>,
): Promise<PromotionCode[]> {
  const { rows } = await owner.query<PromotionCode>(
    `select code, percent, months, times, ends_at, used from promo_codes
      order by created_at desc, code`,
  )
  return rows
}
