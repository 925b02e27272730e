import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Plan } from '#contract/prices.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  beforeTransaction,
  interruptSubscribe,
  loseConnection,
} from '#tests/support/before-transaction.ts'
import { assertBillingConsistent, startLocalBilling } from '#tests/support/local-billing.ts'
import { Refusal } from '#server/platform/errors.ts'
import {
  adminToken,
  billingCallback,
  listReceipts,
  loadLocalSubscription,
  startSubscribedTeam,
} from '#tests/support/local-subscriptions.ts'
import { refreshBilling } from './sync.ts'

let t: TestApp
let runDueWork: () => Promise<void>
beforeAll(async () => {
  ;({ t, runDueWork } = await startLocalBilling())
})
afterEach(() => assertBillingConsistent(t))
afterAll(() => t?.close())

/** A team whose subscription has ended, and a request of its administrator for another one. */
async function startEndedTeam() {
  const team = await startSubscribedTeam(t, '2026-09-01T10:00:00Z')
  await t.call('billing.cancel', { token: await adminToken(t, team), body: {} })
  t.clock.set(new Date('2026-10-01T10:00:01Z'))
  await runDueWork()
  const token = await adminToken(t, team)
  const subscribe = async (key = 'the-same', plan: Plan = 'month') =>
    t.call('billing.subscribe', { token, key, body: { plan, callback: billingCallback } })
  return { team, subscribe }
}

test('a repeated request that waits for the first one gets its answer', async () => {
  const { team, subscribe } = await startEndedTeam()
  const answers: Awaited<ReturnType<typeof subscribe>>[] = []
  // The first request runs after the other one has found no stored answer.
  beforeTransaction(t.services, 2, async () => answers.push(await subscribe()))
  answers.push(await subscribe())
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect((await loadLocalSubscription(t, team)).status).toBe('active')
})

test('a request that is repeated after a lost answer starts one subscription', async () => {
  const { team, subscribe } = await startEndedTeam()
  const { events } = t.services
  const publish = events.publish.bind(events)
  // The database is lost as soon as our copy of the subscription is stored.
  events.publish = (...event) => {
    events.publish = publish
    beforeTransaction(t.services, 1, loseConnection)
    publish(...event)
  }
  expect((await subscribe()).status).toBe(500)
  const again = await subscribe()
  expect([again.status, again.body.session_url]).toEqual([
    200,
    `${billingCallback}?subscription=started`,
  ])
  const { body } = await t.call('workspace.audit', { token: await adminToken(t, team) })
  expect(body.items[0]).toMatchObject({ action: 'subscription.start' })
  expect(body.items.filter(({ action }) => action === 'subscription.start')).toHaveLength(2)
})

test('a request that was killed after its charge completes when repeated', async () => {
  const { team, subscribe } = await startEndedTeam()
  const receipts = (await listReceipts(t, team)).length
  interruptSubscribe(t.services)
  expect((await subscribe()).status).toBe(500)
  await refreshBilling(t.services, team.workspace_id)
  expect((await loadLocalSubscription(t, team)).status).toBe('active')
  expect((await subscribe('another')).codes).toEqual(['conflict'])
  const again = await subscribe()
  expect([again.status, again.body.session_url]).toEqual([
    200,
    `${billingCallback}?subscription=started`,
  ])
  expect((await subscribe()).body).toEqual(again.body)
  expect(await listReceipts(t, team)).toHaveLength(receipts + 1)
  const { body } = await t.call('workspace.audit', { token: await adminToken(t, team) })
  expect(body.items.filter(({ action }) => action === 'subscription.start')).toHaveLength(2)
})

test('a key of a declined request can be used for another one', async () => {
  const { team, subscribe } = await startEndedTeam()
  const { billing } = t.services
  if (!billing) throw new Error('no billing')
  const charge = billing.subscribe.bind(billing)
  billing.subscribe = () => {
    billing.subscribe = charge
    return Promise.reject(new Refusal([{ code: 'payment_failed' }]))
  }
  expect((await subscribe()).codes).toEqual(['payment_failed'])
  expect((await subscribe('the-same', 'year')).status).toBe(200)
  expect((await loadLocalSubscription(t, team)).interval).toBe('year')
})
