import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Ability } from '#contract/permissions.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { storedLanguage, setLanguage } from '#web/lib/i18n.ts'
import { session } from '#web/lib/session.ts'
import { configQuery } from '#web/shared/config.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'

/** The route guards of the specification, section 4. Each throws a redirect or returns. */
type GuardLocation = { href: string }

/** Returns the page to return to, unless it is the feed. */
const findNext = ({ href }: GuardLocation): string | undefined =>
  href === '/feed' || href === '/' ? undefined : href

/** Requires a session; otherwise redirects to /login. Returns the config. */
export async function requireSession(client: QueryClient, location: GuardLocation) {
  const next = findNext(location)
  if (!session.token()) throw redirect({ to: '/login', search: { next } })
  let config
  try {
    config = await client.ensureQueryData(configQuery)
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 401)
      throw redirect({ to: '/login', search: { next } })
    throw error
  }
  if (config.second_factor_missing && !location.href.startsWith('/two-factor'))
    throw redirect({ to: '/two-factor', search: { next } })
  if (config.user.language && config.user.language !== storedLanguage())
    await setLanguage(config.user.language)
  return config
}

/**
 * Requires first and last name, otherwise redirects to /create-profile, whose steps end at the
 * page; then requires active billing. Returns the config.
 */
export async function requireProfile(client: QueryClient, location: GuardLocation) {
  const config = await requireSession(client, location)
  if (!config.user.first_name || !config.user.last_name)
    throw redirect({ to: '/create-profile', search: { next: findNext(location) } })
  requireActiveBilling(config, location)
  return config
}

/** The paths that are available without active billing. */
const isBillingPath = (href: string) => /^\/settings\/billing(?![\w-])/.test(href)
const isDangerZonePath = (href: string) => /^\/settings\/danger(?![\w-])/.test(href)
/**
 * Without active billing, redirects payers to the trial page and all others to /expired
 * (specification, section 4); `next` leads back.
 */
function requireActiveBilling({ workspace, abilities }: AppConfig, { href }: GuardLocation): void {
  if (workspace.billing_active) return
  // Deleting the team is allowed without active billing.
  if (abilities.includes('manage_workspace') && isDangerZonePath(href)) return
  const next = href === '/feed' ? undefined : safeNextPath(href)
  if (!abilities.includes('manage_billing')) throw redirect({ to: '/expired', search: { next } })
  if (!isBillingPath(href)) throw redirect({ to: '/settings/billing/trial', search: { next } })
}
/**
 * Allows /expired only for members without billing permission, and only while billing is inactive.
 */
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

/** Redirects to the start of a sign-in, which still leads to the page `next`. */
function redirectToLogin(next: unknown): never {
  throw redirect({ to: '/login', search: { next: safeNextPath(next) } })
}

/** /create-team and /workspaces require the temporary token or a session. */
export function requireTemporaryToken(next?: unknown): void {
  if (!session.temporaryToken() && !session.token()) redirectToLogin(next)
}
/** /code-check requires a pending code. */
export function requirePendingCode(next: unknown): void {
  if (!session.pendingCode()) redirectToLogin(next)
}
/**
 * Stores the token of a mailed link and removes it from the URL. The token is in the fragment, in
 * older links in the query.
 */
export function storeLinkToken(
  kind: 'invite' | 'join' | 'undo_address',
  to: '/login/accept' | '/join' | '/undo-address',
  { search, hash }: { search?: string | undefined; hash: string },
): void {
  const token = new URLSearchParams(hash).get('token') ?? search
  if (!token) return
  session.setLinkToken(kind, token)
  throw redirect({ to, search: {}, hash: '', replace: true })
}
/** /second-factor requires a pending proof. */
export function requirePendingProof(next: unknown): void {
  if (!session.pendingProof()) redirectToLogin(next)
}
/** The sign-in pages redirect a signed-in user. */
export function requireSignedOut(next: unknown): void {
  if (session.token()) throw redirect({ to: safeNextPath(next) ?? '/feed' })
}
/**
 * Requires an ability for a settings screen; redirects to the menu, or to the feed without any
 * settings ability.
 */
export const requireAbility =
  (ability: Ability) =>
  async ({
    context,
    location,
  }: {
    context: { client: QueryClient }
    location: { href: string }
  }) => {
    const { abilities } = await requireSession(context.client, location)
    if (!abilities.includes('enter_settings')) throw redirect({ to: '/feed' })
    if (!abilities.includes(ability)) throw redirect({ to: '/settings' })
  }
/**
 * Requires the billing permission, also while billing is inactive; redirects if billing is off.
 * Returns the config.
 */
export const requirePayer = async (route: {
  context: { client: QueryClient }
  location: { href: string }
}) => {
  await requireAbility('manage_billing')(route)
  const config = await requireSession(route.context.client, route.location)
  if (config.billing === 'off') throw redirect({ to: '/settings' })
  return config
}
