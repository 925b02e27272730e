import type { Readable } from 'node:stream'

/**
 * A message from a child to its parent: a piece of the result, or the errors of a refusal as JSON.
 */
export type Frame = { kind: 'data' | 'refusal'; payload: Buffer }

const headerBytes = 5
const refusalMark = 1

export function encodeFrame(kind: Frame['kind'], payload: Uint8Array): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(kind === 'refusal' ? refusalMark : 0, 0)
  header.writeUInt32LE(payload.length, 1)
  return Buffer.concat([header, payload])
}

/**
 * Yields the frames of a stream. Throws when a frame exceeds `frameBytesMax` or the stream ends
 * within a frame.
 */
export async function* decodeFrames(
  stream: Readable,
  frameBytesMax: number,
): AsyncGenerator<Frame> {
  let chunks: Buffer[] = []
  let available = 0
  let needed = headerBytes
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    available += chunk.length
    while (available >= needed) {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      const size = bytes.readUInt32LE(1)
      if (size > frameBytesMax) throw new Error('sandbox: frame too large')
      needed = headerBytes + size
      chunks = [bytes]
      if (available < needed) break
      yield {
        kind: bytes.readUInt8(0) === refusalMark ? 'refusal' : 'data',
        payload: bytes.subarray(headerBytes, needed),
      }
      chunks = [bytes.subarray(needed)]
      available -= needed
      needed = headerBytes
    }
  }
  if (available) throw new Error('sandbox: stream ended within a frame')
}
