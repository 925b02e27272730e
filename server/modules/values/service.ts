import type { Language } from '#contract/schemas/common.ts'
import { foldTag } from '#contract/fold-text.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import { type Value, valueCreate, type ValueSuggestion } from '#contract/schemas/values.ts'
import { z } from 'zod'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { readMessages } from '#server/platform/i18n/messages.ts'
import { presentValue, type ValueRow } from './present.ts'
import {
  insertValues,
  listValues,
  unmarkOtherDefaultValues,
  updateValueColumns,
} from './queries.ts'

const foldCase = (text: string) => text.normalize('NFC').toLowerCase()

/** Returns a tag for a name: its words, letters with marks and digits, joined by hyphens. */
const slugFromName = (name: string) =>
  (foldTag(name).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? ['value']).join('-').slice(0, 40)

/**
 * Runs `work` under the settings lock and publishes the change. The lock keeps names unique, one
 * default value, and at most ten values.
 */
async function withValuesLock<T>(
  { db, events }: Services,
  actor: Actor,
  work: (trx: Trx, active: ValueRow[]) => Promise<T>,
): Promise<T> {
  const { workspace_id: workspaceId } = actor
  const result = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return work(trx, await listValues(trx, workspaceId))
  })
  events.publish(workspaceId, ['config'])
  return result
}

function assertUniqueValue(
  others: ValueRow[],
  { name, tag }: { name?: string | undefined; tag?: string | undefined },
): void {
  if (name !== undefined && others.some((value) => foldCase(value.name) === foldCase(name)))
    throwRefusal('not_unique', { field: 'name' })
  if (tag !== undefined && others.some((value) => foldCase(value.tag) === foldCase(tag)))
    throwRefusal('not_unique', { field: 'tag' })
}

async function setDefaultValue(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await unmarkOtherDefaultValues(trx, workspaceId, id)
  await updateValueColumns(trx, workspaceId, id, { is_default: true })
}

async function loadValue(trx: Trx, workspaceId: string, id: string): Promise<Value> {
  const row = (await listValues(trx, workspaceId)).find((value) => value.id === id)
  return row ? presentValue(row) : throwRefusal('not_found')
}

const uniqueKeywords = (keywords: string[]) => [
  ...new Map(keywords.map((word) => [foldCase(word), word])).values(),
]

/**
 * Adds a value. Without a tag, the tag is derived from the name. Throws not_unique and values_full.
 */
export async function createValue(
  services: Services,
  actor: Actor,
  body: BodyOf<'values.create'>,
  at: Date,
): Promise<Value> {
  const { workspace_id: workspaceId } = actor
  return withValuesLock(services, actor, async (trx, active) => {
    if (active.length >= limits.values_max)
      throwRefusal('values_full', { params: { finish: limits.values_max } })
    assertUniqueValue(active, body)
    let tag = body.tag ?? slugFromName(body.name)
    for (let n = 2; active.some((value) => foldCase(value.tag) === tag); n += 1)
      tag = `${slugFromName(body.name).slice(0, 37)}-${n}`
    const { default: isDefault, keywords, ...fields } = body
    const id = newId(at)
    await insertValues(trx, [
      {
        workspace_id: workspaceId,
        id,
        ...fields,
        tag,
        keywords: uniqueKeywords(keywords),
        is_default: false,
        created_at: at,
        updated_at: at,
        retired_at: null,
      },
    ])
    if (isDefault || active.length === 0) await setDefaultValue(trx, workspaceId, id)
    await audit(trx, actor, 'value.create', { value_id: id, name: body.name }, at)
    return loadValue(trx, workspaceId, id)
  })
}

/**
 * Changes a value. The default can only move to another value: `default: false` on it throws
 * required.
 */
export async function updateValue(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'values.update'>,
  at: Date,
): Promise<Value> {
  const { workspace_id: workspaceId } = actor
  return withValuesLock(services, actor, async (trx, active) => {
    const old = active.find((value) => value.id === id)
    if (!old) throwRefusal('not_found')
    assertUniqueValue(
      active.filter((value) => value.id !== id),
      body,
    )
    const { default: isDefault, keywords, ...fields } = body
    if (isDefault === false && old.is_default) throwRefusal('required', { field: 'default' })
    await updateValueColumns(trx, workspaceId, id, {
      ...fields,
      ...(keywords ? { keywords: uniqueKeywords(keywords) } : {}),
      updated_at: at,
    })
    if (isDefault) await setDefaultValue(trx, workspaceId, id)
    await audit(
      trx,
      actor,
      'value.update',
      { value_id: id, name: body.name ?? old.name, fields: Object.keys(body) },
      at,
    )
    return loadValue(trx, workspaceId, id)
  })
}

/**
 * Retires a value; its posts keep it. Another value becomes the default if needed. Throws
 * last_value for the only value.
 */
export async function deleteValue(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await withValuesLock(services, actor, async (trx, active) => {
    const old = active.find((value) => value.id === id)
    if (!old) throwRefusal('not_found')
    const successor = active.find((value) => value.id !== id)
    if (!successor) throwRefusal('last_value')
    await updateValueColumns(trx, workspaceId, id, {
      retired_at: at,
      is_default: false,
      updated_at: at,
    })
    if (old.is_default) await setDefaultValue(trx, workspaceId, successor.id)
    await audit(trx, actor, 'value.delete', { value_id: id, name: old.name }, at)
  })
}

/**
 * Returns the sixteen suggested values of a language (web/locales/<language>/presets.json), which
 * include the presets.
 */
export async function listValueSuggestions(
  { db }: Services,
  actor: Actor,
  language: Language,
): Promise<ValueSuggestion[]> {
  const texts = readMessages(language, 'presets')
  const list = z.array(valueCreate)
  const presets = [...list.parse(texts['values']), ...list.parse(texts['suggestions'])]
  const active = await db.readSnapshot(actor.workspace_id, (trx) =>
    listValues(trx, actor.workspace_id),
  )
  return presets.map(({ name, description, color, emoji, keywords, tag }) => ({
    name,
    description,
    color,
    emoji,
    keywords,
    tag: tag ?? slugFromName(name),
    taken: active.some((value) => foldCase(value.name) === foldCase(name)),
  }))
}
