import type { PriceFactor, PriceFactorInput } from '#contract/schemas/price-factors.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteOtherFactors, listFactorRows, upsertFactors } from './queries.ts'

/** Returns the factors of a team by country, with two statements. */
export async function loadFactors(trx: Trx, workspaceId: string): Promise<PriceFactor[]> {
  const rows = await listFactorRows(trx, workspaceId)
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.map((row) => row.updated_by),
  )
  return rows.map((row) => ({
    country: row.country,
    factor: row.factor,
    updated_at: row.updated_at.toISOString(),
    updated_by: requirePerson(people, row.updated_by),
  }))
}

/** Throws not_unique for the second factor of a country. */
function assertUniqueCountries(factors: PriceFactorInput[]): void {
  const seen = new Set<string>()
  for (const [index, { country }] of factors.entries()) {
    if (seen.has(country)) throwRefusal('not_unique', { field: `factors.${index}.country` })
    seen.add(country)
  }
}

/** Returns factors as one text for the audit log: 'DE 1.1, JP 0.85'. */
const describe = (factors: Pick<PriceFactorInput, 'country' | 'factor'>[]): string =>
  factors.map(({ country, factor }) => `${country} ${factor}`).join(', ')

/** Returns the changed factors before and after, for the audit log. */
function findChanges(before: PriceFactorInput[], after: PriceFactorInput[]) {
  const without = (list: PriceFactorInput[], other: PriceFactorInput[]) =>
    list.filter(
      ({ country, factor }) =>
        !other.some((one) => one.country === country && one.factor === factor),
    )
  return { from: describe(without(before, after)), to: describe(without(after, before)) }
}

/**
 * Replaces the factors of all countries. A change applies to later purchases only. Throws not_unique
 * for a country that is listed twice.
 */
export async function replaceFactors(
  { db, events }: Pick<Services, 'db' | 'events'>,
  actor: Actor,
  factors: PriceFactorInput[],
  at: Date,
): Promise<PriceFactor[]> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  assertUniqueCountries(factors)
  const result = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const before = await listFactorRows(trx, workspaceId)
    const changes = findChanges(before, factors)
    if (changes.from || changes.to) {
      const countries = factors.map(({ country }) => country)
      await deleteOtherFactors(trx, workspaceId, countries)
      await upsertFactors(trx, workspaceId, factors, { userId, at })
      await audit(trx, actor, 'price_factors.update', { factors: changes }, at)
    }
    return loadFactors(trx, workspaceId)
  })
  events.publish(workspaceId, ['rewards'])
  return result
}
