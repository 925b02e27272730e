import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  linkPerson,
  makeOidcConnection,
  makeSsoConnection,
} from '#tests/support/make-sso-connection.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import { signInThrough } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let provider: OidcServer
let team: Team
let domain: string
let id: string
let count = 0

beforeAll(async () => {
  provider = await startOidcServer(() => t.clock.now())
})
afterAll(() => provider.stop())
beforeEach(async () => {
  count += 1
  domain = `people${count}.example`
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  id = (await makeOidcConnection(t, team, provider, { domain })).sso_connection
})

const makePerson = (first_name: string, columns: object = {}) =>
  makeMember(t, team.workspace_id, {
    email: `${first_name.toLowerCase()}@${domain}`,
    first_name,
    last_name: 'Berg',
    ...columns,
  })
const listPeople = (query: Record<string, string> = {}, connection = id) =>
  t.call('sso.people', { token: team.admin.token, params: { id: connection }, query })
const disconnect = ({ user_id: userId }: Pick<Member, 'user_id'>, connection = id) =>
  t.call('sso.disconnect_person', {
    token: team.admin.token,
    params: { id: connection, user_id: userId },
  })
const signIn = (member: Member, sub: string) =>
  signInThrough(
    t,
    provider,
    { workspace_id: team.workspace_id, connection_id: id },
    { sub, email: member.email, email_verified: true },
  )
const isAlive = async (token: string) => (await t.call('config.get', { token })).status === 200

test('people of a connection are listed with their account and sign-in', async () => {
  const ida = await makePerson('Ida')
  const linkedAt = t.clock.now().toISOString()
  await signIn(ida, ' Ida|Ä 1 ')
  t.clock.advance(60_000)
  const signedInAt = t.clock.now().toISOString()
  await signIn(ida, ' Ida|Ä 1 ')
  const { body } = await listPeople()
  expect(body).toMatchObject({
    items: [
      {
        user: { id: ida.user_id, name: 'Ida Berg' },
        subject: ' Ida|Ä 1 ',
        linked_at: linkedAt,
        signed_in_at: signedInAt,
      },
    ],
    next_cursor: null,
  })
})

test('pages follow names, with deactivated people at the end', async () => {
  for (const [name, state] of [
    ['Cleo', 'accepted'],
    ['Ann', 'deactivated'],
    ['ben', 'accepted'],
    ['Dan', 'accepted'],
  ] as const)
    await linkPerson(t, await makePerson(name, { state }), id, name)
  const read = async (cursor?: string) => {
    const { body } = await listPeople({ limit: '2', ...(cursor ? { cursor } : {}) })
    return [body.items.map(({ subject }) => subject), body.next_cursor ?? ''] as const
  }
  const [first, cursor] = await read()
  expect([first, await read(cursor)]).toEqual([
    ['ben', 'Cleo'],
    [['Dan', 'Ann'], ''],
  ])
  expect((await listPeople({ cursor: 'x' })).codes).toEqual(['malformed'])
})

test('a search finds people by parts of the name and of the address', async () => {
  for (const name of ['Ida', 'Björn']) await linkPerson(t, await makePerson(name), id, name)
  const find = async (search: string) =>
    (await listPeople({ search })).body.items.map(({ subject }) => subject)
  expect([await find('ida be'), await find(`BERG ${domain}`), await find('%')]).toEqual([
    ['Ida'],
    ['Björn', 'Ida'],
    [],
  ])
})

test('connections list and disconnect their own people only', async () => {
  const ida = await makePerson('Ida')
  await linkPerson(t, ida, id, 'ida')
  const other = (await makeSsoConnection(t, team)).sso_connection
  expect((await listPeople({}, other)).body.items).toEqual([])
  expect((await disconnect(ida, other)).codes).toEqual(['not_found'])
  expect((await listPeople()).body.items).toHaveLength(1)
})

test('connections and people of another team answer like unknown ones', async () => {
  const other = await makeTeam(t)
  const stranger = await makeMember(t, other.workspace_id)
  const { sso_connection: foreign } = await makeSsoConnection(t, other)
  await linkPerson(t, stranger, foreign, 'stranger')
  for (const answer of [
    await listPeople({}, foreign),
    await listPeople({}, newId(t.clock.now())),
    await disconnect(stranger, foreign),
    await disconnect(stranger),
    await disconnect({ user_id: newId(t.clock.now()) }),
  ])
    expect(answer.codes).toEqual(['not_found'])
  await markPresent(t, other.admin)
  const { body } = await t.call('sso.people', {
    token: other.admin.token,
    params: { id: foreign },
  })
  expect(body.items.map(({ subject }) => subject)).toEqual(['stranger'])
})

test('disconnecting ends the sessions of the connection and no others', async () => {
  const [ida, ben] = [await makePerson('Ida'), await makePerson('Ben')]
  const tokenOf = async (member: Member, sub: string) =>
    (await signIn(member, sub)).body.access_token
  const [idaToken, benToken] = [await tokenOf(ida, 'ida'), await tokenOf(ben, 'ben')]
  const { body } = await disconnect(ida)
  expect(body.connections[0]?.people).toBe(1)
  expect([await isAlive(idaToken), await isAlive(ida.token), await isAlive(benToken)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await disconnect(ida)).codes).toEqual(['not_found'])
})

test('a disconnected person signs in again with another account', async () => {
  const ida = await makePerson('Ida')
  await signIn(ida, 'earlier account')
  expect((await signIn(ida, 'later account')).codes).toEqual(['sso_identity_taken'])
  await disconnect(ida)
  expect((await signIn(ida, 'later account')).status).toBe(200)
  expect((await signIn(ida, 'earlier account')).codes).toEqual(['sso_identity_taken'])
  expect((await listPeople()).body.items).toMatchObject([{ subject: 'later account' }])
})

test('disconnecting needs presence and is in the audit log', async () => {
  const ida = await makePerson('Ida')
  await linkPerson(t, ida, id, 'ida')
  const colleague = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  const { codes } = await t.call('sso.disconnect_person', {
    token: colleague.token,
    params: { id, user_id: ida.user_id },
  })
  expect(codes).toEqual(['presence_required'])
  await disconnect(ida)
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items).toMatchObject([
    {
      action: 'sso.disconnect',
      actor: { id: team.admin.user_id },
      subject: { id: ida.user_id },
      details: { connection: 'Okta', user_id: ida.user_id },
    },
  ])
})
