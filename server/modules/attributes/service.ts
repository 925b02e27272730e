import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { assertUniqueName } from '#server/platform/database/unique-names.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  type AttributeRow,
  deleteAttributeRows,
  findUsedOption,
  insertAttribute,
  listAttributes,
  listRulesWithAttribute,
  respellValues,
  updateAttributeColumns,
} from './queries.ts'

/**
 * Runs `work` under the settings lock, which serializes changes of attributes, of people's values
 * and of rules.
 */
const withAttributesLock = <T>(
  { db }: Services,
  { workspace_id: workspaceId }: Actor,
  work: (trx: Trx, attributes: AttributeRow[]) => Promise<T>,
): Promise<T> =>
  db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return work(trx, await listAttributes(trx, workspaceId))
  })

const requireAttribute = (attributes: AttributeRow[], id: string): AttributeRow =>
  attributes.find((attribute) => attribute.id === id) ?? throwRefusal('not_found')

/** Throws required for a list without options, wrong_format for a text with some, not_unique. */
function assertValidOptions(kind: AttributeRow['kind'], options: string[]): void {
  const field = 'options'
  if (kind === 'text' && options.length) throwRefusal('wrong_format', { field })
  if (kind === 'list' && !options.length) throwRefusal('required', { field })
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    throwRefusal('not_unique', { field })
}

/** Throws used_by_rule if the rule of a group has a condition on the attribute. */
async function assertUnusedByRules(
  trx: Trx,
  workspaceId: string,
  id: string,
  removed?: ReadonlySet<string>,
): Promise<void> {
  const rules = await listRulesWithAttribute(trx, workspaceId, id)
  const rule = rules.find(
    ({ values }) => !removed || values.some((value) => removed.has(value.toLowerCase())),
  )
  if (rule)
    throwRefusal('used_by_rule', {
      ...(removed ? { field: 'options' } : {}),
      params: { group: rule.name },
    })
}

/** Adds an attribute. Throws attributes_full, not_unique, and the errors of the options. */
export async function createAttribute(
  services: Services,
  actor: Actor,
  body: BodyOf<'attributes.create'>,
  at: Date,
): Promise<Attribute> {
  const { workspace_id: workspaceId } = actor
  return withAttributesLock(services, actor, async (trx, attributes) => {
    if (attributes.length >= limits.attributes_max)
      throwRefusal('attributes_full', { params: { finish: limits.attributes_max } })
    await assertUniqueName(trx, 'attributes', workspaceId, body)
    assertValidOptions(body.kind, body.options)
    const id = newId(at)
    await insertAttribute(trx, { workspace_id: workspaceId, id, ...body, created_at: at })
    const { name, kind } = body
    await audit(trx, actor, 'attribute.create', { attribute_id: id, name, kind }, at)
    return { id, ...body }
  })
}

const toFolded = (options: string[]) => new Set(options.map((option) => option.toLowerCase()))

/** Throws option_in_use or used_by_rule for a removed option; other spellings reach the values. */
async function changeOptions(
  trx: Trx,
  workspaceId: string,
  { id, kind, options: old }: AttributeRow,
  options: string[],
): Promise<void> {
  assertValidOptions(kind, options)
  const kept = toFolded(options)
  const removed = old.filter((option) => !kept.has(option.toLowerCase()))
  if (removed.length) {
    // PostgreSQL folds some letters in another way, such as the Turkish İ.
    const used = await findUsedOption(trx, workspaceId, id, removed)
    if (used !== undefined)
      throwRefusal('option_in_use', { field: 'options', params: { option: used } })
    await assertUnusedByRules(trx, workspaceId, id, toFolded(removed))
  }
  if (options.some((option) => !old.includes(option)))
    await respellValues(trx, workspaceId, id, options)
}

/** Renames an attribute, or changes its visibility or options. */
export async function updateAttribute(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'attributes.update'>,
  at: Date,
): Promise<Attribute> {
  const { workspace_id: workspaceId } = actor
  return withAttributesLock(services, actor, async (trx, attributes) => {
    const old = requireAttribute(attributes, id)
    if (body.name !== undefined)
      await assertUniqueName(trx, 'attributes', workspaceId, { name: body.name, exceptId: id })
    if (body.options) await changeOptions(trx, workspaceId, old, body.options)
    const fields = Object.keys(body)
    const attribute = { ...old, ...body }
    if (fields.length) await updateAttributeColumns(trx, workspaceId, id, body)
    const { name, visibility } = attribute
    const changes =
      visibility === old.visibility ? {} : { visibility: { from: old.visibility, to: visibility } }
    await audit(trx, actor, 'attribute.update', { attribute_id: id, name, fields, ...changes }, at)
    return attribute
  })
}

/** Deletes an attribute with its values. Throws used_by_rule. */
export async function deleteAttribute(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await withAttributesLock(services, actor, async (trx, attributes) => {
    const { name } = requireAttribute(attributes, id)
    await assertUnusedByRules(trx, workspaceId, id)
    await deleteAttributeRows(trx, workspaceId, id)
    await audit(trx, actor, 'attribute.delete', { attribute_id: id, name }, at)
  })
}
