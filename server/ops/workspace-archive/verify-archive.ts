import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ArchiveFile,
  type ArchiveManifest,
  archiveManifest,
  type ArchivePicture,
  archivePicture,
  manifestFile,
  picturesFile,
  picturesFolder,
  signatureFile,
} from '#contract/workspace-archive/format.ts'
import { isStorageKey } from '#server/adapters/storage/storage.ts'
import { isIntact } from '#server/ops/backup-files.ts'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveNoun } from './describe-nouns.ts'
import { readJsonLines } from './read-lines.ts'
import { verifyManifest } from './signature.ts'
import { checkLines } from './verify-lines.ts'

export type VerifiedArchive = { folder: string; manifest: ArchiveManifest; fingerprint: string }

/** Reads the manifest and verifies its signature. */
async function readManifest(folder: string, signedBy?: string) {
  const bytes = await readFile(join(folder, manifestFile)).catch(() => {
    throw new ArchiveError(`${folder} is no archive: ${manifestFile} is missing`)
  })
  const jws = await readFile(join(folder, signatureFile), 'utf8').catch(() => {
    throw new ArchiveError(`${signatureFile} is missing`)
  })
  const fingerprint = await verifyManifest(jws, bytes, signedBy)
  const parsed: unknown = JSON.parse(bytes.toString('utf8'))
  const { format, version } = parsed as { format?: unknown; version?: unknown }
  if (format !== 1)
    throw new ArchiveError(
      `the archive of Laurel ${String(version)} has the format ${String(format)}; this version reads 1`,
    )
  const { data: manifest, error } = archiveManifest.safeParse(parsed)
  if (!manifest)
    throw new ArchiveError(`${manifestFile} is not valid: ${error.issues[0]?.path.join('.')}`)
  return { manifest, fingerprint }
}

/** Throws unless the archive was made with the schema of this installation. */
function assertSameSchema(manifest: ArchiveManifest, schema: string, nouns: ArchiveNoun[]): void {
  if (manifest.schema !== schema)
    throw new ArchiveError(
      `the archive was made by Laurel ${manifest.version} with the schema ${manifest.schema}; this installation has ${schema}: install the same version on both`,
    )
  const names = manifest.nouns.map((noun) => noun.name).join(' ')
  if (names !== nouns.map((noun) => noun.name).join(' '))
    throw new ArchiveError(`${manifestFile} names other nouns than this version`)
  const misnamed = manifest.nouns.find(
    ({ name, lines, schema: { file } }) =>
      lines.file !== `${name}.jsonl` || file !== `${name}.schema.json`,
  )
  if (misnamed || manifest.pictures.file !== picturesFile)
    throw new ArchiveError(`${manifestFile} names other files than this version`)
}

/** Throws when the folder has other files than the manifest names. */
async function assertExpectedNames(
  folder: string,
  expected: ReadonlySet<string>,
  prefix = '',
): Promise<void> {
  const found = new Set(await readdir(folder).catch(() => []))
  const extra = [...found].find((name) => !expected.has(name))
  if (extra !== undefined) throw new ArchiveError(`${prefix}${extra} is not part of the archive`)
  const missing = [...expected].find((name) => !found.has(name))
  if (missing !== undefined) throw new ArchiveError(`${prefix}${missing} is missing`)
}

/** Throws an ArchiveError when a file does not have the length and hash of the manifest. */
async function assertIntact(folder: string, file: ArchiveFile): Promise<void> {
  const { size } = await stat(join(folder, file.file))
  if (size < file.bytes) throw new ArchiveError(`${file.file} is cut`)
  if (size > file.bytes || !(await isIntact(folder, file)))
    throw new ArchiveError(`${file.file} was changed`)
}

/**
 * Yields the pictures with their keys in the store: each line of pictures.jsonl belongs to the same
 * line of files.jsonl. Throws an ArchiveError when they differ.
 */
export async function* readPictures(
  folder: string,
): AsyncGenerator<ArchivePicture & { storageKey: string }> {
  const files = readJsonLines(join(folder, 'files.jsonl'))
  for await (const line of readJsonLines(join(folder, picturesFile))) {
    const { data: picture } = archivePicture.safeParse(JSON.parse(line))
    const next = await files.next()
    const file = next.done
      ? undefined
      : (JSON.parse(next.value) as { id: string; storage_key: string })
    if (!picture || picture.id !== file?.id)
      throw new ArchiveError(`${picturesFile} does not list the pictures of files.jsonl`)
    if (!isStorageKey(file.storage_key) || file.storage_key.includes('/'))
      throw new ArchiveError(`files.jsonl has a picture with the key ${file.storage_key}`)
    yield { ...picture, storageKey: file.storage_key }
  }
}

/** Verifies the folder of pictures. It is read once for each picture, never as a whole. */
async function verifyPictures(folder: string, manifest: ArchiveManifest): Promise<void> {
  const names = new Set<string>()
  let [rows, missing] = [0, 0]
  for await (const { id, bytes, sha256 } of readPictures(folder)) {
    rows += 1
    if (sha256 === null) missing += 1
    else {
      const file = `${picturesFolder}/${id}`
      await stat(join(folder, file)).catch(() => {
        throw new ArchiveError(`${file} is missing`)
      })
      await assertIntact(folder, { file, bytes, sha256, rows: 0 })
      names.add(id)
    }
  }
  if (rows !== manifest.pictures.rows || missing !== manifest.pictures.missing)
    throw new ArchiveError(`${picturesFile} has another number of lines than the manifest`)
  await assertExpectedNames(join(folder, picturesFolder), names, `${picturesFolder}/`)
}

/**
 * Verifies signature, names, hashes, schemas and lines of an archive without a change to anything.
 * Throws an ArchiveError that names the file.
 */
export async function verifyArchive(
  folder: string,
  installation: { schema: string; nouns: ArchiveNoun[] },
  signedBy?: string,
): Promise<VerifiedArchive> {
  const { manifest, fingerprint } = await readManifest(folder, signedBy)
  assertSameSchema(manifest, installation.schema, installation.nouns)
  const files = manifest.nouns.flatMap(({ lines, schema }) => [lines, schema])
  await assertExpectedNames(
    folder,
    new Set([
      manifestFile,
      signatureFile,
      picturesFile,
      picturesFolder,
      ...files.map(({ file }) => file),
    ]),
  )
  for (const file of [...files, manifest.pictures]) await assertIntact(folder, file)
  for (const [n, noun] of installation.nouns.entries()) {
    const { lines, schema } = manifest.nouns[n] ?? {}
    if (!lines || !schema) continue
    if ((await readFile(join(folder, schema.file), 'utf8')) !== noun.schema)
      throw new ArchiveError(`${schema.file} is not the schema of this version`)
    await checkLines(join(folder, lines.file), lines, noun)
  }
  await verifyPictures(folder, manifest)
  if (manifest.open_gift_cards)
    throw new ArchiveError(
      `${manifest.open_gift_cards} gift cards were being ordered when the archive was made: export again when they are delivered or declined`,
    )
  return { folder, manifest, fingerprint }
}
