import type pg from 'pg'

/**
 * Terms of a promotion code: `percent` off for `months` (null: without end), for `times` teams
 * (null: unlimited), until `ends_at`.
 */
export type PromotionTerms = {
  percent: number
  months: number | null
  times: number | null
  ends_at: Date | null
}
export type PromotionCode = PromotionTerms & { code: string; used: number }

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
