import { withAdmin } from '#server/platform/database/admin.ts'
import {
  insertPromotionCode,
  type PromotionCode,
  type PromotionTerms,
  selectPromotionCodes,
} from './promotion-code-queries.ts'

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
  return withAdmin(ownerUrl, (owner) =>
    insertPromotionCode(owner, { code: name, percent, months, times, ends_at: endsAt }, at),
  )
}

/** Returns all promotion codes, newest first. */
export const listPromotionCodes = (ownerUrl: string): Promise<PromotionCode[]> =>
  withAdmin(ownerUrl, selectPromotionCodes)
