import { withAdmin } from '#server/platform/database/admin.ts'

/**
 * What the operator gives away: `percent` off, for `months` (null: for good), for so many teams
 * (`times` null: for all), until `ends_at`.
 */
export type PromotionTerms = {
  percent: number
  months: number | null
  times: number | null
  ends_at: Date | null
}
export type PromotionCode = PromotionTerms & { code: string; used: number }

/**
 * Makes a promotion code of BILLING=local, as the schema's owner (the server may not); answers
 * false where the code is taken, or no code. Codes are upper-case.
 */
export function createPromotionCode(
  ownerUrl: string,
  code: string,
  { percent, months, times, ends_at: endsAt }: PromotionTerms,
  at: Date,
): Promise<boolean> {
  const name = code.toUpperCase()
  const whole = (number: number | null, max: number) =>
    number === null || (Number.isInteger(number) && number >= 1 && number <= max)
  if (
    !/^[A-Z0-9_-]{1,60}$/.test(name) ||
    !whole(percent, 100) ||
    !whole(months, 1_200) ||
    !whole(times, 1_000_000_000)
  )
    return Promise.resolve(false)
  return withAdmin(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query(
      `insert into promo_codes (code, percent, months, times, ends_at, created_at)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [name, percent, months, times, endsAt, at],
    )
    return rowCount === 1
  })
}

/** All promotion codes, newest first. */
export function listPromotionCodes(ownerUrl: string): Promise<PromotionCode[]> {
  return withAdmin(
    ownerUrl,
    async (owner) =>
      (
        await owner.query<PromotionCode>(
          `select code, percent, months, times, ends_at, used from promo_codes
            order by created_at desc, code`,
        )
      ).rows,
  )
}
