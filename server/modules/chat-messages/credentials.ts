import { z } from 'zod'
import type { ChatProvider } from '#contract/chat.ts'
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatConnectionRow } from './connection-queries.ts'

const credentialsSchema = z
  .object({
    client_secret: z.string(),
    signing_secret: z.string(),
    /** Of Socket Mode. */
    app_token: z.string(),
    bot_token: z.string(),
    refresh_token: z.string(),
  })
  .partial()
/** The secrets of a connection, in one encrypted column. */
export type ChatCredentials = z.output<typeof credentialsSchema>

const context = (workspaceId: string, provider: ChatProvider) =>
  ['chat connections', `${workspaceId} ${provider}`] as const

/** Returns the decrypted secrets of a connection. Throws when no secret of the server fits. */
export function decryptCredentials(
  { config }: Pick<Services, 'config'>,
  row: Pick<ChatConnectionRow, 'workspace_id' | 'provider' | 'credentials'>,
): ChatCredentials {
  if (!row.credentials) return {}
  const text = decrypt(config.secrets, ...context(row.workspace_id, row.provider), row.credentials)
  return credentialsSchema.parse(JSON.parse(text))
}

export const encryptCredentials = (
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
  provider: ChatProvider,
  credentials: ChatCredentials,
): Buffer => encrypt(config.secret, ...context(workspaceId, provider), JSON.stringify(credentials))

const referenceSchema = z.object({ service_url: z.string(), user_id: z.string().optional() })
/** Where and to whom the bot of Teams writes in a conversation. */
export type ConversationReference = z.output<typeof referenceSchema>

const referenceContext = (workspaceId: string, externalId: string) =>
  ['chat conversations', `${workspaceId} teams ${externalId}`] as const

export const encryptReference = (
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
  externalId: string,
  reference: ConversationReference,
): Buffer =>
  encrypt(config.secret, ...referenceContext(workspaceId, externalId), JSON.stringify(reference))

export const decryptReference = (
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
  { external_id: externalId, reference }: { external_id: string; reference: Buffer },
): ConversationReference =>
  referenceSchema.parse(
    JSON.parse(decrypt(config.secrets, ...referenceContext(workspaceId, externalId), reference)),
  )
