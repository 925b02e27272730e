import { hash } from 'node:crypto'
import type { HistoryField, HistoryProduct, HistoryRowCode } from '#contract/history-imports.ts'
import { normalizeAddress } from '#contract/email-address.ts'
import { foldTag } from '#contract/fold-text.ts'
import { limits } from '#contract/limits.ts'
import type { DateOrder } from '#contract/schemas/imports.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { parseMoment } from './parse-moment.ts'

/** How the cells of a file are read. `today` is the workspace's. */
export type HistoryMapping = {
  product: HistoryProduct
  at: Partial<Record<HistoryField, number>>
  dateOrder: DateOrder
  timezone: string
  today: string
}
/** Someone in a file: an address or, without one, a name in lower case is the key. */
export type FilePerson = { key: string; name: string; email: string }
export type ParsedRow =
  | { code: HistoryRowCode }
  | {
      at: Date
      day: string
      giver: FilePerson
      receivers: FilePerson[]
      points: number
      text: string
      tag: string
      isPrivate: boolean
    }

const addressPattern = /[^\s@<>,;"'()]+@[^\s@<>,;"'()]+\.[^\s@<>,;"'()]+/
const nameCharsMax = 120
const keyCharsMax = 254
const tagCharsMax = 40

/** Returns the beginning of a text, without half of a character at its end. */
const cutText = (text: string, charsMax: number) =>
  text.slice(0, charsMax).replace(/\p{Surrogate}$/u, '')

/** Returns the person of a cell: "Ann Lee", "@ann", "ann@example.com" or "Ann Lee <ann@…>". */
function toPerson(cell: string, address = ''): FilePerson | undefined {
  const written = (addressPattern.exec(address) ?? addressPattern.exec(cell))?.[0] ?? ''
  const email = normalizeAddress(written) ?? written.toLowerCase()
  const name = cutText(
    cell
      .replace(addressPattern, '')
      .replaceAll(/[<>"]/g, ' ')
      .replace(/^\s*@/, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    nameCharsMax,
  )
  const key = email || name.toLowerCase()
  return key ? { key: cutText(key, keyCharsMax), name, email } : undefined
}

/** Splits a cell of several people. A comma separates them unless another sign does. */
function splitPeople(cell: string): string[] {
  const separator = /[;|\n]/.test(cell) ? /[;|\n]/ : /,/
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}

function readReceivers(names: string, addresses: string): FilePerson[] {
  const [named, addressed] = [splitPeople(names), splitPeople(addresses)]
  const people =
    addressed.length > 0
      ? addressed.map((address, index) =>
          toPerson(named.length === addressed.length ? (named[index] ?? '') : '', address),
        )
      : named.map((name) => toPerson(name))
  return [
    ...new Map(
      people.flatMap((person): [string, FilePerson][] => (person ? [[person.key, person]] : [])),
    ).values(),
  ]
}

/** Returns the points of a cell: a whole number, also as "+10", "1,000" or "10 points". */
function readPoints(cell: string): number | HistoryRowCode {
  if (!cell) return 0
  const found = /^([+-]?)(\d{1,3}(?:[ ,.]\d{3})+|\d+)(?:[.,]0+)?(?:\s*[\p{L}\p{So}]+)?$/u.exec(cell)
  if (!found) return 'points_unreadable'
  const points = Number((found[2] ?? '').replaceAll(/[ ,.]/g, ''))
  if (found[1] === '-' && points > 0) return 'points_negative'
  return points > limits.history_points_max ? 'points_too_high' : points
}

/** Returns the first hashtag without its sign, in lower case with the marks of its letters. */
function readTag(cell: string, text: string): string {
  const first = cell
    .split(/[;|,]/)
    .map((part) => part.replace(/^[\s#]+/, '').trim())
    .find(Boolean)
  const tag =
    first ??
    (cell ? undefined : /#([\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]{1,39})/u.exec(foldTag(text))?.[1])
  return cutText(foldTag(tag ?? ''), tagCharsMax)
}

/** Returns a row of the file as a post, or why it becomes none. */
export function parseHistoryRow(mapping: HistoryMapping, cells: readonly string[]): ParsedRow {
  const cell = (field: HistoryField) => cells[mapping.at[field] ?? -1] ?? ''
  const moment = parseMoment(cell('date'), mapping.dateOrder)
  if (!moment) return { code: 'date_unreadable' }
  const day = moment.day ?? toLocalDay(moment.at, mapping.timezone)
  if (day > mapping.today || Number(day.slice(0, 4)) < limits.history_first_year)
    return { code: 'date_out_of_range' }
  const giver = toPerson(cell('giver'), cell('giver_email'))
  if (!giver) return { code: 'giver_missing' }
  const receivers = readReceivers(cell('receivers'), cell('receiver_emails'))
  if (receivers.length === 0) return { code: 'receiver_missing' }
  const receiversChars = Math.max(cell('receivers').length, cell('receiver_emails').length)
  const isCut = receiversChars >= limits.history_cell_chars_max
  if (receivers.length > limits.history_receivers_max || isCut)
    return { code: 'too_many_receivers' }
  if (receivers.some(({ key }) => key === giver.key)) return { code: 'self_recognition' }
  const points = readPoints(cell('points'))
  if (typeof points === 'string') return { code: points }
  const text = cutText(cell('text'), limits.history_text_chars_max)
  return {
    at: moment.at,
    day,
    giver,
    receivers,
    points,
    text,
    tag: readTag(cell('tag'), text),
    isPrivate: /^(1|true|t|yes|y|private)$/i.test(cell('private')),
  }
}

type Post = Exclude<ParsedRow, { code: HistoryRowCode }>

/**
 * Returns the hash of a row's content. Rows with the same content differ by `occurrence`, their
 * number in the file from 1.
 */
export const hashPost = (product: HistoryProduct, post: Post, occurrence: number): Buffer =>
  hash(
    'sha256',
    [
      product,
      post.at.toISOString(),
      post.giver.key,
      post.receivers
        .map(({ key }) => key)
        .toSorted()
        .join('\u0001'),
      post.points,
      post.text,
      occurrence,
    ].join('\u0000'),
    'buffer',
  )

/**
 * Returns a UUIDv7 of a post's time and its hash, so that the same row of a file is the same post
 * whenever it is imported.
 */
export function toPostId(at: Date, digest: Buffer): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const bytes = Buffer.from(digest.subarray(0, 10))
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  return `${time}${bytes.toString('hex')}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  )
}
