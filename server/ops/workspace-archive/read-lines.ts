import { createReadStream } from 'node:fs'

const lineBytesMax = 8 * 2 ** 20

/**
 * Yields the lines of a file. Unlike node:readline it splits at line feeds alone: JSON may contain
 * U+2028. Throws when the last line has no end, or when a line is longer than 8 MB.
 */
export async function* readJsonLines(path: string): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      bytes = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    parts.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes > lineBytesMax) throw new Error('a line is longer than 8 MB')
  }
  if (parts.length) throw new Error('the last line has no end')
}
