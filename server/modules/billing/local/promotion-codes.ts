import { withAdmin } from '#server/platform/database/admin.ts'

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

/**
 * Creates a promotion code of BILLING=local with the admin connection (the app's role cannot).
 * Returns false if the code exists or the input is invalid. Codes are upper-case.
 */
export function createPromotionCode(
  ownerUrl: string,
  code: string,
  { percent, months, times, ends_at: endsAt }: PromotionTerms,
  at: Date,
): Promise<boolean> {
  const name = code.toUpperCase()
  const isInRange = (number: number | null, max: number) =>
    number === null || (Number.isInteger(number) && number >= 1 && number <= max)
  if (
    !/^[A-Z0-9_-]{1,60}$/.test(name) ||
    !isInRange(percent, 100) ||
    !isInRange(months, 1_200) ||
    !isInRange(times, 1_000_000_000)
  )
    return Promise.resolve(false)
  return withAdmin(ownerUrl, async (admin) => {
    const { rowCount } = await admin.query(
      `insert into promo_codes (code, percent, months, times, ends_at, created_at)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [name, percent, months, times, endsAt, at],
    )
    return rowCount === 1
  })
}

/** Returns all promotion codes, newest first. */
export function listPromotionCodes(ownerUrl: string): Promise<PromotionCode[]> {
  return withAdmin(
    ownerUrl,
    async (admin) =>
      (
        await admin.query<PromotionCode>(
          `select code, percent, months, times, ends_at, used from promo_codes
            order by created_at desc, code`,
        )
      ).rows,
  )
}
