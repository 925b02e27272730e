// Written by hand, because the ZIP libraries among our packages compress in JavaScript on the event
// loop. The deflate of node:zlib runs in its thread pool and waits for slow readers.
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive. Its content is read only when the archive reaches it. */
export type ZipEntry = { name: string; content: AsyncIterable<string | Uint8Array> }

const localHeaderSignature = 0x04034b50
const descriptorSignature = 0x08074b50
const centralHeaderSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
/** Sizes follow the content (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x0808
const deflateMethod = 8
/** 1 January 1980, the earliest day of the format: the archive does not tell when it was made. */
const dosDate = 0x0021
/** Larger sizes and offsets need Zip64, which not every reader knows. */
const bytesMax = 0xffffffff

type Written = { name: Buffer; crc: number; packedBytes: number; bytes: number; offset: number }

/** Returns the fields that the local and the central header of an entry share. */
function headerFields({ name, crc, packedBytes, bytes }: Omit<Written, 'offset'>): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(deflateMethod, 4)
  fields.writeUInt16LE(dosDate, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(packedBytes, 14)
  fields.writeUInt32LE(bytes, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function toUint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

function centralHeader(entry: Written): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(centralHeaderSignature, 0)
  head.writeUInt16LE(version, 4)
  // Comment length, disk and attributes stay 0.
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(entry.offset, 10)
  return Buffer.concat([head, headerFields(entry), tail, entry.name])
}

function endRecord(entries: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/**
 * Yields a ZIP archive with these files, in this order. Memory holds a chunk of the content, not a
 * file. Throws a RangeError beyond 4 GB.
 */
export async function* streamZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  const advance = (bytes: number) => {
    offset += bytes
    if (offset > bytesMax) throw new RangeError('archive larger than 4 GB')
  }
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packedBytes: 0, bytes: 0, offset }
    const header = Buffer.concat([toUint32s(localHeaderSignature), headerFields(entry), entry.name])
    advance(header.length)
    yield header
    const deflate = createDeflateRaw()
    const count = async function* () {
      for await (const part of content) {
        const chunk = typeof part === 'string' ? Buffer.from(part) : part
        entry.crc = crc32(chunk, entry.crc)
        entry.bytes += chunk.length
        if (entry.bytes > bytesMax) throw new RangeError(`${name} is larger than 4 GB`)
        yield chunk
      }
    }
    // A failure of the content destroys the deflate stream, so that the loop below throws it.
    pipeline(Readable.from(count()), deflate, () => undefined)
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packedBytes += chunk.length
      advance(chunk.length)
      yield chunk
    }
    const descriptor = toUint32s(descriptorSignature, entry.crc, entry.packedBytes, entry.bytes)
    advance(descriptor.length)
    yield descriptor
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(centralHeader))
  yield Buffer.concat([directory, endRecord(written.length, directory.length, offset)])
}
