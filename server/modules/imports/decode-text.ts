/**
 * Text files come in the encoding and with the delimiter of whoever made them; these guess both
 * from the content.
 */
import { detectFileType } from '#server/platform/files/file-type.ts'

const decodeStrict = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** UTF-16 without a mark: every second byte of mostly Latin text, digits and commas is zero. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length, 2_000) & ~1
  let [even, odd] = [0, 0]
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) even += 1
    if (bytes[index + 1] === 0) odd += 1
  }
  const many = (length / 2) * 0.4
  if (length < 4 || Math.max(even, odd) < many) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Old single-byte files: Cyrillic words are runs of high bytes, accents of Western languages stand
 * alone.
 */
function detectSingleByteEncoding(bytes: Uint8Array): 'windows-1251' | 'windows-1252' {
  let [high, beside] = [0, 0]
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) < 0xc0) continue
    high += 1
    if ((bytes[index - 1] ?? 0) >= 0xc0 || (bytes[index + 1] ?? 0) >= 0xc0) beside += 1
  }
  return beside > high / 2 ? 'windows-1251' : 'windows-1252'
}

/**
 * The text of a file; undefined when it is no text (a picture, a PDF, an old .xls, anything with
 * NUL characters).
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (detectFileType(bytes)) return undefined
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : detectUtf16(bytes)
  let text: string
  if (marked) text = new TextDecoder(marked).decode(bytes)
  else {
    try {
      text = decodeStrict(bytes, 'utf-8')
    } catch {
      text = new TextDecoder(detectSingleByteEncoding(bytes)).decode(bytes)
    }
  }
  const start = text.slice(0, 65_536)
  // eslint-disable-next-line no-control-regex
  const odd = start.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  return odd > start.length / 100 || text.includes('\u0000') ? undefined : text
}

const delimiters = [',', ';', '\t', '|'] as const

/** How often each delimiter stands outside quotes in each of the first lines. */
function countDelimiters(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [new Map()]
  let [quoted, filled] = [false, false]
  for (const letter of text.slice(0, 65_536)) {
    if (letter === '"') quoted = !quoted
    else if (quoted) continue
    else if (letter === '\n' || letter === '\r') {
      if (filled) lines.push(new Map())
      if (lines.length > 20) break
      filled = false
      continue
    } else if ((delimiters as readonly string[]).includes(letter))
      lines.at(-1)?.set(letter, (lines.at(-1)?.get(letter) ?? 0) + 1)
    filled = true
  }
  return filled ? lines : lines.slice(0, -1)
}

/**
 * The delimiter that stands in most lines, then the one that stands most often; `sep=;` in the
 * first line says it outright.
 */
export function detectDelimiter(text: string): {
  delimiter: string
  text: string
  skipped: number
} {
  const said = /^sep=(.)\r?\n/i.exec(text)
  if (said) return { delimiter: said[1] ?? ',', text: text.slice(said[0].length), skipped: 1 }
  const lines = countDelimiters(text)
  let [delimiter, best] = [',', 0]
  for (const one of delimiters) {
    const counts = lines.map((line) => line.get(one) ?? 0)
    const score =
      counts.filter(Boolean).length * 10_000 +
      Math.min(
        counts.reduce((sum, n) => sum + n, 0),
        9_999,
      )
    if (score > best) [delimiter, best] = [one, score]
  }
  return { delimiter, text, skipped: 0 }
}
