import { isDeepStrictEqual } from 'node:util'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { createSigningKey } from '#server/adapters/sso/saml-keys.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { checkProvider, type PreparedChange, prepareChange } from './connection-input.ts'
import { encryptCredentials } from './credentials.ts'
import {
  deleteConnection,
  endSessionsOfConnection,
  findConnection,
  hasActiveConnection,
  insertConnection,
  listConnections,
  type SsoConnectionRow,
  updateConnectionColumns,
} from './connection-queries.ts'
import { assignDomains, listDomains } from './domain-queries.ts'
import { isComplete } from './present.ts'
import { findSignInRules } from './rule-queries.ts'
import { changeSsoSettings } from './settings.ts'

/** Creates a draft of a connection. One of SAML gets a signing key of its own. */
export async function createConnection(
  services: Services,
  actor: Actor,
  input: BodyOf<'sso.create_connection'>,
  at: Date,
): Promise<SsoSettings> {
  const { workspace_id: workspaceId } = actor
  await requirePresence(services, actor, at)
  const id = newId(at)
  const key = input.protocol === 'saml' ? await createSigningKey(at) : null
  return changeSsoSettings(services, actor, at, async ({ trx }) => {
    if ((await listConnections(trx, workspaceId)).length >= limits.sso_connections_max)
      throwRefusal('sso_connections_full', { params: { finish: limits.sso_connections_max } })
    await insertConnection(trx, {
      workspace_id: workspaceId,
      id,
      protocol: input.protocol,
      name: input.name,
      state: 'draft',
      claims: '{}',
      created_at: at,
      ...(key
        ? {
            credentials: encryptCredentials(
              services,
              { workspace_id: workspaceId, id },
              key.privateKey,
            ),
            own_certificate: key.certificate,
          }
        : {}),
    })
    await audit(
      trx,
      actor,
      'sso.connection_create',
      { connection: input.name, protocol: input.protocol },
      at,
    )
  })
}

/** Returns a connection of the team. Throws not_found. */
export const requireConnection = async (
  { db }: Services,
  workspaceId: string,
  id: string,
): Promise<SsoConnectionRow> =>
  (await db.tenant(workspaceId, (trx) => findConnection(trx, workspaceId, id))) ??
  throwRefusal('not_found')

/** Throws unless the team keeps a way in without this connection, if it requires single sign-on. */
async function assertNotLastConnection(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const { sso_required: isRequired } = await findSignInRules(trx, workspaceId)
  if (isRequired && !(await hasActiveConnection(trx, workspaceId, id)))
    throwRefusal('sso_connection_required')
}

/** Throws domain_record_missing unless every domain is one of the team's verified ones. */
async function assertVerifiedDomains(
  trx: Trx,
  workspaceId: string,
  domainIds: readonly string[],
): Promise<void> {
  const verified = new Set(
    (await listDomains(trx, workspaceId)).flatMap((row) => (row.verified_at ? [row.id] : [])),
  )
  if (!domainIds.every((id) => verified.has(id)))
    throwRefusal('domain_record_missing', { field: 'domain_ids' })
}

async function applyChange(
  trx: Trx,
  services: Services,
  row: SsoConnectionRow,
  { columns, secret, domainIds }: PreparedChange,
): Promise<void> {
  const { workspace_id: workspaceId, id } = row
  const changed = {
    ...columns,
    ...(secret === undefined
      ? {}
      : { credentials: secret === null ? null : encryptCredentials(services, row, secret) }),
  }
  if (Object.keys(changed).length) await updateConnectionColumns(trx, workspaceId, id, changed)
  if (domainIds) {
    await assertVerifiedDomains(trx, workspaceId, domainIds)
    await assignDomains(trx, workspaceId, id, domainIds)
  }
  const after = (await findConnection(trx, workspaceId, id)) ?? throwRefusal('not_found')
  if (after.state === 'active' && !isComplete(after)) throwRefusal('sso_incomplete')
  if (!(await hasActiveConnection(trx, workspaceId, null)))
    await assertNotLastConnection(trx, workspaceId, id)
}

/**
 * Changes a connection. A connection that is switched on, or whose issuer changes while it is on,
 * first has to answer at its address. Throws sso_failed with the reason otherwise.
 */
export async function updateConnection(
  services: Services,
  actor: Actor,
  id: string,
  input: BodyOf<'sso.update_connection'>,
  at: Date,
): Promise<SsoSettings> {
  const { workspace_id: workspaceId } = actor
  const current = await requireConnection(services, workspaceId, id)
  await requirePresence(services, actor, at)
  const change = await prepareChange(services, current, input, at)
  // No call to a provider within the transaction.
  await checkProvider(services, current, change)
  let isCurrent = true
  const settings = await changeSsoSettings(services, actor, at, async ({ trx }) => {
    const row = (await findConnection(trx, workspaceId, id)) ?? throwRefusal('not_found')
    isCurrent = isDeepStrictEqual(row, current)
    if (!isCurrent) return
    await applyChange(trx, services, row, change)
    await audit(
      trx,
      actor,
      'sso.connection_update',
      { connection: input.name ?? row.name, fields: Object.keys(input).sort().join(', ') },
      at,
    )
  })
  // Another change was stored during the check, which did not see it.
  return isCurrent ? settings : updateConnection(services, actor, id, input, at)
}

/**
 * Deletes a connection with its identities, and ends the sessions that it started. Throws
 * sso_connection_required for the last one of a team that requires single sign-on.
 */
export async function removeConnection(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<SsoSettings> {
  const { workspace_id: workspaceId } = actor
  await requireConnection(services, workspaceId, id)
  let ended: string[] = []
  const settings = await changeSsoSettings(services, actor, at, async ({ trx }) => {
    const row = (await findConnection(trx, workspaceId, id)) ?? throwRefusal('not_found')
    await assertNotLastConnection(trx, workspaceId, id)
    // First, because it waits for a running sign-in, whose session ends then too.
    await deleteConnection(trx, workspaceId, id)
    ended = await endSessionsOfConnection(trx, workspaceId, id, at)
    await audit(trx, actor, 'sso.connection_delete', { connection: row.name }, at)
  })
  if (ended.length) services.events.publish(workspaceId, ['config'], ended)
  return settings
}
