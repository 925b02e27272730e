import type { SsoConnectionInput } from '#contract/schemas/sso.ts'
import type { Team } from '#tests/support/factories.ts'
import { makeSsoConnection } from '#tests/support/make-sso-connection.ts'
import { postSamlForm } from '#tests/support/saml-sign-in.ts'
import { exchangeInTab, openTab, startSsoSignIn } from '#tests/support/sso-sign-in.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** The form of a provider that the browser posts to us. */
export type PostedForm = { action: string; fields: Record<string, string> }
/** A team with a SAML connection that an administrator created by our API. */
export type SamlSetup = { team: Team; id: string; metadata: string }

const responseOf = ({ fields }: PostedForm): string =>
  Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8')

/** Creates a SAML connection for a domain by our API. Returns it with our metadata. */
export async function createSamlConnection(
  t: TestApp,
  team: Team,
  domain: string,
): Promise<SamlSetup> {
  const { token } = team.admin
  const { sso_domain: domainId } = await makeSsoConnection(t, team, { domain })
  const { body } = await t.call('sso.create_connection', {
    token,
    body: { protocol: 'saml', name: 'SAML' },
  })
  const created = body.connections.find(({ protocol }) => protocol === 'saml')
  if (!created) throw new Error('no connection')
  const setup = { team, id: created.id, metadata: '' }
  await updateSamlConnection(t, setup, { domain_ids: [domainId], trusts_email: true })
  const { payload } = await t.app.inject({ url: new URL(created.metadata_address).pathname })
  return { ...setup, metadata: payload }
}

/** Updates the connection by our API. Returns it. Throws the codes of a refusal. */
export async function updateSamlConnection(
  t: TestApp,
  { team, id }: SamlSetup,
  body: SsoConnectionInput,
) {
  const { token } = team.admin
  const answer = await t.call('sso.update_connection', { token, params: { id }, body })
  if (answer.codes.length) throw new Error(JSON.stringify(answer.errors))
  return answer.body.connections.find((one) => one.id === id)
}

/** Starts a sign-in and returns the address of the provider, with the tab. */
export async function startSamlSignIn(t: TestApp, { team, id }: SamlSetup, tab = openTab()) {
  const target = { workspace_id: team.workspace_id, connection_id: id }
  return { tab, url: await startSsoSignIn(t, target, tab) }
}

export const postForm = (t: TestApp, { action, fields }: PostedForm): Promise<string> => {
  const { SAMLResponse = '', RelayState = '' } = fields
  return postSamlForm(t, action, { SAMLResponse, RelayState })
}

/** Signs in through the form that `answer` returns for an address of the provider. */
export async function signInByForm(
  t: TestApp,
  setup: SamlSetup,
  answer: (url: string) => PostedForm | Promise<PostedForm>,
) {
  const { tab, url } = await startSamlSignIn(t, setup)
  const form = await answer(url)
  const exchanged = await exchangeInTab(t, await postForm(t, form), tab)
  return { ...exchanged, response: responseOf(form) }
}
