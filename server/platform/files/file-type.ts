// No package file-type, because ten signatures distinguish all types of uploads.
/** File types detected by their content, whatever their name says. */
export type FileType = 'png' | 'jpeg' | 'gif' | 'webp' | 'zip' | 'pdf' | 'ole' | 'gzip'

/** Magic numbers as Latin-1 text at an offset. */
const magicNumbers: [FileType, number, string][] = [
  ['png', 0, '\x89PNG\r\n\x1A\n'],
  ['jpeg', 0, '\xFF\xD8\xFF'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['pdf', 0, '%PDF-'],
  ['ole', 0, '\xD0\xCF\x11\xE0'],
  ['gzip', 0, '\x1F\x8B'],
]
const magicBytesMax = 16

/** Returns the type of a file by its first bytes; undefined for text and unknown types. */
export function detectFileType(bytes: Uint8Array): FileType | undefined {
  const start = Buffer.from(bytes.subarray(0, magicBytesMax)).toString('latin1')
  return magicNumbers.find(
    ([type, offset, mark]) =>
      start.startsWith(mark, offset) && (type !== 'webp' || start.startsWith('RIFF')),
  )?.[0]
}
