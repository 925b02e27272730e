import { expect, test } from 'vitest'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { seedDemoWorkspace } from './demo-workspace.ts'

const t = setupTestApp(() => ({ at: new Date('2026-07-01T00:30:00Z') }))
// The last day of a quarter and the first day of a month are edge cases of limit periods.

test('creates one complete demo workspace in an empty database', async () => {
  const answers = await Promise.all([seedDemoWorkspace(t.services), seedDemoWorkspace(t.services)])
  const demo = { workspace_name: 'Juniper & Lane', admin_email: 'admin@laurel.example' }
  expect(answers).toEqual([demo, demo])
  await seedDemoWorkspace(t.services)
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: 'admin@laurel.example' } })
  const signed = await t.call('auth.verify_code', {
    body: { email: 'admin@laurel.example', sig, code: t.mails.at(-1)?.subject.slice(0, 6) },
  })
  expect(signed.body.workspaces).toMatchObject([{ name: 'Juniper & Lane', users_count: 25 }])
  const workspaceId = signed.body.workspaces[0]?.id ?? ''
  const count = (table: 'posts' | 'rewards' | 'users') =>
    t.services.db.tenant(
      workspaceId,
      async (trx) => (await trx.selectFrom(table).select('id').execute()).length,
    )
  expect([await count('users'), await count('posts'), await count('rewards')]).toEqual([
    25, 207, 11,
  ])
  const { access_token: accessToken } = (
    await t.call('auth.create_session', {
      token: signed.body.access_token,
      body: { workspace_id: workspaceId },
    })
  ).body
  const feed = (await t.call('posts.list', { token: accessToken, query: { limit: 100 } })).body
  expect([
    feed.some((one) => one.comment_count > 1),
    feed.some((one) => one.reactions.length > 2),
    feed.filter((one) => one.added_score > 0).length,
  ]).toEqual([true, true, 2])
  const states = (
    await t.call('rewards.purchases', { token: accessToken, query: { limit: 100 } })
  ).body.items.map((one) => one.status)
  expect(new Set(states)).toEqual(new Set(['pending', 'fulfilled', 'declined']))
  const gifts = await t.call('awards.gifts', { token: accessToken, query: { filter: 'all' } })
  expect(gifts.body.items.map(({ status }) => status)).toEqual(['pending', 'approved'])
  const rounds = await t.call('nominations.rounds', { token: accessToken })
  expect(rounds.body).toMatchObject([
    { phase: 'open', nominations: 3 },
    { phase: 'announced', nominations: 3 },
  ])
  const bonuses = await t.call('bonuses.list', { token: accessToken })
  expect(bonuses.body).toMatchObject([{ status: 'paid', points_paid: 500 }])
  const { body: runs } = await t.call('payroll_runs.list', { token: accessToken })
  expect(runs.items).toMatchObject([{ number: 1, totals: [{ currency: 'USD' }] }])
  const { body: budget } = await t.call('yearly_budget.get', { token: accessToken })
  expect(budget?.used_minor).toBeGreaterThan(0)
  const { body: rules } = await t.call('tax_rules.list', { token: accessToken })
  expect(rules.map((rule) => rule.confirmed_at)).toEqual([null, null])
  const together = (await t.call('shop.list', { token: accessToken })).body.find(
    (one) => one.reward_type === 'team',
  )
  expect(together).toMatchObject({
    title: 'A day on the river',
    contributed: 90,
    missing_points: 210,
  })
  expect(together?.contributors).toHaveLength(4)
  await t.checkLedger()
})

test('people of the demo workspace were active when they last posted', async () => {
  await seedDemoWorkspace(t.services)
  const body = await requestSignInCode(t, 'admin@laurel.example')
  const signed = (await t.call('auth.verify_code', { body })).body
  const workspaceId = signed.workspaces[0]?.id ?? ''
  const token = (
    await t.call('auth.create_session', {
      token: signed.access_token,
      body: { workspace_id: workspaceId },
    })
  ).body.access_token
  const { items } = (await t.call('users.list', { token, query: { limit: 100 } })).body
  const posts = (await t.call('posts.list', { token, query: { limit: 100 } })).body
  const newest = posts[0]
  const author = items.find(({ id }) => id === newest?.from_id)
  expect(author?.last_active_on).toBe(newest?.created_at.slice(0, 10))
  expect(items.filter((item) => item.last_active_on === null)).toEqual([])
})
