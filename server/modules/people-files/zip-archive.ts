// A reader before read-excel-file, which unpacks everything at once: it bounds the number of files
// and counts unpacked bytes, so that a small archive cannot fill the memory.
import { throwUnreadable } from './throw-unreadable.ts'
import { inflateRawSync } from 'node:zlib'

/**
 * One compressed file of a ZIP archive. The sizes in its headers are ignored, because they may be
 * false.
 */
type ZipEntry = { method: number; data: Uint8Array }

/**
 * Unpacks one file by its path, or returns undefined without one. The total unpacked size is
 * limited.
 */
export type ArchiveReader = (path: string) => Buffer | undefined

const entriesMax = 2_000
const endRecordBytes = 22
const commentBytesMax = 65_535
const [endSignature, centralSignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50]
const [stored, deflated] = [0, 8]

function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - endRecordBytes
  while (
    end >= 0 &&
    bytes.length - end <= endRecordBytes + commentBytesMax &&
    view.getUint32(end, true) !== endSignature
  )
    end -= 1
  if (end < 0 || view.getUint32(end, true) !== endSignature) throwUnreadable()
  const count = view.getUint16(end + 10, true)
  if (count > entriesMax) throwUnreadable()
  const entries = new Map<string, ZipEntry>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    // ZIP64 entries beyond 4 GB have the offset 0xffffffff and fail here.
    if (view.getUint32(at, true) !== centralSignature) throwUnreadable()
    const local = view.getUint32(at + 42, true)
    if (view.getUint32(local, true) !== localSignature) throwUnreadable()
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const name = Buffer.from(bytes.subarray(at + 46, nameEnd)).toString()
    if (entries.has(name)) throwUnreadable()
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      data: bytes.subarray(start, start + view.getUint32(at + 20, true)),
    })
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/**
 * Opens a ZIP archive. Throws file_unreadable if it is broken or if its files unpack to more than
 * `bytesMax` together.
 */
export function openArchive(bytes: Uint8Array, bytesMax: number): ArchiveReader {
  let entries: Map<string, ZipEntry>
  try {
    entries = readZipDirectory(bytes)
  } catch {
    return throwUnreadable()
  }
  let left = bytesMax
  return (path) => {
    const entry = entries.get(path)
    if (!entry) return undefined
    if (entry.method !== stored && entry.method !== deflated) throwUnreadable()
    let content: Buffer
    try {
      // Inflation stops at the limit regardless of the headers.
      content =
        entry.method === stored
          ? Buffer.from(entry.data)
          : inflateRawSync(entry.data, { maxOutputLength: Math.max(left, 1) })
    } catch {
      return throwUnreadable()
    }
    left -= content.length
    return left < 0 ? throwUnreadable() : content
  }
}

/**
 * Packs files into a new archive without compression, so that a parser receives only these files.
 */
export function packArchive(files: ReadonlyMap<string, Buffer>): ArrayBuffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of files) {
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(localSignature, 0)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(centralSignature, 0)
    central.writeUInt16LE(0x0800, 8)
    central.writeUInt32LE(content.length, 20)
    central.writeUInt32LE(content.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    parts.push(local, name, content)
    directory.push(central, name)
    offset += 30 + name.length + content.length
  }
  const end = Buffer.alloc(endRecordBytes)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(files.size, 8)
  end.writeUInt16LE(files.size, 10)
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  const archive = new ArrayBuffer(
    offset + directory.reduce((sum, part) => sum + part.length, 0) + endRecordBytes,
  )
  const bytes = new Uint8Array(archive)
  let at = 0
  for (const part of [...parts, ...directory, end]) {
    bytes.set(part, at)
    at += part.length
  }
  return archive
}
