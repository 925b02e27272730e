/**
 * Guesses the encoding and the delimiter of a text file from its content, because uploads have no
 * standard.
 */
import { detectFileType } from '#server/platform/files/file-type.ts'

const decodeStrict = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

function utf16ByMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/**
 * Detects UTF-16 without a byte order mark: in mostly Latin text, digits and commas every second
 * byte is zero.
 */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length, 2_000) & ~1
  let [even, odd] = [0, 0]
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) even += 1
    if (bytes[index + 1] === 0) odd += 1
  }
  const threshold = (length / 2) * 0.4
  if (length < 4 || Math.max(even, odd) < threshold) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Detects the code page of a single-byte file. Cyrillic words are runs of high bytes, and Western
 * accents are single high bytes.
 */
function detectSingleByteEncoding(bytes: Uint8Array): 'windows-1251' | 'windows-1252' {
  let [high, adjacent] = [0, 0]
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) < 0xc0) continue
    high += 1
    if ((bytes[index - 1] ?? 0) >= 0xc0 || (bytes[index + 1] ?? 0) >= 0xc0) adjacent += 1
  }
  return adjacent > high / 2 ? 'windows-1251' : 'windows-1252'
}

/**
 * Returns the text of a file, or undefined for a binary file: a picture, a PDF, an old .xls, or any
 * file with NUL characters.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (detectFileType(bytes)) return undefined
  const utf16 = utf16ByMark(bytes) ?? detectUtf16(bytes)
  let text: string
  if (utf16) text = new TextDecoder(utf16).decode(bytes)
  else {
    try {
      text = decodeStrict(bytes, 'utf-8')
    } catch {
      text = new TextDecoder(detectSingleByteEncoding(bytes)).decode(bytes)
    }
  }
  const head = text.slice(0, 65_536)
  // eslint-disable-next-line no-control-regex
  const controlChars = head.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  return controlChars > head.length / 100 || text.includes('\u0000') ? undefined : text
}

const delimiters = [',', ';', '\t', '|'] as const

/** Returns the count of each delimiter outside quotes, for each of the first lines. */
function countDelimiters(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [new Map()]
  let [quoted, filled] = [false, false]
  for (const char of text.slice(0, 65_536)) {
    if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '\n' || char === '\r') {
      if (filled) lines.push(new Map())
      if (lines.length > 20) break
      filled = false
      continue
    } else if ((delimiters as readonly string[]).includes(char))
      lines.at(-1)?.set(char, (lines.at(-1)?.get(char) ?? 0) + 1)
    filled = true
  }
  return filled ? lines : lines.slice(0, -1)
}

/**
 * Returns the delimiter found in most lines, then the most frequent one. A first line `sep=;`
 * overrides the guess.
 */
export function detectDelimiter(text: string): {
  delimiter: string
  text: string
  skipped: number
} {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  if (declared)
    return { delimiter: declared[1] ?? ',', text: text.slice(declared[0].length), skipped: 1 }
  const lines = countDelimiters(text)
  let [delimiter, best] = [',', 0]
  for (const candidate of delimiters) {
    const counts = lines.map((line) => line.get(candidate) ?? 0)
    const score =
      counts.filter(Boolean).length * 10_000 +
      Math.min(
        counts.reduce((sum, n) => sum + n, 0),
        9_999,
      )
    if (score > best) [delimiter, best] = [candidate, score]
  }
  return { delimiter, text, skipped: 0 }
}
