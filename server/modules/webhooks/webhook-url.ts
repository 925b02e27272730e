import { isUrlOfKind, type WebhookKind } from '#contract/webhook-events.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Returns a URL as stored and shown. The URL of a chat bridge is a secret, so only its host and its
 * last four characters remain.
 */
export function maskUrl(kind: WebhookKind, url: string): string {
  const { href, origin } = new URL(url)
  return kind === 'webhook' ? href : `${origin}/…${href.slice(-4)}`
}

/** The audit log contains the host only, because the rest of a URL may be a secret. */
export const urlHost = (url: string) => new URL(url).host

/**
 * Throws for a URL of another kind and for hosts blocked by the HTTP client. Runs outside
 * transactions, because it resolves host names.
 */
export async function assertUrlAllowed(
  { safeHttpClient }: Services,
  kind: WebhookKind,
  url: string,
): Promise<void> {
  if (!isUrlOfKind(kind, url))
    throwRefusal(kind === 'webhook' ? 'address_refused' : `${kind}_address`, { field: 'url' })
  try {
    await safeHttpClient.checkUrl(url)
  } catch (error) {
    if (!(error instanceof SafeHttpError)) throw error
    throwRefusal('address_refused', { field: 'url' })
  }
}
