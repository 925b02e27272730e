import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { setWorth } from '#tests/support/point-worths.ts'

const t = setupTestApp()

test('every setting can be changed, read and audited', async () => {
  const { admin } = await makeTeam(t)
  const wish = {
    name: 'New name',
    limit_period: 'quarter',
    limit: 500,
    limit_per_post: 50,
    show_leaderboard: false,
    contact: 'security@example.test',
    language: 'ru',
    timezone: 'Europe/Kyiv',
    active_color: '#123ABC',
  } as const
  const changed = await t.call('settings.update', {
    token: admin.token,
    body: { ...wish, active_color: '123abc' },
  })
  expect([changed.status, changed.body]).toMatchObject([200, wish])
  expect((await t.call('settings.get', { token: admin.token })).body).toEqual(changed.body)
  const config = (await t.call('config.get', { token: admin.token })).body
  expect(config.settings).toEqual(changed.body)
  expect(config.workspace.name).toBe('New name')
  expect(config.allowance).toMatchObject({
    limit: 500,
    limit_per_post: 50,
    renews_at: '2026-06-30T21:00:00.000Z',
  })
  const { items } = (await t.call('workspace.audit', { token: admin.token })).body
  expect(items[0]).toMatchObject({
    action: 'settings.update',
    actor: { id: admin.user_id },
    impersonated: false,
    details: { limit: { from: 100, to: 500 }, limit_period: { from: 'month', to: 'quarter' } },
  })
  expect(
    (
      await t.call('settings.update', {
        token: admin.token,
        body: { limit: null, limit_per_post: null },
      })
    ).body,
  ).toMatchObject({ limit: null, limit_per_post: null })
  await t.call('settings.update', { token: admin.token, body: {} })
  expect((await t.call('workspace.audit', { token: admin.token })).body.items).toHaveLength(2)
})

test.each([
  [{ name: '' }, 'required'],
  [{ name: 'x'.repeat(81) }, 'out_of_range'],
  [{ limit: -1 }, 'out_of_range'],
  [{ limit: 1.5 }, 'wrong_format'],
  [{ limit_per_post: 0 }, 'out_of_range'],
  [{ timezone: 'Nowhere/City' }, 'wrong_format'],
  [{ timezone: '+05:30' }, 'wrong_format'],
  [{ timezone: 'IST' }, 'wrong_format'],
  [{ active_color: 'red' }, 'wrong_format'],
  [{ limit_period: 'year' }, 'wrong_format'],
  [{ language: 'de' }, 'wrong_format'],
])('%j is refused', async (body, code) => {
  const { admin } = await makeTeam(t)
  const answer = await t.call('settings.update', { token: admin.token, body })
  expect([answer.status, answer.codes, answer.errors[0]?.field]).toEqual([
    422,
    [code],
    Object.keys(body)[0],
  ])
  expect(answer.errors[0]?.message).not.toContain('{')
})

test('a new limit period counts points given since its start', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  t.clock.advance(-10 * 86_400_000)
  await makePost(t, team.admin, [member], team.value_id, 30)
  t.clock.advance(10 * 86_400_000)
  const old = await makePost(t, team.admin, [member], team.value_id, 20)
  const left = async () =>
    (await t.call('config.get', { token: team.admin.token })).body.allowance.score_remaining
  const set = (body: object) => t.call('settings.update', { token: team.admin.token, body })
  expect(await left()).toBe(50)
  await set({ limit_period: 'day' })
  expect(await left()).toBe(80)
  await set({ limit: 10 })
  expect(await left()).toBe(0)
  await set({ limit_period: 'quarter', limit: 100 })
  expect(await left()).toBe(50)
  // Deleting a post from another period returns its points to the current one.
  const gone = await t.call('posts.delete', { token: team.admin.token, params: { id: old } })
  expect(gone.body).toMatchObject({ returned: 20, score_remaining: 70 })
  await t.checkLedger()
})

test('returning to a limit period excludes deleted posts', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  const set = (limitPeriod: string) =>
    t.call('settings.update', { token: team.admin.token, body: { limit_period: limitPeriod } })
  const post = await t.call('posts.create', {
    token: member.token,
    body: {
      to_id: [team.admin.user_id],
      value_id: team.value_id,
      score: 40,
      description: 'Thank you so much',
    },
  })
  await set('day')
  await t.call('posts.delete', { token: member.token, params: { id: post.body.id } })
  await set('month')
  expect((await t.call('config.get', { token: member.token })).body.allowance.score_remaining).toBe(
    100,
  )
})

test('a logo is stored, replaced and removed with its file', async () => {
  const { admin } = await makeTeam(t)
  const upload = (file?: Buffer) =>
    t.call('settings.logo', {
      token: admin.token,
      body: file ? buildFormData({}, file) : buildFormData({ remove_picture: 'true' }),
    })
  const picture = (background: string) =>
    sharp({ create: { width: 900, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
  const first = (await upload(await picture('#c33'))).body.url ?? ''
  expect((await t.app.inject(first)).statusCode).toBe(200)
  expect((await t.call('config.get', { token: admin.token })).body.workspace.logo.url).toBe(first)
  const second = (await upload(await picture('#3c3'))).body.url ?? ''
  expect([(await t.app.inject(first)).statusCode, (await t.app.inject(second)).statusCode]).toEqual(
    [404, 200],
  )
  expect((await upload(Buffer.from('<svg/>'))).codes[0]).toBe('file_unreadable')
  const without = await t.call('settings.logo', {
    token: admin.token,
    body: buildFormData({ nothing: '' }),
  })
  expect([without.status, without.errors]).toMatchObject([
    422,
    [{ code: 'required', field: 'file' }],
  ])
  expect((await t.app.inject(second)).statusCode).toBe(200)
  expect((await upload()).body.url).toBeNull()
  expect((await t.app.inject(second)).statusCode).toBe(404)
})

test('returns the worth of points to administrators only', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await setWorth(t, team.admin, { currency: 'EUR', minor: 550 })
  const read = async (token: string) =>
    (await t.call('config.get', { token })).body.settings.hundred_points
  expect(await read(team.admin.token)).toEqual({ currency: 'EUR', minor: 550 })
  expect(await read(member.token)).toBeNull()
  expect((await t.call('settings.get', { token: member.token })).status).toBe(403)
})
