import { createHash, randomBytes } from 'node:crypto'
import type { OidcPerson, OidcServer } from './oidc-server.ts'
import type { TestApp } from './test-app.ts'

/** The secret of a tab that signs in, and its SHA-256. */
export type Tab = { verifier: string; challenge: string }
export function openTab(): Tab {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type Target = { workspace_id: string; connection_id: string }

/** Starts a sign-in in a tab and returns the address of the provider. */
export async function startSsoSignIn(t: TestApp, target: Target, tab: Tab): Promise<string> {
  const { body, codes } = await t.call('sso.start', {
    body: { ...target, challenge: tab.challenge },
  })
  if (codes.length) throw new Error(codes.join())
  return body.url
}

/**
 * Opens an address where a provider sends the browser. Returns the fragment of the page that the
 * browser goes to: a code, `expired`, or `start=...`.
 */
export async function openReplyUrl(t: TestApp, url: string): Promise<string> {
  const { pathname, search } = new URL(url)
  const { headers, statusCode } = await t.app.inject({ method: 'GET', url: pathname + search })
  if (statusCode !== 303) throw new Error(`status ${statusCode}`)
  return new URL(String(headers.location)).hash.slice(1)
}

export const codeOf = (fragment: string): string => fragment.replace(/^code=/, '')

/** Exchanges the code of a fragment in a tab. */
export const exchangeInTab = (t: TestApp, fragment: string, tab: Tab) =>
  t.call('sso.exchange', { body: { code: codeOf(fragment), verifier: tab.verifier } })

/** Signs a person in through an OpenID provider, in one tab. Returns the answer of the exchange. */
export async function signInThrough(
  t: TestApp,
  provider: OidcServer,
  target: Target,
  person: OidcPerson,
) {
  const tab = openTab()
  const url = await startSsoSignIn(t, target, tab)
  return exchangeInTab(t, await openReplyUrl(t, provider.signIn(url, person)), tab)
}
