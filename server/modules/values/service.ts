import type { Language } from '#contract/schemas/common.ts'
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
import { listValues } from './queries.ts'

const foldCase = (text: string) => text.normalize('NFC').toLowerCase()
/** A tag out of a name: letters and digits, the rest as hyphens. */
const slugFromName = (name: string) =>
  foldCase(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40) || 'value'

/**
 * Values of one team change one after another, so that names stay unique, one is the default, and
 * ten are the most. Every page is told.
 */
async function withValuesLock<T>(
  { db, events }: Services,
  actor: Actor,
  work: (trx: Trx, alive: ValueRow[]) => Promise<T>,
): Promise<T> {
  const { workspace_id: workspaceId } = actor
  const done = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return work(trx, await listValues(trx, workspaceId))
  })
  events.publish(workspaceId, ['config'])
  return done
}

function assertUniqueValue(
  others: ValueRow[],
  { name, tag }: { name?: string | undefined; tag?: string | undefined },
): void {
  if (name !== undefined && others.some((one) => foldCase(one.name) === foldCase(name)))
    throwRefusal('not_unique', { field: 'name' })
  if (tag !== undefined && others.some((one) => foldCase(one.tag) === foldCase(tag)))
    throwRefusal('not_unique', { field: 'tag' })
}

async function setDefaultValue(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable('values')
    .set({ is_default: false })
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
  await trx
    .updateTable('values')
    .set({ is_default: true })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

async function loadValue(trx: Trx, workspaceId: string, id: string): Promise<Value> {
  const row = (await listValues(trx, workspaceId)).find((one) => one.id === id)
  return row ? presentValue(row) : throwRefusal('not_found')
}

const uniqueKeywords = (keywords: string[]) => [
  ...new Map(keywords.map((word) => [foldCase(word), word])).values(),
]

/**
 * Adds a value; refuses with not_unique and values_full. Without a tag it gets one of its name's.
 */
export async function createValue(
  services: Services,
  actor: Actor,
  body: BodyOf<'values.create'>,
  at: Date,
): Promise<Value> {
  const { workspace_id: workspaceId } = actor
  return withValuesLock(services, actor, async (trx, alive) => {
    if (alive.length >= limits.values_max)
      throwRefusal('values_full', { params: { finish: limits.values_max } })
    assertUniqueValue(alive, body)
    let tag = body.tag ?? slugFromName(body.name)
    for (let n = 2; alive.some((one) => foldCase(one.tag) === tag); n += 1)
      tag = `${slugFromName(body.name).slice(0, 37)}-${n}`
    const { default: wanted, keywords, ...fields } = body
    const id = newId(at)
    await trx
      .insertInto('values')
      .values({
        workspace_id: workspaceId,
        id,
        ...fields,
        tag,
        keywords: uniqueKeywords(keywords),
        is_default: false,
        created_at: at,
        updated_at: at,
        retired_at: null,
      })
      .execute()
    if (wanted || alive.length === 0) await setDefaultValue(trx, workspaceId, id)
    await audit(trx, actor, 'value.create', { value_id: id, name: body.name }, at)
    return loadValue(trx, workspaceId, id)
  })
}

/**
 * Changes a value. The default is taken over by another, never just given up: `default: false` on
 * it is refused as required.
 */
export async function updateValue(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'values.update'>,
  at: Date,
): Promise<Value> {
  const { workspace_id: workspaceId } = actor
  return withValuesLock(services, actor, async (trx, alive) => {
    const old = alive.find((one) => one.id === id)
    if (!old) throwRefusal('not_found')
    assertUniqueValue(
      alive.filter((one) => one.id !== id),
      body,
    )
    const { default: wanted, keywords, ...fields } = body
    if (wanted === false && old.is_default) throwRefusal('required', { field: 'default' })
    await trx
      .updateTable('values')
      .set({
        ...fields,
        ...(keywords ? { keywords: uniqueKeywords(keywords) } : {}),
        updated_at: at,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    if (wanted) await setDefaultValue(trx, workspaceId, id)
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
 * Retires a value: its posts keep it. Another becomes the default when it was; the last one stays
 * (last_value).
 */
export async function deleteValue(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await withValuesLock(services, actor, async (trx, alive) => {
    const old = alive.find((one) => one.id === id)
    if (!old) throwRefusal('not_found')
    const heir = alive.find((one) => one.id !== id)
    if (!heir) throwRefusal('last_value')
    await trx
      .updateTable('values')
      .set({ retired_at: at, is_default: false, updated_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    if (old.is_default) await setDefaultValue(trx, workspaceId, heir.id)
    await audit(trx, actor, 'value.delete', { value_id: id, name: old.name }, at)
  })
}

/**
 * The sixteen suggestions of a language (web/locales/<language>/presets.json): the presets of new
 * teams and more.
 */
export async function listValueSuggestions(
  { db }: Services,
  actor: Actor,
  language: Language,
): Promise<ValueSuggestion[]> {
  const texts = readMessages(language, 'presets')
  const list = z.array(valueCreate)
  const presets = [...list.parse(texts['values']), ...list.parse(texts['suggestions'])]
  const alive = await db.tenant(actor.workspace_id, (trx) => listValues(trx, actor.workspace_id))
  return presets.map(({ name, description, color, emoji, keywords, tag }) => ({
    name,
    description,
    color,
    emoji,
    keywords,
    tag: tag ?? slugFromName(name),
    taken: alive.some((one) => foldCase(one.name) === foldCase(name)),
  }))
}
