import type { SsoChoice } from '#contract/schemas/sso.ts'
import { mailDomainOf } from '#server/modules/joining/mail-domain.ts'
import { findWorkspaceOfSlug } from '#server/modules/sso/address-queries.ts'
import { listConnections, type SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { listConnectionsOfDomain } from '#server/modules/sso/domain-queries.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns the active connections of a team as choices of the sign-in page. */
async function presentChoices(
  trx: Trx,
  workspaceId: string,
  isChosen: (connection: SsoConnectionRow) => boolean,
): Promise<SsoChoice[]> {
  const connections = await listConnections(trx, workspaceId)
  const { name, logo_key: logoKey } = await findWorkspace(trx, workspaceId)
  return connections
    .filter((connection) => connection.state === 'active' && isChosen(connection))
    .map((connection) => ({
      workspace_id: workspaceId,
      connection_id: connection.id,
      name: connection.name,
      workspace: { name, logo: { url: fileUrl(workspaceId, logoKey) } },
    }))
}

/**
 * Returns the connections for the domain of an address. Only the domain is looked up, so the answer
 * and its time tell nothing about the person.
 */
export async function discoverConnections(
  { db }: Services,
  email: string,
  limit: number,
): Promise<SsoChoice[]> {
  const found = await listConnectionsOfDomain(db.global, mailDomainOf(email), limit)
  const choices = found.map(({ workspace_id: workspaceId, connection_id: connectionId }) =>
    db.readSnapshot(workspaceId, (trx) =>
      presentChoices(trx, workspaceId, ({ id }) => id === connectionId),
    ),
  )
  return (await Promise.all(choices)).flat()
}

/** Returns the connections of a team by the name in its sign-in address. Throws not_found. */
export async function listTeamConnections({ db }: Services, slug: string): Promise<SsoChoice[]> {
  const workspaceId = (await findWorkspaceOfSlug(db.global, slug)) ?? throwRefusal('not_found')
  const choices = await db.readSnapshot(workspaceId, (trx) =>
    presentChoices(trx, workspaceId, () => true),
  )
  return choices.length ? choices : throwRefusal('not_found')
}
