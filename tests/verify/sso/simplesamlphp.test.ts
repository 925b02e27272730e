import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, markPresent } from '#tests/support/factories.ts'
import { codeOf, openTab } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createSamlConnection,
  postForm,
  type SamlSetup,
  signInByForm,
  startSamlSignIn,
  updateSamlConnection,
} from '#tests/verify/support/saml-form.ts'
import {
  type SimpleSamlPhp,
  type SimpleSamlUser,
  startSimpleSamlPhp,
} from '#tests/verify/support/simplesamlphp.ts'

const t = setupTestApp(() => ({ at: new Date() }))
const domain = 'simplesamlphp.example'
const ida: SimpleSamlUser = {
  uid: 'ida',
  mail: `ida@${domain}`,
  givenName: 'Ida',
  sn: 'Čosić & Søn',
  title: 'Engineer',
}
let provider: SimpleSamlPhp
let setup: SamlSetup
let memberId: string

beforeAll(async () => {
  provider = await startSimpleSamlPhp([ida])
  return () => provider.stop()
})
beforeAll(async () => {
  const team = await makeTeam(t)
  await markPresent(t, team.admin)
  const colleague = { email: ida.mail, first_name: '', last_name: '' }
  memberId = (await makeMember(t, team.workspace_id, colleague)).user_id
  setup = await createSamlConnection(t, team, domain)
  provider.trust(setup.metadata)
  await updateSamlConnection(t, setup, {
    metadata_url: provider.metadataUrl,
    claims: { job_title: 'title' },
  })
})
beforeEach(() => {
  provider.configure({})
  // The provider writes the real time.
  t.clock.advance(Date.now() - t.clock.now().getTime())
})

const signIn = () => signInByForm(t, setup, (url) => provider.signIn(url, ida))
async function expectSignIn(): Promise<string> {
  const { body, codes, errors, response } = await signIn()
  expect([codes, errors]).toEqual([[], []])
  const config = await t.call('config.get', { token: body.access_token })
  expect(config.body.user.id).toBe(memberId)
  return response
}
async function expectRefusal(reason: string): Promise<void> {
  const { codes, errors } = await signIn()
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason }])
}

test('a test of the connection shows the attributes', async () => {
  const tab = openTab()
  const { token } = setup.team.admin
  const started = await t.call('sso.test', {
    token,
    params: { id: setup.id },
    body: { challenge: tab.challenge },
  })
  const fragment = await postForm(t, await provider.signIn(started.body.url, ida))
  const { body } = await t.call('sso.test_result', {
    token,
    body: { code: codeOf(fragment), verifier: tab.verifier },
  })
  expect(body).toMatchObject({
    outcome: 'links',
    issuer: provider.metadataUrl,
    subject: ida.uid,
    email: ida.mail,
    fields: { first_name: ida.givenName, last_name: ida.sn, job_title: ida.title },
  })
})

test('the connection is switched on and a member signs in', async () => {
  expect((await updateSamlConnection(t, setup, { state: 'active' }))?.state).toBe('active')
  const response = await expectSignIn()
  expect(response.match(/<ds:Signature /g)).toHaveLength(2)
})

test('fields are filled and a second sign-in finds the identity', async () => {
  await expectSignIn()
  const { token } = setup.team.admin
  const { items } = (await t.call('users.list', { token, query: { search: ida.mail } })).body
  expect(items[0]).toMatchObject({
    first_name: ida.givenName,
    last_name: ida.sn,
    job_title: ida.title,
  })
  const { body } = await t.call('sso.get', { token })
  expect(body.connections.find((one) => one.id === setup.id)?.people).toBe(1)
})

test('a signature of the assertion alone is enough', async () => {
  provider.configure({ 'saml20.sign.response': false })
  expect((await expectSignIn()).match(/<ds:Signature /g)).toHaveLength(1)
})

// This version knows no other cipher for the key of a certificate.
test('an assertion encrypted by CBC is refused', async () => {
  provider.configure({ 'assertion.encryption': true })
  await expectRefusal('encryption')
})

test('another entity id of the provider is refused', async () => {
  provider.configure({ entityId: 'https://another.example/metadata' })
  await expectRefusal('issuer')
})

test('an assertion for another audience alone is refused', async () => {
  provider.configure({
    authproc: {
      ...provider.nameIdFilter,
      20: {
        class: 'core:PHP',
        code: '$state["SPMetadata"]["entityid"] = "https://another.example/metadata";',
      },
    },
  })
  await expectRefusal('audience')
})

test('signatures by SHA-1 are refused', async () => {
  provider.configure({ 'signature.algorithm': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })
  await expectRefusal('signature')
})

test('a NameID that changes with every sign-in is refused', async () => {
  provider.configure({
    NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    authproc: {},
  })
  await expectRefusal('transient NameID')
})

test('a response is accepted once', async () => {
  const form = await provider.signIn((await startSamlSignIn(t, setup)).url, ida)
  expect(await postForm(t, form)).toMatch(/^code=/)
  expect(await postForm(t, form)).toBe('expired')
})

test('a request that somebody changed is refused by the provider', async () => {
  const url = new URL((await startSamlSignIn(t, setup)).url)
  url.searchParams.set('RelayState', 'changed')
  await expect(provider.signIn(url.href, ida)).rejects.toThrow(/signature/i)
})
