import { limits } from '#contract/limits.ts'
import type { PriceFactor } from '#contract/schemas/price-factors.ts'
import { readSmallTable } from '#server/modules/people-files/list-reader.ts'
import { replaceFactors } from '#server/modules/price-factors/service.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { parseFactorTable } from './parse-factor-table.ts'

/** A table has a header and at most this many other rows, such as a title. */
const otherRowsMax = 10

/**
 * Replaces the factors of all countries by those of an uploaded table. A wrong row refuses the whole
 * table.
 */
export async function importPriceFactors(
  services: Services,
  actor: Actor,
  file: Buffer | undefined,
  at: Date,
): Promise<PriceFactor[]> {
  if (!file?.length) throwRefusal('file_unreadable', { field: 'file' })
  const rows = await readSmallTable(
    { workspace_id: actor.workspace_id, file, log: services.log },
    limits.price_factors_max + otherRowsMax,
  )
  const factors = parseFactorTable(rows)
  if (!factors.length) throwRefusal('file_unreadable', { field: 'file' })
  return replaceFactors(services, actor, factors, at)
}
