import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

/** Webhooks with purchase events require the right to see purchases (M1). */
const t = setupTestApp()
const url = 'http://127.0.0.1:9/'
let team: Team
let manager: Member
let hook: string
let delivery: string
beforeAll(async () => {
  team = await makeTeam(t)
  manager = await makeMember(t, team.workspace_id, { permissions: { global_administrator: true } })
})
beforeEach(async () => {
  const { token } = team.admin
  for (const one of (await t.call('hooks.list', { token })).body)
    await t.call('hooks.delete', { token, params: { id: one.id } })
  hook = (
    await t.call('hooks.create', {
      token,
      body: { kind: 'webhook', url, events: ['post.created', 'purchase.created'] },
    })
  ).body.hook.id
  delivery = (await t.call('hooks.test', { token, params: { id: hook } })).body.id
})
const update = (by: Member, body: BodyInputOf<'hooks.update'>) =>
  t.call('hooks.update', { token: by.token, params: { id: hook }, body })
const setPaused = () => update(team.admin, { paused: true })
/** All requests that could expose purchases or the webhook's secret. */
const ways: [string, (by: Member) => Promise<{ status: number; codes: string[] }>][] = [
  ['moving the address', (by) => update(by, { url: 'http://127.0.0.1:9/mine' })],
  ['resuming', (by) => update(by, { paused: false })],
  [
    'adding a purchase event',
    (by) => update(by, { events: ['post.created', 'purchase.created', 'purchase.declined'] }),
  ],
  [
    'rotating the secret',
    (by) => t.call('hooks.rotate', { token: by.token, params: { id: hook } }),
  ],
  [
    'redelivering',
    (by) =>
      t.call('hooks.redeliver', { token: by.token, params: { id: hook, delivery_id: delivery } }),
  ],
  [
    'reading the log',
    (by) => t.call('hooks.deliveries', { token: by.token, params: { id: hook } }),
  ],
]

test.each(ways)('requires the right to see purchases for %s', async (_, way) => {
  await setPaused()
  const { status, codes } = await way(manager)
  expect([status, codes]).toEqual([403, ['forbidden']])
  const rewards = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true, rewards_administrator: true },
  })
  expect((await way(rewards)).status).toBe(200)
})

test('allows naming, pausing, testing and removing to webhook managers', async () => {
  expect(
    (
      await update(manager, {
        description: 'Payroll',
        events: ['post.created', 'purchase.created'],
      })
    ).status,
  ).toBe(200)
  expect((await update(manager, { paused: true })).status).toBe(200)
  expect((await t.call('hooks.test', { token: manager.token, params: { id: hook } })).status).toBe(
    200,
  )
  expect(
    (await t.call('hooks.delete', { token: manager.token, params: { id: hook } })).status,
  ).toBe(204)
})

test.each(ways)('refuses %s while the log still holds purchases', async (_, way) => {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('hook_deliveries')
      .values({
        workspace_id: team.workspace_id,
        id: team.value_id,
        hook_id: hook,
        event: 'purchase.created',
        subject_id: hook,
        next_at: t.clock.now(),
        created_at: t.clock.now(),
      })
      .execute(),
  )
  await update(team.admin, { events: ['post.created'], paused: true })
  expect((await way(manager)).codes).toEqual(['forbidden'])
})

test('lists whether the reader may change a webhook', async () => {
  await t.call('hooks.create', {
    token: team.admin.token,
    body: { kind: 'webhook', url, events: ['post.created'] },
  })
  const seen = async (by: Member) =>
    (await t.call('hooks.list', { token: by.token })).body.map((one) => one.abilities)
  expect(await seen(manager)).toEqual([{ change: false }, { change: true }])
  expect(await seen(team.admin)).toEqual([{ change: true }, { change: true }])
})
