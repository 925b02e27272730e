import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { JoinLink } from '#contract/schemas/joining.ts'
import { findAccountEmail } from '#server/modules/accounts/queries.ts'
import { verifyAndConsumeCode } from '#server/modules/auth/one-time-codes.ts'
import { requireUnconfined } from '#server/modules/presence/service.ts'
import { assertManagesTeam, type UserContext, withTeamLock } from '#server/modules/users/context.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  assertPrivateDomain,
  isPublicDomain,
  mailDomainOf,
  presentDomain,
  toAsciiDomain,
} from './mail-domain.ts'
import {
  deleteJoinDomain,
  deleteJoinLink,
  findJoinLink,
  insertJoinDomain,
  type JoinLinkRow,
  listJoinDomains,
  replaceJoinLink,
} from './queries.ts'

type JoinSettings = OutputOf<'joining.get'>

const encryptionPurpose = 'join links'

/** Returns the token, or null if no secret decrypts it. */
function decryptToken({ config, log }: Services, row: JoinLinkRow): string | null {
  try {
    return decrypt(config.secrets, encryptionPurpose, row.workspace_id, row.token)
  } catch {
    log.error({ workspace: row.workspace_id }, 'join link cannot be decrypted')
    return null
  }
}

function linkState(row: JoinLinkRow, at: Date): JoinLink['state'] {
  if (row.expires_at <= at) return 'expired'
  return row.uses_max !== null && row.uses >= row.uses_max ? 'used_up' : 'live'
}

/** Returns the link, or null if it cannot be decrypted: a new one then replaces it. */
function presentLink(services: Services, row: JoinLinkRow, at: Date): JoinLink | null {
  const token = decryptToken(services, row)
  if (token === null) return null
  return {
    url: `${services.config.publicUrl}/join#token=${token}`,
    state: linkState(row, at),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    uses: row.uses,
    uses_max: row.uses_max,
    own_domains_only: row.own_domains_only,
  }
}

async function loadWithin(
  services: Services,
  trx: Trx,
  { workspace_id: workspaceId, account_id: accountId }: Actor,
  at: Date,
): Promise<JoinSettings> {
  const [link, domains, email] = await Promise.all([
    findJoinLink(trx, workspaceId),
    listJoinDomains(trx, workspaceId),
    findAccountEmail(trx, accountId),
  ])
  const ownDomain = mailDomainOf(email)
  return {
    link: link ? presentLink(services, link, at) : null,
    domains: domains.map((row) => ({
      domain: presentDomain(row.domain),
      added_at: row.added_at.toISOString(),
    })),
    own_domain: { domain: presentDomain(ownDomain), public: isPublicDomain(ownDomain) },
  }
}

/** Returns the join link and the domains of the actor's team. */
export const loadJoinSettings = (
  services: Services,
  actor: Actor,
  at: Date,
): Promise<JoinSettings> =>
  services.db.readSnapshot(actor.workspace_id, (trx) => loadWithin(services, trx, actor, at))

/** Changes the ways to join under the team lock. Returns the new settings. */
const changeJoinSettings = (
  services: Services,
  actor: Actor,
  at: Date,
  change: (context: UserContext) => Promise<void>,
): Promise<JoinSettings> =>
  withTeamLock(services, actor, at, async (context) => {
    assertManagesTeam(context)
    await change(context)
    return loadWithin(services, context.trx, actor, at)
  })

/**
 * Creates the join link of a team and revokes the current one. Throws domain_required for a link
 * that is limited to the team's domains while it has none.
 */
export const createJoinLink = (
  services: Services,
  actor: Actor,
  input: BodyOf<'joining.create_link'>,
  at: Date,
): Promise<JoinSettings> =>
  changeJoinSettings(services, actor, at, async ({ trx }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const { days, uses_max: usesMax, own_domains_only: ownDomainsOnly } = input
    if (ownDomainsOnly && !(await listJoinDomains(trx, workspaceId)).length)
      throwRefusal('domain_required', { field: 'own_domains_only' })
    const token = createWorkspaceToken(workspaceId)
    await replaceJoinLink(trx, {
      workspace_id: workspaceId,
      token_hash: hashToken(token),
      token: encrypt(services.config.secret, encryptionPurpose, workspaceId, token),
      created_by: userId,
      created_at: at,
      expires_at: new Date(at.getTime() + days * dayMs),
      uses_max: usesMax,
      own_domains_only: ownDomainsOnly,
    })
    await audit(
      trx,
      actor,
      'join_link.create',
      {
        days,
        ...(usesMax === null ? {} : { uses_max: usesMax }),
        own_domains_only: ownDomainsOnly,
      },
      at,
    )
  })

/** Revokes the join link of a team. Does nothing for a team without a link. */
export const revokeJoinLink = (services: Services, actor: Actor, at: Date): Promise<JoinSettings> =>
  changeJoinSettings(services, actor, at, async ({ trx }) => {
    if (await deleteJoinLink(trx, actor.workspace_id))
      await audit(trx, actor, 'join_link.revoke', {}, at)
  })

/**
 * Throws domain_unproven unless the actor has verified an address of the domain: its own by signing
 * in, or another one by a mailed code.
 */
async function requireProvenDomain(
  services: Services,
  actor: Actor,
  domain: string,
  proof: BodyOf<'joining.set_domain'>['proof'],
  at: Date,
): Promise<void> {
  // An invite link does not verify its address.
  await requireUnconfined(services, actor)
  if (mailDomainOf(await findAccountEmail(services.db.global, actor.account_id)) === domain) return
  if (!proof || mailDomainOf(proof.email) !== domain) throwRefusal('domain_unproven')
  await verifyAndConsumeCode(services, { ...proof, purpose: 'join_domain', at })
}

/**
 * Lets people with an address of a domain join, or stops it. Throws domain_public, domain_unproven
 * and domains_full.
 */
export async function setJoinDomain(
  services: Services,
  actor: Actor,
  input: BodyOf<'joining.set_domain'>,
  at: Date,
): Promise<JoinSettings> {
  const { enabled, proof } = input
  const domain = toAsciiDomain(input.domain)
  if (!domain) throwRefusal('wrong_format', { field: 'domain' })
  if (enabled) {
    assertPrivateDomain(domain)
    await requireProvenDomain(services, actor, domain, proof, at)
  }
  return changeJoinSettings(services, actor, at, async ({ trx }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const domains = await listJoinDomains(trx, workspaceId)
    if (domains.some((row) => row.domain === domain) === enabled) return
    if (enabled) {
      if (domains.length >= limits.join_domains_max)
        throwRefusal('domains_full', { params: { finish: limits.join_domains_max } })
      await insertJoinDomain(trx, {
        workspace_id: workspaceId,
        domain,
        added_by: userId,
        added_at: at,
      })
    } else await deleteJoinDomain(trx, workspaceId, domain)
    await audit(
      trx,
      actor,
      enabled ? 'join_domain.on' : 'join_domain.off',
      { domain: presentDomain(domain) },
      at,
    )
  })
}
