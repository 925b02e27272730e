import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'

/** Purposes of the encryption (platform/crypto/encrypted-columns.ts). */
const credentialsPurpose = 'sso connections'
const requestPurpose = 'sso requests'

type Located = { workspace_id: string; id: string }
const locationOf = ({ workspace_id: workspaceId, id }: Located) => `${workspaceId} ${id}`

/** Encrypts the secret of a connection: the client secret, or our private key. */
export const encryptCredentials = (
  { config }: Pick<Services, 'config'>,
  connection: Located,
  secret: string,
): Buffer => encrypt(config.secret, credentialsPurpose, locationOf(connection), secret)

/** Returns the secret of a connection. Empty for a public client. */
export const decryptCredentials = (
  { config }: Pick<Services, 'config'>,
  connection: Located & { credentials: Buffer | null },
): string =>
  connection.credentials
    ? decrypt(config.secrets, credentialsPurpose, locationOf(connection), connection.credentials)
    : ''

/** Encrypts what a sign-in in progress stores. */
export const encryptRequest = (
  { config }: Pick<Services, 'config'>,
  request: Located,
  value: unknown,
): Buffer => encrypt(config.secret, requestPurpose, locationOf(request), JSON.stringify(value))

export const decryptRequest = (
  { config }: Pick<Services, 'config'>,
  request: Located,
  stored: Buffer,
): unknown => JSON.parse(decrypt(config.secrets, requestPurpose, locationOf(request), stored))
