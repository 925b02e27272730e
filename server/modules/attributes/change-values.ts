import type { AttributeValue, AttributeValuesInput } from '#contract/schemas/attributes.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { matchOption } from './match-option.ts'
import {
  deleteAttributeValues,
  listAttributes,
  listManagedAttributes,
  type NewAttributeValue,
  sourceKey,
  upsertAttributeValues,
} from './queries.ts'

/**
 * Returns the values of an input that differ from the current ones, as they are stored. Throws
 * not_found for an unknown attribute, not_unique for a repeated one, wrong_format for a value that is
 * no option, and field_managed.
 */
async function listChangedValues(
  trx: Trx,
  workspaceId: string,
  input: AttributeValuesInput,
  current: AttributeValue[],
): Promise<AttributeValuesInput> {
  const attributes = new Map(
    (await listAttributes(trx, workspaceId)).map((attribute) => [attribute.id, attribute]),
  )
  const before = new Map(current.map((value) => [value.attribute_id, value]))
  const seen = new Set<string>()
  return input.flatMap(({ attribute_id: id, value }, index) => {
    const field = `organization.attributes.${index}`
    const attribute = attributes.get(id)
    if (!attribute) throwRefusal('not_found', { field: `${field}.attribute_id` })
    if (seen.has(id)) throwRefusal('not_unique', { field: `${field}.attribute_id` })
    seen.add(id)
    const stored = value === '' ? '' : matchOption(attribute, value)
    const { value: old = '', managed = false } = before.get(id) ?? {}
    if (stored === old) return []
    if (managed) throwRefusal('field_managed', { field: `${field}.value` })
    if (stored === undefined) throwRefusal('wrong_format', { field: `${field}.value` })
    return [{ attribute_id: id, value: stored }]
  })
}

/**
 * Changes the attributes of a person and returns the keys of the changed ones in
 * `users.field_sources`. The caller holds the settings lock.
 */
export async function changeAttributeValues(
  trx: Trx,
  workspaceId: string,
  userId: string,
  input: AttributeValuesInput,
  current: AttributeValue[],
): Promise<string[]> {
  if (!input.length) return []
  const changed = await listChangedValues(trx, workspaceId, input, current)
  const filled = changed.filter(({ value }) => value !== '')
  const cleared = changed.filter(({ value }) => value === '')
  await upsertAttributeValues(
    trx,
    workspaceId,
    filled.map((value) => ({ user_id: userId, ...value })),
  )
  if (cleared.length)
    await deleteAttributeValues(
      trx,
      workspaceId,
      userId,
      cleared.map((value) => value.attribute_id),
    )
  return changed.map((value) => sourceKey(value.attribute_id))
}

/**
 * Stores values of an import, except those that another system keeps, and those whose attribute or
 * option was deleted since the check of the file. The caller holds the settings lock.
 */
export async function storeImportedValues(
  trx: Trx,
  workspaceId: string,
  values: NewAttributeValue[],
): Promise<void> {
  if (!values.length) return
  const managed = await listManagedAttributes(trx, workspaceId, [
    ...new Set(values.map((value) => value.user_id)),
  ])
  const locked = new Set(managed.map(({ user_id: userId, key }) => `${userId} ${key}`))
  const attributes = new Map(
    (await listAttributes(trx, workspaceId)).map((attribute) => [attribute.id, attribute]),
  )
  await upsertAttributeValues(
    trx,
    workspaceId,
    values.flatMap((row) => {
      const attribute = attributes.get(row.attribute_id)
      const value = attribute && matchOption(attribute, row.value)
      const isLocked = locked.has(`${row.user_id} ${sourceKey(row.attribute_id)}`)
      return value === undefined || isLocked ? [] : [{ ...row, value }]
    }),
  )
}
