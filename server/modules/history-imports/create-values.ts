import { foldTag } from '#contract/fold-text.ts'
import { limits } from '#contract/limits.ts'
import type { HistoryStart } from '#contract/schemas/history-imports.ts'
import { insertValues, listValues } from '#server/modules/values/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { listHistoryTags, setTagValue } from './queries.ts'

const valueColor = '#8C8C8C'
const valueEmoji = '🏷️'

/** Returns the name of a value for a hashtag: "customer-first" is "Customer first". */
const toValueName = (tag: string) => {
  const words = tag.replaceAll(/[-_]+/g, ' ').trim() || tag
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, limits.value_name_chars_max)
}
/** Returns a tag as the contract has it: letters with marks, digits, `_` and `-`. */
const toValueTag = (tag: string) =>
  foldTag(tag)
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replaceAll(/^[-\p{M}]+|-+$/gu, '')
    .slice(0, 40) || 'value'

/**
 * Creates a value for each hashtag without one, the most used first. Those beyond the limit of a
 * team are retired from the start, so they stay on their posts and are not offered.
 */
async function createValues(
  trx: Trx,
  workspaceId: string,
  importId: string,
  at: Date,
): Promise<void> {
  const active = await listValues(trx, workspaceId)
  const taken = new Set(active.flatMap(({ name, tag }) => [foldTag(name), foldTag(tag)]))
  let free = limits.values_max - active.length
  for (const { tag } of (
    await listHistoryTags(trx, workspaceId, importId, limits.history_tags_max)
  ).filter(({ value_id: valueId }) => valueId === null)) {
    const [name, valueTag] = [toValueName(tag), toValueTag(tag)]
    const isFree = free > 0 && !taken.has(foldTag(name)) && !taken.has(valueTag)
    if (isFree) free -= 1
    taken.add(foldTag(name))
    taken.add(valueTag)
    const id = newId(at)
    await insertValues(trx, [
      {
        workspace_id: workspaceId,
        id,
        name,
        description: '',
        color: valueColor,
        emoji: valueEmoji,
        keywords: [],
        tag: valueTag,
        is_default: false,
        created_at: at,
        updated_at: at,
        retired_at: isFree ? null : at,
      },
    ])
    await setTagValue(trx, workspaceId, importId, { tag, valueId: id, created: true })
  }
}

/**
 * Gives the hashtags of an import their values. The caller holds the settings lock. Throws
 * value_required for an unknown or retired value, and not_unique for a repeated hashtag.
 */
export async function chooseValues(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { values, create_values: creates }: HistoryStart,
  at: Date,
): Promise<void> {
  const active = new Set((await listValues(trx, workspaceId)).map(({ id }) => id))
  if (new Set(values.map(({ tag }) => tag)).size !== values.length)
    throwRefusal('not_unique', { field: 'values' })
  for (const { tag, value_id: valueId } of values) {
    if (!active.has(valueId)) throwRefusal('value_required', { field: 'values' })
    await setTagValue(trx, workspaceId, importId, {
      tag: foldTag(tag.replace(/^#/, '')),
      valueId,
      created: false,
    })
  }
  if (creates) await createValues(trx, workspaceId, importId, at)
}
