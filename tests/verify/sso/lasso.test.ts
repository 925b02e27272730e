import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createSigningKey, type SigningKey } from '#server/adapters/sso/saml-keys.ts'
import { makeMember, makeTeam, markPresent } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createSamlConnection,
  type PostedForm,
  type SamlSetup,
  signInByForm,
  updateSamlConnection,
} from '#tests/verify/support/saml-form.ts'

/** Sign-ins with Lasso, a library in C: it verifies our request and signs the response. */
const t = setupTestApp(() => ({ at: new Date() }))
const domain = 'lasso.example'
const provider = fileURLToPath(new URL('../support/lasso-provider.py', import.meta.url))
const entityId = 'https://idp.lasso.example/metadata'
let key: SigningKey
let metadata: string
let setup: SamlSetup
let memberId: string

function renderMetadata({ certificate }: SigningKey): string {
  const text = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  return (
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">` +
    '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
    '<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">' +
    `<ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>` +
    '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"' +
    ' Location="https://idp.lasso.example/sso"/></IDPSSODescriptor></EntityDescriptor>'
  )
}

beforeAll(async () => {
  key = await createSigningKey(new Date())
  metadata = renderMetadata(key)
  const team = await makeTeam(t)
  await markPresent(t, team.admin)
  memberId = (await makeMember(t, team.workspace_id, { email: `ida@${domain}` })).user_id
  setup = await createSamlConnection(t, team, domain)
  await updateSamlConnection(t, setup, { metadata, state: 'active' })
})

/** Returns the form of Lasso. Throws its error, for example about our signature. */
function answerWithLasso(url: string): PostedForm {
  const input = {
    metadata,
    key: key.privateKey,
    certificate: key.certificate,
    sp_metadata: setup.metadata,
    query: new URL(url).search.slice(1),
    name_id: 'ida',
    attributes: { mail: `ida@${domain}`, sn: 'Čosić & Søn' },
  }
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [provider], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as PostedForm
}

test('a member signs in with a response of Lasso, twice', async () => {
  for (const _ of [1, 2]) {
    const { body, codes } = await signInByForm(t, setup, answerWithLasso)
    expect(codes).toEqual([])
    const config = await t.call('config.get', { token: body.access_token })
    expect(config.body.user.id).toBe(memberId)
  }
})

test('a response of Lasso that somebody changed is refused', async () => {
  const { errors } = await signInByForm(t, setup, (url) => {
    const { action, fields } = answerWithLasso(url)
    const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8')
    const changed = xml.replace('>ida<', '>bo<')
    expect(changed).not.toBe(xml)
    const SAMLResponse = Buffer.from(changed).toString('base64')
    return { action, fields: { ...fields, SAMLResponse } }
  })
  expect(errors[0]?.params).toEqual({ reason: 'signature' })
})

test('a request that somebody changed is refused by Lasso', async () => {
  const change = (url: string) => answerWithLasso(url.replace('RelayState=', 'RelayState=x'))
  await expect(signInByForm(t, setup, change)).rejects.toThrow(/signature/i)
})
