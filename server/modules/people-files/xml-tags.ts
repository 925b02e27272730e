// A scan before read-excel-file, whose parser builds the whole document: it refuses documents out
// of bounds in milliseconds, before that parser runs.
import { throwUnreadable } from './throw-unreadable.ts'

/**
 * An opening tag: name without prefix, text after the name, end position, and whether it is
 * self-closing.
 */
export type XmlTag = { name: string; text: string; end: number; isEmpty: boolean }

const tagCharsMax = 10_000
const attributePattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decodeEntities = (text: string) =>
  !text.includes('&')
    ? text
    : text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
const localName = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

/** Returns the position of the `>` that closes a tag. Quoted attribute values may contain `>`. */
function findTagEnd(xml: string, from: number): number {
  let quote = 0
  for (let at = from; at < Math.min(xml.length, from + tagCharsMax); at += 1) {
    const code = xml.charCodeAt(at)
    if (quote) quote = code === quote ? 0 : quote
    else if (code === 34 || code === 39) quote = code
    else if (code === 62) return at
  }
  return throwUnreadable()
}

/**
 * Returns the attributes of a tag by name without prefix. Throws file_unreadable for a repeated
 * name.
 */
export function parseAttributes({ text }: XmlTag): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attributePattern)) {
    if (name.startsWith('xmlns')) continue
    if (found.has(localName(name))) throwUnreadable()
    found.set(localName(name), decodeEntities(double ?? single ?? ''))
  }
  return found
}

/**
 * Returns the end of a comment or CDATA section. Throws file_unreadable for a document type:
 * spreadsheets have none, and it can define entities.
 */
function skipDeclaration(xml: string, at: number): number {
  const isComment = xml.startsWith('<!--', at)
  if (!isComment && !xml.startsWith('<![CDATA[', at)) throwUnreadable()
  const mark = isComment ? '-->' : ']]>'
  const end = xml.indexOf(mark, at)
  return end < 0 ? throwUnreadable() : end + mark.length
}

/** Calls `visit` for each opening tag with one of the names, in one pass and without a tree. */
export function scanTags(
  xml: string,
  names: ReadonlySet<string>,
  visit: (tag: XmlTag) => void,
): void {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const next = xml.charCodeAt(at + 1)
    if (next === 33) {
      at = skipDeclaration(xml, at)
      continue
    }
    const end = findTagEnd(xml, at)
    if (next !== 47 && next !== 63) {
      let nameEnd = at + 1
      while (nameEnd < end && xml.charCodeAt(nameEnd) > 32 && xml.charCodeAt(nameEnd) !== 47)
        nameEnd += 1
      const name = localName(xml.slice(at + 1, nameEnd))
      if (names.has(name))
        visit({ name, end, isEmpty: xml.charCodeAt(end - 1) === 47, text: xml.slice(nameEnd, end) })
    }
    at = end + 1
  }
}
