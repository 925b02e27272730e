import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { minuteMs } from '#contract/durations.ts'
import { postCreate } from '#contract/schemas/posts.ts'
import { keyedHash, matchesKeyedHash } from '#server/platform/ids.ts'

/** Time in which an assistant shows a preview to its person and acts. */
export const previewMs = 5 * minuteMs

/** What a preview would do: the exact body of the call. */
const previewAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('send_thanks'), body: postCreate }),
  z.strictObject({
    act: z.literal('redeem'),
    reward_id: z.uuid(),
    price: z.number().int(),
  }),
])
export type PreviewAct = z.infer<typeof previewAct>

/** The person and the application of a preview. Both must be the same when it is used. */
export type PreviewHolder = { workspace_id: string; user_id: string; client_id: string }

const previewContent = z.strictObject({
  workspace_id: z.string(),
  user_id: z.string(),
  client_id: z.string(),
  expires_ms: z.number(),
  /** Names the call, so that its second use returns the first answer. */
  key: z.string(),
  act: previewAct,
})

const hashPurpose = 'mcp previews'
const macBytes = 32

/** Returns the token of a preview: its content and a signature. It is stored nowhere. */
export function createPreviewToken(
  secret: string,
  holder: PreviewHolder,
  act: PreviewAct,
  at: Date,
): string {
  const content = Buffer.from(
    JSON.stringify({
      ...holder,
      expires_ms: at.getTime() + previewMs,
      key: `mcp:${randomBytes(16).toString('base64url')}`,
      act,
    }),
  ).toString('base64url')
  return `${content}.${keyedHash(secret, hashPurpose, content).toString('base64url')}`
}

/**
 * Returns what a preview does and the key of its call. Undefined for a token that is forged or
 * expired, or that belongs to another person or application.
 */
export function readPreviewToken(
  secrets: readonly string[],
  holder: PreviewHolder,
  token: string,
  at: Date,
): { act: PreviewAct; key: string } | undefined {
  const [content = '', signature = '', ...rest] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isSigned =
    given.length === macBytes && matchesKeyedHash(secrets, hashPurpose, content, given)
  if (!isSigned || rest.length) return undefined
  const preview = previewContent.parse(
    JSON.parse(Buffer.from(content, 'base64url').toString('utf8')),
  )
  const isHolders =
    preview.workspace_id === holder.workspace_id &&
    preview.user_id === holder.user_id &&
    preview.client_id === holder.client_id
  return isHolders && preview.expires_ms > at.getTime()
    ? { act: preview.act, key: preview.key }
    : undefined
}
