import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { forgeSaml, samlForgeryNames } from '#tests/support/saml-forgeries.ts'
import {
  createSamlParties,
  encodeSaml,
  renderSamlResponse,
  samlNow,
  type SamlParties,
  type SamlResponseFixture,
} from '#tests/support/saml-provider.ts'
import {
  makeSamlConnection,
  postSamlResponse,
  readSamlRequest,
  type SamlConnection,
  target,
} from '#tests/support/saml-sign-in.ts'
import { exchangeInTab, openTab, startSsoSignIn } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  encryptWithXmlsec,
  isValidForXmlsec,
  signWithXmlsec,
  type XmlsecAlgorithms,
} from '#tests/support/xmlsec.ts'

/** Whole sign-ins with responses that xmlsec1 signed, and forgeries made of them. */
const t = setupTestApp(() => ({ at: samlNow }))
const domain = 'acme.example'
let parties: SamlParties
let connection: SamlConnection
let memberId: string
/** The forgeries know this id. */
const usualId = '_assertion1'
let assertionId = usualId

beforeAll(async () => {
  parties = await createSamlParties()
  const team = await makeTeam(t)
  // The forgeries name the administrator, so a forged sign-in would succeed.
  await makeMember(t, team.workspace_id, { email: `admin@${domain}` })
  memberId = (await makeMember(t, team.workspace_id, { email: `ana@${domain}` })).user_id
  connection = await makeSamlConnection(t, team, parties, { domain })
})
beforeEach(() => {
  assertionId = usualId
})

type Make = (response: (changes?: Partial<SamlResponseFixture>) => string) => string
/** Signs in with the response that `make` returns. Its argument renders one for the request. */
async function signIn(make: Make) {
  const tab = openTab()
  const { id, state } = readSamlRequest(await startSsoSignIn(t, target(connection), tab))
  const xml = make((changes = {}) =>
    renderSamlResponse(connection.parties, {
      inResponseTo: id,
      confirmationInResponseTo: id,
      ...changes,
    }).replaceAll(usualId, assertionId),
  )
  const form = { SAMLResponse: encodeSaml(xml), RelayState: state }
  return exchangeInTab(t, await postSamlResponse(t, connection, form), tab)
}
const sign = (xml: string, algorithms: XmlsecAlgorithms = {}, key = parties.providerKey) =>
  signWithXmlsec(xml, { id: assertionId, key, ...algorithms })
const signResponse = (xml: string) =>
  signWithXmlsec(xml, { id: '_response1', key: parties.providerKey })
const encrypt = (xml: string) => encryptWithXmlsec(xml, connection.parties.sp.certificate)

test.each<[string, Make]>([
  ['a signed assertion', (render) => sign(render())],
  ['a signed response', (render) => signResponse(render())],
  ['both signed', (render) => signResponse(sign(render()))],
  ['an encrypted signed assertion', (render) => encrypt(sign(render()))],
  ['an encrypted assertion in a signed response', (render) => signResponse(encrypt(render()))],
])('a member signs in with %s', async (name, make) => {
  // Each assertion is accepted once.
  assertionId = `_${name.replaceAll(' ', '-')}`
  const { body, codes } = await signIn(make)
  expect(codes).toEqual([])
  const config = await t.call('config.get', { token: body.access_token })
  expect(config.body.user.id).toBe(memberId)
})

const sha1 = 'http://www.w3.org/2000/09/xmldsig#'
test.each<[string, string, Make]>([
  [
    'a change after the signature',
    'signature',
    (render) => sign(render()).replaceAll(`ana@${domain}`, `admin@${domain}`),
  ],
  ['the key of a stranger', 'signature', (render) => sign(render(), {}, parties.strangerKey)],
  ['no signature', 'signature', (render) => render()],
  [
    'a signature by RSA-SHA1',
    'signature',
    (render) => sign(render(), { method: `${sha1}rsa-sha1` }),
  ],
  ['a digest by SHA-1', 'signature', (render) => sign(render(), { digest: `${sha1}sha1` })],
  [
    'a comment in the NameID, signed',
    'malformed',
    (render) => sign(render({ nameId: `admin@${domain}<!-- x -->.evil.example` })),
  ],
  [
    'a comment in the NameID, added',
    'malformed',
    (render) => sign(render()).replace(`ana@${domain}</saml:NameID>`, `ana<!-- x -->@${domain}$&`),
  ],
  [
    'another audience',
    'audience',
    (render) =>
      sign(
        render({
          audiences:
            '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>',
        }),
      ),
  ],
])('refuses %s', async (_, reason, make) => {
  const { codes, errors } = await signIn(make)
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason }])
})

test.each(samlForgeryNames)('refuses %s', async (name) => {
  let xml = ''
  const { codes, errors } = await signIn((render) => {
    const plain = render()
    const genuine = { response: signResponse(plain), assertion: sign(plain) }
    return (xml = forgeSaml(name, genuine, connection.parties.sp))
  })
  const reason = expect.stringMatching(/^(structure|signature)$/) as string
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason }])
  // Wrapping that leaves the signed element in reach keeps the signature valid for xmlsec1.
  if (['XSW2', 'XSW3', 'XSW4', 'XSW5'].includes(name))
    expect(isValidForXmlsec(xml, parties.providerKey)).toBe(true)
})
