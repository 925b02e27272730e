import { call } from '#web/lib/client.ts'

/** The connection of a team that signs somebody in. */
export type SsoTarget = { workspace_id: string; connection_id: string }
/**
 * A company sign-in, or a test of one, that this tab began. The verifier never leaves the tab until
 * the exchange, so a code that another tab or a stolen link holds is worthless.
 */
export type PendingSso = { verifier: string } & (
  | { kind: 'sign_in'; target: SsoTarget; next?: string | undefined }
  | { kind: 'test'; connection_id: string }
)

const storageKey = 'laurel.sso'
const verifierBytes = 32

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns a random verifier and its SHA-256, both as base64url. */
async function createVerifier(): Promise<{ verifier: string; challenge: string }> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(verifierBytes)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: toBase64Url(new Uint8Array(hash)) }
}

/** Returns what this tab began, or null. */
export function readPendingSso(): PendingSso | null {
  const text = sessionStorage.getItem(storageKey)
  return text ? (JSON.parse(text) as PendingSso) : null
}
const storePendingSso = (pending: PendingSso) =>
  sessionStorage.setItem(storageKey, JSON.stringify(pending))
export const removePendingSso = () => sessionStorage.removeItem(storageKey)

/** Leaves this page. The provider chooses its address, so only addresses of the web count. */
function goToProvider(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('not an address of the web')
  location.assign(url)
}

/** Starts a sign-in in this tab and goes to the provider. `next`: the page to return to. */
export async function startSsoSignIn(target: SsoTarget, next?: string): Promise<void> {
  const { verifier, challenge } = await createVerifier()
  const { workspace_id: workspaceId, connection_id: connectionId } = target
  const chosen = { workspace_id: workspaceId, connection_id: connectionId }
  storePendingSso({ kind: 'sign_in', verifier, target: chosen, next })
  const { url } = await call('sso.start', { body: { ...chosen, challenge } })
  goToProvider(url)
}

/** Starts a test of a connection in this tab and goes to the provider. */
export async function startSsoTest(connectionId: string): Promise<void> {
  const { verifier, challenge } = await createVerifier()
  storePendingSso({ kind: 'test', verifier, connection_id: connectionId })
  const { url } = await call('sso.test', { params: { id: connectionId }, body: { challenge } })
  goToProvider(url)
}
