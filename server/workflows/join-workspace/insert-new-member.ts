import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import { insertUser } from '#server/modules/users/queries.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

type NewMember = {
  workspace_id: string
  account_id: string
  email: string
  first_name: string
  last_name: string
  joined_by: 'link' | 'domain' | 'sso'
  at: Date
}

/** Returns the team with its billing state. Throws billing_inactive without active billing. */
export async function requireActiveTeam(
  { config }: Pick<Services, 'config'>,
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<Awaited<ReturnType<typeof findWorkspace>>> {
  const team = await findWorkspace(trx, workspaceId)
  if (!isBillingActive(team, config.billing, at)) throwRefusal('billing_inactive')
  return team
}

/**
 * Creates an accepted member with the defaults of an invited one, and returns the id. The caller
 * holds the settings lock, and has checked that the address may join. Throws billing_inactive.
 */
export async function insertNewMember(
  services: Pick<Services, 'config'>,
  trx: Trx,
  { joined_by: joinedBy, at, ...member }: NewMember,
): Promise<string> {
  const { workspace_id: workspaceId } = member
  await requireActiveTeam(services, trx, workspaceId, at)
  const id = newId(at)
  await insertUser(trx, { ...member, id, state: 'accepted', at })
  await linkArrivedManagers(trx, workspaceId, { managerIds: [id] }, at)
  await refreshPeopleRules(trx, workspaceId, [id], at)
  await enqueueWebhookEvents(trx, { workspaceId, event: 'user.joined', subjectIds: [id], at })
  await audit(
    trx,
    { workspace_id: workspaceId, user_id: id, kind: 'session' },
    'user.join',
    { user_id: id, join_by: joinedBy },
    at,
  )
  return id
}
