import { randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import {
  assertPrivateDomain,
  presentDomain,
  toAsciiDomain,
} from '#server/modules/joining/mail-domain.ts'
import { withTeamLock } from '#server/modules/users/context.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { hasActiveConnection } from './connection-queries.ts'
import {
  deleteDomain,
  findDomain,
  insertDomain,
  listDomains,
  markDomainVerified,
  type SsoDomainRow,
} from './domain-queries.ts'
import { domainRecord } from './present.ts'
import { changeSsoSettings, loadSsoSettings } from './settings.ts'
import { findSignInRules } from './rule-queries.ts'

/** Returns a domain of the team. Throws not_found. */
const requireDomain = async (
  { db }: Services,
  workspaceId: string,
  id: string,
): Promise<SsoDomainRow> =>
  (await db.tenant(workspaceId, (trx) => findDomain(trx, workspaceId, id))) ??
  throwRefusal('not_found')

/**
 * Adds a domain with a random text that its TXT record must have. Throws domain_public,
 * domains_full and not_unique.
 */
export const addDomain = (
  services: Services,
  actor: Actor,
  input: BodyOf<'sso.add_domain'>,
  at: Date,
): Promise<SsoSettings> =>
  changeSsoSettings(services, actor, at, async ({ trx }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const domain = toAsciiDomain(input.domain)
    if (!domain.includes('.')) throwRefusal('wrong_format', { field: 'domain' })
    assertPrivateDomain(domain)
    const domains = await listDomains(trx, workspaceId)
    if (domains.some((row) => row.domain === domain))
      throwRefusal('not_unique', { field: 'domain' })
    if (domains.length >= limits.sso_domains_max)
      throwRefusal('domains_full', { params: { finish: limits.sso_domains_max } })
    await insertDomain(trx, {
      workspace_id: workspaceId,
      id: newId(at),
      domain,
      token: randomBytes(16).toString('hex'),
      added_by: userId,
      added_at: at,
    })
    await audit(trx, actor, 'sso.domain_add', { domain: presentDomain(domain) }, at)
  })

/**
 * Looks up the TXT record of a domain, outside any transaction, and marks the domain as verified.
 * Throws domain_record_missing.
 */
export async function verifyDomain(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<SsoSettings> {
  const { workspace_id: workspaceId } = actor
  const domain = await requireDomain(services, workspaceId, id)
  const record = domainRecord(domain)
  const texts = domain.verified_at ? [record.value] : await services.resolveTxt(record.name)
  if (!texts.some((text) => text.trim() === record.value)) throwRefusal('domain_record_missing')
  return withTeamLock(services, actor, at, async ({ trx, actorPermissions }) => {
    if (!actorPermissions.account_administrator) throwRefusal('forbidden')
    if (await markDomainVerified(trx, workspaceId, id, at))
      await audit(trx, actor, 'sso.domain_verify', { domain: presentDomain(domain.domain) }, at)
    return loadSsoSettings(trx, services, workspaceId)
  })
}

/**
 * Removes a domain. Throws sso_connection_required when the team requires single sign-on and would
 * lose its last way in.
 */
export async function removeDomain(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<SsoSettings> {
  const { workspace_id: workspaceId } = actor
  const { domain } = await requireDomain(services, workspaceId, id)
  return changeSsoSettings(services, actor, at, async ({ trx }) => {
    await deleteDomain(trx, workspaceId, id)
    const { sso_required: isRequired } = await findSignInRules(trx, workspaceId)
    if (isRequired && !(await hasActiveConnection(trx, workspaceId, null)))
      throwRefusal('sso_connection_required')
    await audit(trx, actor, 'sso.domain_remove', { domain: presentDomain(domain) }, at)
  })
}
