import type { OutputOf } from '#contract/routes/index.ts'
import { findAccountEmail } from '#server/modules/accounts/queries.ts'
import { acceptMembership } from '#server/modules/auth/service.ts'
import { mailDomainOf, presentDomain } from '#server/modules/joining/mail-domain.ts'
import {
  countJoinLinkUse,
  findLiveJoinLink,
  hasJoinDomain,
  listJoinableWorkspaceIds,
  listJoinDomains,
} from '#server/modules/joining/queries.ts'
import { requireUnconfined } from '#server/modules/presence/service.ts'
import { startMemberSession } from '#server/modules/sign-in-rules/enter-workspace.ts'
import { recordingRefusals } from '#server/modules/sign-in-rules/record-refusal.ts'
import { isEmailTaken } from '#server/modules/users/queries.ts'
import { isRemovedAddress } from '#server/modules/users/removed-addresses.ts'
import { findWorkspace, lockSettings } from '#server/modules/workspaces/queries.ts'
import { type Account, type Actor, isBillingActive } from '#server/platform/auth/sessions.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { insertNewMember, requireActiveTeam } from './insert-new-member.ts'
import { findMembership } from './queries.ts'

const joinableTeamsMax = 20

/** The right to join a team: the token of its join link, or the domain of the address. */
type JoinRight = { by: 'link'; token: string } | { by: 'domain' }
type Joiner = {
  workspace_id: string
  account_id: string
  session_id: string
  email: string
  at: Date
  client: string
}

/**
 * Returns the team of a join link, and the domains it is limited to. Throws join_link_invalid if the
 * link is malformed, unknown, revoked, expired or used up, or limited to domains that are all off.
 */
export async function findJoinInvitation(
  services: Services,
  token: string,
  at: Date,
): Promise<OutputOf<'joining.verify_link'>> {
  const workspaceId = parseWorkspaceToken(token, 'join_link_invalid')
  return services.db.tenant(workspaceId, async (trx) => {
    const link = await findLiveJoinLink(trx, workspaceId, hashToken(token), at)
    if (!link) throwRefusal('join_link_invalid')
    const { name, logo_key: logoKey } = await requireActiveTeam(services, trx, workspaceId, at)
    const domains = link.own_domains_only ? await listJoinDomains(trx, workspaceId) : []
    if (link.own_domains_only && !domains.length) throwRefusal('join_link_invalid')
    return {
      workspace: { name, logo: { url: fileUrl(workspaceId, logoKey) } },
      domains: domains.map(({ domain }) => presentDomain(domain)),
    }
  })
}

/**
 * Throws unless the right lets this address join now: join_link_invalid, join_address, or not_found
 * for a team whose domains do not contain the address.
 */
async function assertMayJoin(trx: Trx, joiner: Joiner, right: JoinRight): Promise<void> {
  const { workspace_id: workspaceId, email, at } = joiner
  const domain = mailDomainOf(email)
  if (right.by === 'domain') {
    if (!(await hasJoinDomain(trx, workspaceId, domain))) throwRefusal('not_found')
    return
  }
  const link = await findLiveJoinLink(trx, workspaceId, hashToken(right.token), at)
  if (!link) throwRefusal('join_link_invalid')
  if (!link.own_domains_only || (await hasJoinDomain(trx, workspaceId, domain))) return
  const domains = await listJoinDomains(trx, workspaceId)
  if (!domains.length) throwRefusal('join_link_invalid')
  throwRefusal('join_address', {
    params: { domains: domains.map((row) => presentDomain(row.domain)).join(', ') },
  })
}

/** Creates the accepted user with the defaults of an invited one. Returns its id. */
async function insertJoiner(
  services: Services,
  trx: Trx,
  joiner: Joiner,
  right: JoinRight,
): Promise<string> {
  const { workspace_id: workspaceId, account_id: accountId, email, at } = joiner
  await requireActiveTeam(services, trx, workspaceId, at)
  if (await isRemovedAddress(trx, services.config, workspaceId, email)) throwRefusal('join_closed')
  if (await isEmailTaken(trx, workspaceId, email)) throwRefusal('email_taken')
  if (
    right.by === 'link' &&
    !(await countJoinLinkUse(trx, workspaceId, hashToken(right.token), at))
  )
    throwRefusal('join_link_invalid')
  return insertNewMember(services, trx, {
    workspace_id: workspaceId,
    account_id: accountId,
    email,
    first_name: '',
    last_name: '',
    joined_by: right.by,
    at,
  })
}

/** Returns the user that the account has or gets in the team, accepted. Throws join_closed. */
async function enterOrInsert(
  services: Services,
  trx: Trx,
  joiner: Joiner,
  right: JoinRight,
): Promise<{ id: string; is_new: boolean }> {
  const { workspace_id: workspaceId, account_id: accountId, at } = joiner
  await assertMayJoin(trx, joiner, right)
  // Serializes the joins of a team, and joins with changes of its members, link and domains.
  await lockSettings(trx, workspaceId)
  const member = await findMembership(trx, workspaceId, accountId)
  if (!member) {
    await assertMayJoin(trx, joiner, right)
    return { id: await insertJoiner(services, trx, joiner, right), is_new: true }
  }
  if (member.state === 'deactivated') throwRefusal('join_closed')
  if (
    member.state === 'pending' &&
    !(await acceptMembership(trx, workspaceId, member.id, accountId, at))
  )
    throwRefusal('conflict')
  return { id: member.id, is_new: false }
}

/**
 * Joins a team and returns a session in it. A member of the team enters it. The session must have
 * verified its address by a code (presence_required).
 */
async function joinWorkspace(
  services: Services,
  actor: Account | Actor,
  workspaceId: string,
  right: JoinRight,
  { at, client }: { at: Date; client: string },
): Promise<string> {
  await requireUnconfined(services, actor)
  const { account_id: accountId, session_id: sessionId } = actor
  const { db } = services
  let userId: string | null = null
  const join = () =>
    db.tenant(workspaceId, async (trx) => {
      const joiner = {
        workspace_id: workspaceId,
        account_id: accountId,
        session_id: sessionId,
        email: await findAccountEmail(trx, accountId),
        at,
        client,
      }
      const user = await enterOrInsert(services, trx, joiner, right)
      // A refusal undoes the insertion of a new user.
      if (!user.is_new) userId = user.id
      return startMemberSession(trx, at, sessionId, {
        account_id: accountId,
        workspace_id: workspaceId,
        user_id: user.id,
        client,
      })
    })
  return recordingRefusals(
    db,
    () =>
      userId === null ? null : { workspace_id: workspaceId, user_id: userId, method: null, at },
    join,
  )
}

type JoinRequest = { at: Date; client: string }

/** Joins the team of a join link. Returns the session and the id of the team. */
export async function joinByLink(
  services: Services,
  actor: Account | Actor,
  token: string,
  request: JoinRequest,
): Promise<{ access_token: string; workspace_id: string }> {
  const workspaceId = parseWorkspaceToken(token, 'join_link_invalid')
  return {
    access_token: await joinWorkspace(services, actor, workspaceId, { by: 'link', token }, request),
    workspace_id: workspaceId,
  }
}

/** Joins a team that has enabled the domain of the address. Returns the session. */
export const joinByDomain = (
  services: Services,
  actor: Account | Actor,
  workspaceId: string,
  request: JoinRequest,
): Promise<string> => joinWorkspace(services, actor, workspaceId, { by: 'domain' }, request)

/**
 * Returns the teams that an account may join by the domain of its address, by name. The caller has
 * verified the address.
 */
export async function listJoinableTeams(
  services: Services,
  accountId: string,
  at: Date,
): Promise<OutputOf<'joining.list_teams'>> {
  const { db, config } = services
  const email = await findAccountEmail(db.global, accountId)
  const ids = await listJoinableWorkspaceIds(
    db.global,
    accountId,
    mailDomainOf(email),
    joinableTeamsMax,
  )
  const teams = await Promise.all(
    ids.map((id) =>
      db.tenant(id, async (trx) => {
        const team = await findWorkspace(trx, id)
        return isBillingActive(team, config.billing, at) &&
          !(await isRemovedAddress(trx, config, id, email))
          ? [
              {
                id,
                name: team.name,
                logo: { url: fileUrl(id, team.logo_key) },
                users_count: team.users_count,
              },
            ]
          : []
      }),
    ),
  )
  return teams.flat()
}
