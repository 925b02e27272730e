import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createUnsubscribeToken } from '#server/modules/notifications/unsubscribe.ts'
import { encrypt } from '#server/platform/crypto/encryption.ts'
import { rotateKeys, encryptedColumns } from '#server/platform/crypto/encrypted-columns.ts'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  makeMember,
  makeSecondFactor,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

/**
 * Rotation of SECRET: values encrypted and signed with the old secret stay valid while
 * SECRET_PREVIOUS lists it.
 */
const t = setupTestApp()
const endpoint = startWebhookReceiver()
const [oldSecret, newSecret] = [
  'a-secret-for-tests-only-0123456789',
  'another-secret-for-tests-0123456789',
]
const setSecrets = (...secrets: [string, ...string[]]) => {
  Object.assign(t.services.config, { secret: secrets[0], secrets })
}
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

const adminToken = () => team.admin.token
const calendarStatus = async (url: string) =>
  (await t.app.inject({ url: new URL(url).pathname })).statusCode
const unsubscribeStatus = async (link: string) =>
  (await t.call('notifications.get', { body: { token: link } })).status
const joinLinkState = async () =>
  (await t.call('joining.get', { token: adminToken() })).body.link?.state
const savePersonalAddress = () =>
  t.call('leavers.set_address', { token: member.token, body: { email: 'private@home.example' } })
const readPersonalAddress = async () =>
  (await t.call('leavers.address', { token: member.token })).body.email
const sendTestWebhook = async (id: string) => {
  const { state, reason } = (await t.call('hooks.test', { token: adminToken(), params: { id } }))
    .body
  return [state, reason]
}

const createWebhook = async () =>
  (
    await t.call('hooks.create', {
      token: adminToken(),
      body: { kind: 'webhook', url: endpoint.url, events: ['post.created'] },
    })
  ).body.hook.id

/** Rotates the keys. Returns the numbers of rotated and of current values by table. */
const rotate = async () =>
  Object.fromEntries(
    (await rotateKeys(t.ownerUrl, [newSecret, oldSecret])).map(
      ({ table, rotated, current, undecryptable }) => {
        expect(undecryptable).toEqual([])
        return [table, [rotated, current]]
      },
    ),
  )

const firstRotation = {
  hooks: [3, 1],
  chat_connections: [1, 0],
  audit_streams: [0, 0],
  people_sync_settings: [0, 0],
  badge_keys: [0, 0],
  sso_connections: [0, 0],
  personal_addresses: [1, 0],
  sso_requests: [0, 0],
  chat_conversations: [0, 0],
  join_links: [1, 0],
  second_factors: [1, 0],
}
const secondRotation = {
  hooks: [0, 4],
  chat_connections: [0, 1],
  audit_streams: [0, 0],
  people_sync_settings: [0, 0],
  badge_keys: [0, 0],
  sso_connections: [0, 0],
  personal_addresses: [0, 1],
  sso_requests: [0, 0],
  chat_conversations: [0, 0],
  join_links: [0, 1],
  second_factors: [0, 1],
}

test('old secrets decrypt until rotation re-encrypts every value', async () => {
  const hook = await createWebhook()
  const rotated = await createWebhook()
  await t.call('hooks.rotate', { token: adminToken(), params: { id: rotated } })
  const address = (await t.call('calendar.renew', { token: adminToken() })).body.url ?? ''
  const link = createUnsubscribeToken(oldSecret, {
    workspaceId: team.workspace_id,
    userId: member.user_id,
    event: 'points_received',
  })
  const careful = await makeMember(t, team.workspace_id)
  const { recovery_codes: recoveryCodes } = await makeSecondFactor(t, careful)
  const [one, two] = [
    await requestSignInCode(t, member.email),
    await requestSignInCode(t, 'somebody.else@example.test'),
  ]
  await t.call('joining.create_link', { token: adminToken(), body: {} })
  await savePersonalAddress()
  await t.call('chat.save', {
    token: adminToken(),
    params: { provider: 'slack' },
    body: { client_secret: 'secret' },
  })
  const known = async () => [
    await sendTestWebhook(hook),
    await sendTestWebhook(rotated),
    await calendarStatus(address),
    await unsubscribeStatus(link),
    await joinLinkState(),
  ]
  const allValid = [['delivered', ''], ['delivered', ''], 200, 200, 'live']
  expect(await known()).toEqual(allValid)

  // Without the old secret its signatures are rejected.
  setSecrets(newSecret)
  expect(await known()).toEqual([['failed', 'secret'], ['failed', 'secret'], 404, 422, undefined])
  expect((await t.call('auth.verify_code', { body: one })).codes).toEqual(['invalid_code'])

  setSecrets(newSecret, oldSecret)
  expect(await known()).toEqual(allValid)
  expect((await t.call('auth.verify_code', { body: two })).status).toBe(200)
  // Codes of both secrets are valid, and both count against the hourly limit.
  const three = await requestSignInCode(t, member.email)
  expect((await t.call('auth.verify_code', { body: one })).status).toBe(200)
  expect((await t.call('auth.verify_code', { body: three })).status).toBe(200)
  const more = []
  for (let i = 0; i < 4; i += 1)
    more.push((await t.call('auth.get_code', { body: { email: member.email } })).status)
  expect(more).toEqual([200, 200, 200, 429])
  // New values need only the new secret.
  const fresh = await createWebhook()

  expect(await rotate()).toEqual(firstRotation)
  expect(await rotate()).toEqual(secondRotation)
  setSecrets(newSecret)
  expect(await readPersonalAddress()).toBe('private@home.example')
  expect(
    (
      await t.call('presence.prove', {
        token: careful.token,
        body: { second_factor: recoveryCodes[0] },
      })
    ).status,
  ).toBe(200)
  expect([await sendTestWebhook(fresh), ...(await known())]).toEqual([
    ['delivered', ''],
    ['delivered', ''],
    ['delivered', ''],
    404,
    422,
    'live',
  ])
  expect((await t.call('calendar.get', { token: adminToken() })).body.url).not.toBe(address)
  setSecrets(oldSecret)
})

test('rotation names undecryptable values and keeps them', async () => {
  const ids = Array.from(
    { length: 1_203 },
    (_, n) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  )
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(`select set_config('laurel.workspace', $1, true)`, [team.workspace_id])
    await owner.query('delete from hooks')
    await owner.query(
      `insert into hooks (workspace_id, id, kind, url, events, secret, created_at)
      select $1, id, 'webhook', 'https://example.test', '{post.created}', secret, now()
        from unnest($2::uuid[], $3::bytea[]) as one (id, secret)`,
      [
        team.workspace_id,
        ids,
        ids.map((id, n) =>
          n === 700
            ? randomBytes(60)
            : encrypt(oldSecret, 'hooks', `${team.workspace_id} ${id}`, 'whsec_x'),
        ),
      ],
    )
    await owner.query('commit')
  })
  const lost = [`secret of ${team.workspace_id} ${ids[700]}`]
  expect((await rotateKeys(t.ownerUrl, [newSecret, oldSecret]))[0]).toEqual({
    table: 'hooks',
    rotated: 1_202,
    current: 0,
    undecryptable: lost,
  })
  expect((await rotateKeys(t.ownerUrl, [newSecret]))[0]).toEqual({
    table: 'hooks',
    rotated: 0,
    current: 1_202,
    undecryptable: lost,
  })
})

test('every bytea column is a hash, a salt or covered by rotation', async () => {
  const { rows } = await withClient(t.ownerUrl, (owner) =>
    owner.query<{
      name: string
    }>(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name !~ '(_hash|_salt)$'
      order by 1`),
  )
  expect(rows.map((row) => row.name)).toEqual(
    encryptedColumns
      .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
      .sort((a, b) => a.localeCompare(b)),
  )
})

test('SECRET_PREVIOUS accepts a list and errors never repeat it', () => {
  const env = { SECRET: newSecret, DATA_DIR: t.services.config.dataDir }
  expect(readConfig({ ...env, SECRET_PREVIOUS: `${oldSecret}, ${oldSecret}2` }).secrets).toEqual([
    newSecret,
    oldSecret,
    `${oldSecret}2`,
  ])
  expect(readConfig(env).secrets).toEqual([newSecret])
  expect(() => readConfig({ ...env, SECRET_PREVIOUS: `${oldSecret},sevench` })).toThrow(
    /^SECRET_PREVIOUS: expected at least 24 characters each(?!.*sevench)/,
  )
})
