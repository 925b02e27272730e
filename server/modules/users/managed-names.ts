import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type FieldSource, findNames } from './organization-queries.ts'

/** Sources whose fields only they may change. */
const lockingSources: ReadonlySet<string> = new Set<FieldSource>(['scim', 'sync'])
export const isLockingSource = (source: FieldSource | null | undefined): boolean =>
  lockingSources.has(source ?? '')

export const nameFields = ['first_name', 'last_name', 'job_title'] as const

/** Throws field_managed for a name or job title that another system keeps and the input changes. */
export async function assertNamesNotManaged(
  trx: Trx,
  workspaceId: string,
  userId: string,
  input: { [Field in (typeof nameFields)[number]]?: string | undefined },
): Promise<void> {
  const given = nameFields.filter((field) => input[field] !== undefined)
  if (!given.length) return
  const current = await findNames(trx, workspaceId, userId)
  const managed = given.find(
    (field) => current[field] !== input[field] && isLockingSource(current.field_sources[field]),
  )
  if (managed) throwRefusal('field_managed', { field: managed })
}
