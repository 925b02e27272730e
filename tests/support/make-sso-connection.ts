import { insertConnection, type SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { encryptCredentials } from '#server/modules/sso/credentials.ts'
import { insertIdentity } from '#server/workflows/sso-sign-in/queries.ts'
import { newId } from '#server/platform/ids.ts'
import type { Member, Team } from './factories.ts'
import type { OidcServer } from './oidc-server.ts'
import type { TestApp } from './test-app.ts'

type SsoColumns = Partial<Omit<SsoConnectionRow, 'claims'>> & { domain?: string; secret?: string }
type SsoFixture = { sso_connection: string; sso_domain: string }

/**
 * Creates an OpenID connection of a team and a verified domain of it. `columns` replace columns of
 * the connection. Returns their ids.
 */
export async function makeSsoConnection(
  { services, clock }: TestApp,
  { workspace_id: workspaceId, admin }: Pick<Team, 'workspace_id' | 'admin'>,
  columns: SsoColumns = {},
): Promise<SsoFixture> {
  const at = clock.now()
  const [id, domainId] = [newId(at), newId(at)]
  const { domain = `${id.slice(-12)}.example`, secret = 'client secret', ...others } = columns
  await services.db.tenant(workspaceId, async (trx) => {
    await insertConnection(trx, {
      workspace_id: workspaceId,
      id,
      protocol: 'oidc',
      name: 'Okta',
      state: 'draft',
      issuer: 'http://127.0.0.1:9/',
      client_id: 'laurel',
      credentials: encryptCredentials(services, { workspace_id: workspaceId, id }, secret),
      claims: '{}',
      created_at: at,
      ...others,
    })
    await trx
      .insertInto('sso_domains')
      .values({
        workspace_id: workspaceId,
        id: domainId,
        domain,
        token: 'a'.repeat(32),
        connection_id: id,
        added_by: admin.user_id,
        added_at: at,
        verified_at: at,
      })
      .execute()
  })
  return { sso_connection: id, sso_domain: domainId }
}

/** Creates an active connection to this provider, like `makeSsoConnection`. */
export const makeOidcConnection = (
  t: TestApp,
  team: Pick<Team, 'workspace_id' | 'admin'>,
  { issuer, clientId, clientSecret }: OidcServer,
  columns: SsoColumns = {},
): Promise<SsoFixture> =>
  makeSsoConnection(t, team, {
    state: 'active',
    issuer,
    client_id: clientId,
    secret: clientSecret,
    ...columns,
  })

/** Links a person to the account `subject` of a connection. */
export async function linkPerson(
  { services, clock }: TestApp,
  { workspace_id: workspaceId, user_id: userId }: Member,
  connectionId: string,
  subject: string,
): Promise<void> {
  const at = clock.now()
  await services.db.tenant(workspaceId, (trx) =>
    insertIdentity(trx, {
      workspace_id: workspaceId,
      connection_id: connectionId,
      issuer: 'https://login.northwind.example',
      subject,
      user_id: userId,
      created_at: at,
      seen_at: at,
    }),
  )
}
