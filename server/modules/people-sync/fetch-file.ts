import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '#contract/limits.ts'
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import type { SettingsRow } from './run-queries.ts'

const purpose = 'people sync'
const downloadMs = 120_000

export const encryptAuthorization = (
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
  value: string,
): Buffer => encrypt(config.secret, purpose, workspaceId, value)

/** Returns whether a text is the name of a file in the folder of a workspace, and no path. */
export const isFileName = (name: string): boolean =>
  /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]*$/u.test(name) && !name.includes('..')

/** A file with its name. `problem`: why it could not be fetched, for the operator. */
export type FetchedFile = { file: Buffer; name: string } | { problem: string }

async function download(
  services: Pick<Services, 'config' | 'companyHttpClient'>,
  { workspace_id: workspaceId, address, authorization_value: secret }: SettingsRow,
): Promise<FetchedFile> {
  const { config, companyHttpClient } = services
  const authorization = secret && decrypt(config.secrets, purpose, workspaceId, secret)
  try {
    const { status, body } = await companyHttpClient.fetchDocument(
      address,
      {
        method: 'GET',
        headers: { 'user-agent': 'Laurel', ...(authorization ? { authorization } : {}) },
      },
      { bytesMax: limits.import_bytes_max, timeoutMs: downloadMs },
    )
    if (status !== 200) return { problem: `status ${status}` }
    return { file: body, name: new URL(address).pathname.split('/').at(-1) || 'people' }
  } catch (error) {
    if (error instanceof SafeHttpError) return { problem: error.message }
    throw error
  }
}

/** Reads a file of the operator's folder. Links are not followed, and only whole files count. */
async function readFromFolder(
  folder: string | null,
  { workspace_id: workspaceId, file_name: name }: SettingsRow,
): Promise<FetchedFile> {
  if (folder === null || !isFileName(name)) return { problem: 'no folder' }
  try {
    const path = join(folder, workspaceId, name)
    const handle = await open(
      path,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) return { problem: 'no file' }
      if (stats.size > limits.import_bytes_max) throwRefusal('file_too_large', { field: 'file' })
      return { file: await handle.readFile(), name }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { problem: code }
  }
}

/** Fetches the file of a team. Throws file_too_large for a file of the folder. */
export const fetchPeopleFile = (
  services: Pick<Services, 'config' | 'companyHttpClient'>,
  settings: SettingsRow,
): Promise<FetchedFile> =>
  settings.source === 'folder'
    ? readFromFolder(services.config.peopleSyncFolder, settings)
    : download(services, settings)
