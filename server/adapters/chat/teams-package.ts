import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { streamZip, type ZipEntry } from '#server/platform/zip-stream.ts'
import {
  buildTeamsLanguageFiles,
  buildTeamsManifest,
  type TeamsAppOptions,
  teamsIconFiles,
  teamsManifestFile,
} from './teams-manifest.ts'

/** Drawn by scripts/generate-icons.mjs, so that the server needs no renderer for SVG. */
const iconFolder = new URL('icons/', import.meta.url)

const toEntry = (name: string, content: string | Uint8Array): ZipEntry => ({
  name,
  content: (async function* () {
    yield content
  })(),
})
const toJsonEntry = (name: string, content: object) =>
  toEntry(name, `${JSON.stringify(content, null, 2)}\n`)

async function* listEntries(options: TeamsAppOptions): AsyncGenerator<ZipEntry> {
  yield toJsonEntry(teamsManifestFile, buildTeamsManifest(options))
  for (const { name, content } of buildTeamsLanguageFiles(options)) yield toJsonEntry(name, content)
  for (const name of Object.values(teamsIconFiles))
    yield toEntry(name, await readFile(new URL(name, iconFolder)))
}

/**
 * Returns the app package that an administrator uploads to Microsoft Teams: a ZIP archive, the same
 * bytes for the same options.
 */
export const buildTeamsPackage = (options: TeamsAppOptions): Promise<Buffer> =>
  buffer(streamZip(listEntries(options)))
