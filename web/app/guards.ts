import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { call, ApiCallError } from '#web/lib/client.ts'
import { storedLanguage, setLanguage } from '#web/lib/i18n.ts'
import { session } from '#web/lib/session.ts'
import i18n from '#web/lib/translate.ts'
import { configQuery } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'

/**
 * The route guards, as the specification's section 4 has them. Each throws a redirect or lets
 * through.
 */
type GuardLocation = { href: string }

/** Session and config, or /login. Answers the config. */
export async function requireSession(client: QueryClient, location: GuardLocation) {
  const next = location.href === '/feed' || location.href === '/' ? undefined : location.href
  if (!session.token()) throw redirect({ to: '/login', search: { next } })
  let config
  try {
    config = await client.ensureQueryData(configQuery)
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 401)
      throw redirect({ to: '/login', search: { next } })
    throw error
  }
  if (config.user.language && config.user.language !== storedLanguage())
    await setLanguage(config.user.language)
  return config
}

/** First and last name, otherwise /create-profile; and a team that is active. */
export async function requireProfile(client: QueryClient, location: GuardLocation) {
  const config = await requireSession(client, location)
  if (!config.user.first_name || !config.user.last_name) throw redirect({ to: '/create-profile' })
  requireActiveBilling(config, location)
  return config
}

/** What opens all the same: where a team is made active again. */
const isBillingPath = (href: string) => /^\/settings\/billing(?![\w-])/.test(href)
const isDangerZonePath = (href: string) => /^\/settings\/danger(?![\w-])/.test(href)
/**
 * Without active billing, who may pay is led to the trial page and everybody else to /expired
 * (specification, section 4); `next` leads back.
 */
function requireActiveBilling({ workspace, abilities }: AppConfig, { href }: GuardLocation): void {
  if (workspace.billing_active) return
  // Whoever may delete the team may do so although nobody pays for it.
  if (abilities.includes('manage_workspace') && isDangerZonePath(href)) return
  const next = href === '/feed' ? undefined : safeNextPath(href)
  if (!abilities.includes('manage_billing')) throw redirect({ to: '/expired', search: { next } })
  if (!isBillingPath(href)) throw redirect({ to: '/settings/billing/trial', search: { next } })
}
/** /expired is for those who cannot help it themselves, and as long as it lasts. */
export async function requireExpiredBilling(
  client: QueryClient,
  location: GuardLocation,
  next: unknown,
): Promise<void> {
  const config = await requireSession(client, location)
  if (config.workspace.billing_active) throw redirect({ to: safeNextPath(next) ?? '/feed' })
  if (config.abilities.includes('manage_billing'))
    throw redirect({ to: '/settings/billing/trial', search: { next: safeNextPath(next) } })
}

/** /create-team and /workspaces need the temporary token (a session may look at its teams too). */
export function requireTemporaryToken(): void {
  if (!session.temporaryToken() && !session.token()) throw redirect({ to: '/login', search: {} })
}
/** /code-check needs a pending code request. */
export function requirePendingCode(): void {
  if (!session.pendingCode()) throw redirect({ to: '/login', search: {} })
}
/**
 * Keeps the token that a mailed link carries in its fragment (older ones: in the query), and takes
 * it out of the address.
 */
export function storeLinkToken(
  kind: 'invite' | 'undo_address',
  to: '/login/accept' | '/undo-address',
  { search, hash }: { search?: string | undefined; hash: string },
): void {
  const token = new URLSearchParams(hash).get('token') ?? search
  if (!token) return
  session.setLinkToken(kind, token)
  throw redirect({ to, search: {}, hash: '', replace: true })
}
/** /second-factor needs what was proved before it. */
export function requirePendingProof(): void {
  if (!session.pendingProof()) throw redirect({ to: '/login', search: {} })
}
/** An operator's link: into that person's place, or to /login, which says why not. */
export async function startImpersonation(client: QueryClient, token: string): Promise<never> {
  let entry
  try {
    entry = await call('auth.impersonate', { body: { token } })
  } catch (error) {
    const why =
      error instanceof ApiCallError && error.has('impersonation_invalid')
        ? 'impersonation_invalid'
        : 'unavailable'
    // Who is signed in is led on from /login at once, and would not read it there.
    if (session.token()) notifyError(i18n.t, error)
    throw redirect({ to: '/login', search: { why } })
  }
  session.replace(entry.access_token)
  client.clear()
  throw redirect({ to: '/feed' })
}
/** Who is signed in has no business on the sign-in pages. */
export function requireSignedOut(next: unknown): void {
  if (session.token()) throw redirect({ to: safeNextPath(next) ?? '/feed' })
}
