import { hash } from 'node:crypto'
import { decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { rotateKeys } from '#server/platform/crypto/encrypted-columns.ts'
import { makeMember, makePost } from '#tests/support/factories.ts'
import { createLeaverTeam, type LeaverTeam } from '#tests/support/leavers.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-01T12:00:00Z') }))
let l: LeaverTeam
beforeEach(async () => {
  l = await createLeaverTeam(t)
})
afterEach(() => t.checkLedger())

type Credential = JWTPayload & {
  '@context': string[]
  id: string
  type: string[]
  name: string
  issuer: { id: string; type: string[]; name: string }
  validFrom: string
  credentialSubject: {
    id: string
    type: string[]
    identifier: { identityHash: string; salt: string }[]
    achievement: { id: string; name: string; description: string; criteria: { narrative: string } }
  }
}

const list = async (token: string) => (await t.call('leavers.badges', { body: { token } })).body
const getFile = (token: string, valueId = l.team.value_id) =>
  t.call('leavers.badge_file', { body: { token, value_id: valueId } })
const getPublic = (url: string) => t.app.inject({ url: new URL(url).pathname })
const readToken = (picture: string): string =>
  /<openbadges:credential verify="([\w.-]+)">/.exec(picture)?.[1] ?? ''

/** Verifies a badge as others do: with the key at the address in its header. */
async function verifyBadge(picture: string): Promise<Credential> {
  const token = readToken(picture)
  const { kid = '', jwk } = decodeProtectedHeader(token)
  const published = (await getPublic(kid)).json<JWK>()
  expect(published).toMatchObject({ ...jwk })
  const key = await importJWK(published, 'RS256')
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['RS256'],
    currentDate: t.clock.now(),
  })
  return payload as Credential
}

/** Ends the membership of Lea after two thanks for teamwork, one of them private. */
async function leaveWithThanks(): Promise<string> {
  const other = await makeMember(t, l.team.workspace_id)
  await makePost(t, l.mate, [l.leaver], l.team.value_id, 5, { description: 'Secret release' })
  t.clock.advance(dayMs)
  await makePost(t, other, [l.leaver], l.team.value_id, 5, {
    description: 'Secret salary',
    private: true,
  })
  await l.deactivate()
  return l.findToken()
}

test('each value of existing thanks is a badge, that of the latest thanks first', async () => {
  await makePost(t, l.mate, [l.leaver], l.team.other_value_id, 5)
  t.clock.advance(dayMs)
  const post = await makePost(t, l.mate, [l.leaver], l.team.value_id, 5)
  const { token: helper } = await makeMember(t, l.team.workspace_id)
  await t.call('posts.add_on', {
    token: helper,
    params: { id: post },
    body: { score: 5, text: 'Me too' },
  })
  const deleted = await makePost(t, l.mate, [l.leaver], l.team.value_id, 5)
  await t.call('posts.delete', { token: l.mate.token, params: { id: deleted } })
  await l.deactivate()
  const { badges } = await list(await l.findToken())
  expect(badges).toMatchObject([
    {
      value_id: l.team.value_id,
      name: 'Teamwork',
      emoji: '🤝',
      count: 2,
      first_day: t.clock.now().toISOString().slice(0, 10),
    },
    { value_id: l.team.other_value_id, count: 1 },
  ])
})

test('a leaver without thanks has no badges', async () => {
  await l.deactivate()
  const token = await l.findToken()
  expect(await list(token)).toEqual({ badges: [] })
  expect((await getFile(token)).codes).toEqual(['not_found'])
})

test('a badge has the members that Open Badges 3.0 requires and a valid signature', async () => {
  const file = await getFile(await leaveWithThanks())
  expect(file.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-disposition': 'attachment; filename="badge.svg"',
  })
  const token = readToken(String(file.body))
  const { publicUrl } = t.services.config
  const issuerId = `${publicUrl}/badges/${l.team.workspace_id}`
  expect(decodeProtectedHeader(token)).toEqual({
    alg: 'RS256',
    typ: 'JWT',
    kid: `${issuerId}/key`,
    jwk: { kty: 'RSA', n: expect.any(String), e: 'AQAB' },
  })
  const badge = await verifyBadge(String(file.body))
  const urn = expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/)
  expect(badge).toEqual({
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: urn,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'Teamwork',
    issuer: { id: issuerId, type: ['Profile'], name: expect.stringMatching(/^Team \d+$/) },
    validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    credentialSubject: {
      id: urn,
      type: ['AchievementSubject'],
      activityStartDate: expect.stringMatching(/T00:00:00Z$/),
      activityEndDate: expect.stringMatching(/T00:00:00Z$/),
      identifier: [
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: expect.stringMatching(/^sha256\$[\da-f]{64}$/),
          identityType: 'emailAddress',
          salt: expect.stringMatching(/^[\da-f]{32}$/),
        },
      ],
      achievement: {
        id: urn,
        type: ['Achievement'],
        name: 'Teamwork',
        description: expect.stringMatching(/^Thanked 2 times by 2 colleagues\. Team \d+, /),
        criteria: { narrative: expect.stringContaining('Colleagues write thanks') },
      },
    },
    iss: issuerId,
    sub: badge.credentialSubject.id,
    jti: badge.id,
    nbf: Date.parse(badge.validFrom) / 1_000,
  })
  expect((await getPublic(issuerId)).json()).toEqual({
    '@context': badge['@context'],
    ...badge.issuer,
  })
})

test('a badge names its recipient by a salted hash of the contact address only', async () => {
  await t.call('leavers.set_address', {
    token: l.leaver.token,
    body: { email: 'lea@home.example' },
  })
  await makePost(t, l.mate, [l.leaver], l.team.value_id, 5, { description: 'Secret release' })
  await l.deactivate()
  const token = await l.findToken('lea@home.example')
  const badges = [await getFile(token), await getFile(token)]
  const credentials = await Promise.all(badges.map(({ body }) => verifyBadge(String(body))))
  for (const [n, credential] of credentials.entries()) {
    const [recipient] = credential.credentialSubject.identifier
    expect(recipient?.identityHash).toBe(
      `sha256$${hash('sha256', `lea@home.example${recipient?.salt}`, 'hex')}`,
    )
    const text = `${String(badges[n]?.body)}${JSON.stringify(credential)}`
    for (const secret of ['Lea', 'home.example', l.leaver.email, l.leaver.user_id, l.mate.user_id])
      expect(text).not.toContain(secret)
    expect(text).not.toContain('Secret')
  }
  const [one, two] = credentials.map((credential) => credential.credentialSubject)
  expect(one?.id).not.toBe(two?.id)
  expect(one?.identifier[0]?.salt).not.toBe(two?.identifier[0]?.salt)
})

test('a badge contains no text of a post, public or private', async () => {
  const file = await getFile(await leaveWithThanks())
  const text = `${String(file.body)}${JSON.stringify(await verifyBadge(String(file.body)))}`
  expect(text).not.toContain('Secret')
})

test('hostile names of values and teams stay text', async () => {
  const { token: admin } = l.team.admin
  const hostile = `<b a="'">&amp;]]>{team}`
  await t.call('values.update', {
    token: admin,
    params: { id: l.team.value_id },
    body: { name: hostile },
  })
  const token = await leaveWithThanks()
  const picture = String((await getFile(token)).body)
  expect(picture).toContain('&lt;b a=&quot;&apos;&quot;&gt;&amp;amp;]]&gt;{team}')
  expect(picture).not.toContain('<b a')
  const badge = await verifyBadge(picture)
  expect(badge.credentialSubject.achievement.name).toBe(hostile)
  expect(badge.credentialSubject.achievement.criteria.narrative).not.toContain('<b')
})

test('values of other teams and values without thanks are unknown', async () => {
  const other = await createLeaverTeam(t)
  await makePost(t, other.mate, [other.leaver], other.team.value_id, 5)
  const token = await leaveWithThanks()
  for (const valueId of [other.team.value_id, l.team.other_value_id])
    expect((await getFile(token, valueId)).codes).toEqual(['not_found'])
})

test('a link that has ended gives no badge, and earlier badges stay verifiable', async () => {
  const token = await leaveWithThanks()
  const picture = String((await getFile(token)).body)
  await t.call('users.delete', { token: l.team.admin.token, params: { id: l.leaver.user_id } })
  expect((await getFile(token)).codes).toEqual(['leaver_link_invalid'])
  expect((await t.call('leavers.badges', { body: { token } })).codes).toEqual([
    'leaver_link_invalid',
  ])
  expect((await verifyBadge(picture)).name).toBe('Teamwork')
})

test('concurrent first badges of a team have the same key', async () => {
  const token = await leaveWithThanks()
  const files = await Promise.all([1, 2, 3].map(() => getFile(token)))
  const keys = files.map(({ body }) => decodeProtectedHeader(readToken(String(body))).jwk)
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  for (const { body } of files) await verifyBadge(String(body))
})

test('profile and key are unknown for teams without badges, deleted ones and other ids', async () => {
  const deleted = await createLeaverTeam(t)
  await makePost(t, deleted.mate, [deleted.leaver], deleted.team.value_id, 5)
  await deleted.deactivate()
  await getFile(await deleted.findToken(), deleted.team.value_id)
  const url = (workspaceId: string) => `http://laurel.test/badges/${workspaceId}`
  expect((await getPublic(url(deleted.team.workspace_id))).statusCode).toBe(200)
  await t.services.db.tenant(deleted.team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ deleted_at: t.clock.now() })
      .where('id', '=', deleted.team.workspace_id)
      .execute(),
  )
  const unknown = '00000000-0000-7000-8000-000000000001'
  for (const id of [l.team.workspace_id, deleted.team.workspace_id, unknown, 'x'])
    for (const address of [url(id), `${url(id)}/key`]) {
      const answer = await getPublic(address)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ errors: [{ code: 'not_found' }] })
    }
})

test('the private key is encrypted, and the published one has no private part', async () => {
  await getFile(await leaveWithThanks())
  const row = await t.services.db.tenant(l.team.workspace_id, (trx) =>
    trx
      .selectFrom('badge_keys')
      .selectAll()
      .where('workspace_id', '=', l.team.workspace_id)
      .executeTakeFirstOrThrow(),
  )
  expect(row.private_key.toString('latin1')).not.toContain('PRIVATE KEY')
  const answer = await getPublic(`http://laurel.test/badges/${l.team.workspace_id}/key`)
  expect(Object.keys(answer.json<object>()).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('rotation of SECRET keeps the key of a team', async () => {
  const token = await leaveWithThanks()
  const before = await verifyBadge(String((await getFile(token)).body))
  const { config } = t.services
  const [current, next] = [config.secret, 'another-secret-for-tests-0123456789']
  await rotateKeys(t.ownerUrl, [next, current])
  Object.assign(config, { secret: next, secrets: [next] })
  const after = await verifyBadge(String((await getFile(token)).body))
  expect(after.issuer).toEqual(before.issuer)
  Object.assign(config, { secret: current, secrets: [current, next] })
})
