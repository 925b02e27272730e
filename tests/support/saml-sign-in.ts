import { inflateRawSync } from 'node:zlib'
import { createSigningKey } from '#server/adapters/sso/saml-keys.ts'
import { newId } from '#server/platform/ids.ts'
import { encryptCredentials } from '#server/modules/sso/credentials.ts'
import { ssoUrls } from '#server/modules/sso/sso-urls.ts'
import type { Team } from './factories.ts'
import { makeSsoConnection } from './make-sso-connection.ts'
import {
  encodeSaml,
  renderSamlResponse,
  type SamlParties,
  type SamlResponseFixture,
  signSaml,
} from './saml-provider.ts'
import { exchangeInTab, openTab, startSsoSignIn, type Tab } from './sso-sign-in.ts'
import type { TestApp } from './test-app.ts'

export type SamlConnection = { workspace_id: string; connection_id: string; parties: SamlParties }

/** Creates an active SAML connection of a team. `columns` replace columns of the connection. */
export async function makeSamlConnection(
  t: TestApp,
  team: Team,
  given: SamlParties,
  columns: object = {},
): Promise<SamlConnection> {
  const key = await createSigningKey(t.clock.now())
  const { sso_connection: id } = await makeSsoConnection(t, team, {
    protocol: 'saml',
    state: 'active',
    issuer: given.provider.entityId,
    sign_in_url: given.provider.signInUrl,
    certificates: [...given.provider.certificates],
    own_certificate: key.certificate,
    trusts_email: true,
    ...columns,
  })
  const { workspace_id: workspaceId } = team
  const location = { workspace_id: workspaceId, id }
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .updateTable('sso_connections')
      .set({ credentials: encryptCredentials(t.services, location, key.privateKey) })
      .where('id', '=', id)
      .execute(),
  )
  const urls = ssoUrls(t.services.config.publicUrl, { ...location, protocol: 'saml' })
  const sp = {
    entityId: urls.entityId,
    acsUrl: urls.reply,
    privateKey: key.privateKey,
    certificate: key.certificate,
  }
  return { workspace_id: workspaceId, connection_id: id, parties: { ...given, sp } }
}

/** Returns the id of the request in the address of a provider, and its relay state. */
export function readSamlRequest(url: string): { id: string; state: string } {
  const { searchParams } = new URL(url)
  const deflated = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')
  const xml = inflateRawSync(deflated).toString('utf8')
  return { id: /ID="([^"]+)"/.exec(xml)?.[1] ?? '', state: searchParams.get('RelayState') ?? '' }
}

type Answer = Partial<SamlResponseFixture> & { assertionId?: string; nameIdFormat?: string }
/** Returns the signed form field of a response to a request. */
export function answerSaml(
  { parties }: SamlConnection,
  requestId: string,
  at: Date,
  { assertionId = `_${newId(at)}`, nameIdFormat = 'persistent', ...changes }: Answer = {},
): string {
  const xml = renderSamlResponse(parties, {
    inResponseTo: requestId,
    confirmationInResponseTo: requestId,
    ...changes,
  })
    .replaceAll('_assertion1', assertionId)
    .replace('nameid-format:persistent', `nameid-format:${nameIdFormat}`)
  return encodeSaml(signSaml(xml, { key: parties.providerKey, element: 'Assertion' }))
}

type SamlForm = { SAMLResponse: string; RelayState?: string }
/** Posts a form of a provider to our address. Returns the fragment of the next page. */
export async function postSamlForm(t: TestApp, acsUrl: string, form: SamlForm): Promise<string> {
  const { headers, statusCode } = await t.app.inject({
    method: 'POST',
    url: new URL(acsUrl).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  if (statusCode !== 303) throw new Error(`status ${statusCode}`)
  return new URL(String(headers.location)).hash.slice(1)
}

/** Posts a response to the address of a connection. Returns the fragment of the next page. */
export const postSamlResponse = (
  t: TestApp,
  { parties }: SamlConnection,
  form: SamlForm,
): Promise<string> => postSamlForm(t, parties.sp.acsUrl, form)

/** Signs a person in through a SAML connection, in one tab. Returns the answer of the exchange. */
export async function signInBySaml(
  t: TestApp,
  connection: SamlConnection,
  answer: Answer = {},
  tab: Tab = openTab(),
) {
  const { id, state } = readSamlRequest(await startSsoSignIn(t, target(connection), tab))
  const fragment = await postSamlResponse(t, connection, {
    SAMLResponse: answerSaml(connection, id, t.clock.now(), answer),
    RelayState: state,
  })
  return exchangeInTab(t, fragment, tab)
}

export const target = ({ workspace_id, connection_id }: SamlConnection) => ({
  workspace_id,
  connection_id,
})
