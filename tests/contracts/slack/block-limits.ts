/**
 * The limits of Slack's blocks that no schema has: they are in the doc comments of @slack/types
 * 3.2.0 and in docs.slack.dev/reference/block-kit. Returns one line for each violation.
 */
type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maximum characters of a text, or of the text in a text object, by the type of its owner. */
const lengthLimits: Record<string, Record<string, number>> = {
  modal: { title: 24, submit: 24, close: 24, callback_id: 255, private_metadata: 3_000 },
  home: { callback_id: 255, private_metadata: 3_000 },
  header: { text: 150 },
  section: { text: 3_000 },
  input: { label: 2_000, hint: 2_000 },
  image: { alt_text: 2_000, title: 2_000, image_url: 3_000 },
  button: { text: 75, value: 2_000, url: 3_000, accessibility_label: 75 },
  confirm: { title: 100, text: 300, confirm: 30, deny: 30 },
  option: { text: 75, description: 75, value: 75, url: 3_000 },
  option_group: { label: 75 },
  plain_text_input: { initial_value: 3_000 },
}
/** Limits of keys that many types share. */
const sharedLengthLimits = { block_id: 255, action_id: 255, placeholder: 150, external_id: 255 }
/** Minimum and maximum entries of a list, by the type of its owner. */
const sizeLimits: Record<string, Record<string, [number, number]>> = {
  modal: { blocks: [0, 100] },
  home: { blocks: [0, 100] },
  section: { fields: [1, 10] },
  context: { elements: [1, 10] },
  actions: { elements: [1, 25] },
  checkboxes: { options: [1, 10] },
  radio_buttons: { options: [1, 10] },
  overflow: { options: [1, 5] },
  static_select: { options: [1, 100], option_groups: [1, 100] },
  multi_static_select: { options: [1, 100], option_groups: [1, 100] },
}
const fieldTextMax = 2_000
const textMax = 3_000

function lengthOf(value: unknown): number | null {
  const text = isObject(value) && 'text' in value ? value['text'] : value
  return typeof text === 'string' ? text.length : null
}

/** Objects of these keys have no `type` that names them. */
function kindOf(value: Json, key: string): string {
  if (key === 'confirm' && isObject(value['title'])) return 'confirm'
  if (key === 'option_groups') return 'option_group'
  if (['options', 'initial_option', 'initial_options'].includes(key)) return 'option'
  return typeof value['type'] === 'string' ? value['type'] : ''
}

function checkObject(value: Json, kind: string, path: string): string[] {
  const lengths = { ...sharedLengthLimits, ...lengthLimits[kind] }
  const tooLong = Object.entries(lengths).flatMap(([key, max]) => {
    const length = lengthOf(value[key])
    return length !== null && length > max
      ? [`${path}.${key}: ${length} characters, max ${max}`]
      : []
  })
  const wrongSize = Object.entries(sizeLimits[kind] ?? {}).flatMap(([key, [min, max]]) => {
    const list = value[key]
    return Array.isArray(list) && (list.length < min || list.length > max)
      ? [`${path}.${key}: ${list.length} entries, allowed ${min} to ${max}`]
      : []
  })
  const isText = kind === 'plain_text' || kind === 'mrkdwn'
  const length = isText ? lengthOf(value) : null
  const max = /\.fields\.\d+$/.test(path) ? fieldTextMax : textMax
  const wrongText =
    length !== null && (length < 1 || length > max)
      ? [`${path}: ${length} characters, allowed 1 to ${max}`]
      : []
  const emptySection =
    kind === 'section' && !value['text'] && !value['fields'] ? [`${path}: no text, no fields`] : []
  return [...tooLong, ...wrongSize, ...wrongText, ...emptySection]
}

function checkValue(value: unknown, key: string, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => checkValue(entry, key, `${path}.${index}`))
  if (!isObject(value)) return []
  return [
    ...checkObject(value, kindOf(value, key), path),
    ...Object.entries(value).flatMap(([name, child]) => checkValue(child, name, `${path}.${name}`)),
  ]
}

function findDuplicates(ids: unknown[], path: string): string[] {
  const given = ids.filter((id) => typeof id === 'string')
  return given
    .filter((id, index) => given.indexOf(id) !== index)
    .map((id) => `${path}: "${id}" is used twice`)
}

function checkIds(blocks: Json[]): string[] {
  const elementsOf = (block: Json) =>
    [block['elements'], block['accessory'], block['element']].flat().filter(isObject)
  return [
    ...findDuplicates(
      blocks.map((block) => block['block_id']),
      'block_id',
    ),
    ...blocks.flatMap((block) =>
      findDuplicates(
        elementsOf(block).map((element) => element['action_id']),
        'action_id',
      ),
    ),
  ]
}

const listBlocks = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

export function checkViewLimits(view: unknown): string[] {
  if (!isObject(view)) return []
  const blocks = listBlocks(view['blocks'])
  const needsSubmit =
    view['type'] === 'modal' && !view['submit'] && blocks.some((block) => block['type'] === 'input')
  return [
    ...checkValue(view, 'view', 'view'),
    ...checkIds(blocks),
    ...(needsSubmit ? ['view: a modal with an input needs submit'] : []),
  ]
}

const messageBlocksMax = 50
export function checkMessageLimits(blocks: unknown): string[] {
  const list = listBlocks(blocks)
  return [
    ...(list.length > messageBlocksMax
      ? [`blocks: ${list.length} entries, max ${messageBlocksMax}`]
      : []),
    // Messages may hold input blocks for some elements only; ours use actions instead.
    ...(list.some((block) => block['type'] === 'input') ? ['blocks: input in a message'] : []),
    ...checkValue(blocks, 'blocks', 'blocks'),
    ...checkIds(list),
  ]
}
