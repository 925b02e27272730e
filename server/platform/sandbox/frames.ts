import type { Readable } from 'node:stream'

/** What a child writes to its parent: pieces of the result, or the errors of a refusal as JSON. */
export type Frame = { kind: 'data' | 'refusal'; payload: Buffer }

const header_bytes = 5
const refusal_mark = 1

export function encodeFrame(kind: Frame['kind'], payload: Uint8Array): Buffer {
  const header = Buffer.alloc(header_bytes)
  header.writeUInt8(kind === 'refusal' ? refusal_mark : 0, 0)
  header.writeUInt32LE(payload.length, 1)
  return Buffer.concat([header, payload])
}

/**
 * Yields the frames of a stream. Throws on a frame larger than `frameBytesMax` and on a stream that
 * ends within a frame.
 */
export async function* decodeFrames(
  stream: Readable,
  frameBytesMax: number,
): AsyncGenerator<Frame> {
  let chunks: Buffer[] = []
  let available = 0
  let needed = header_bytes
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    available += chunk.length
    while (available >= needed) {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      const size = bytes.readUInt32LE(1)
      if (size > frameBytesMax) throw new Error('sandbox: frame too large')
      needed = header_bytes + size
      chunks = [bytes]
      if (available < needed) break
      yield {
        kind: bytes.readUInt8(0) === refusal_mark ? 'refusal' : 'data',
        payload: bytes.subarray(header_bytes, needed),
      }
      chunks = [bytes.subarray(needed)]
      available -= needed
      needed = header_bytes
    }
  }
  if (available) throw new Error('sandbox: stream ended within a frame')
}
