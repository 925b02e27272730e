import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBillingActions } from '#tests/suites/billing-behavior/actions.ts'
import { openStripeBilling, type StripeHarness } from '#tests/support/stripe-billing.ts'
import { interruptSubscribe } from '#tests/support/before-transaction.ts'
import { addBalance, makeMember, type Team } from '#tests/support/factories.ts'
import {
  makeGiftCard,
  readGiftCardState,
  validatePaymentMethod,
} from '#tests/support/gift-cards.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'
import { operationHandlers } from '#tests/contracts/stripe/operations.ts'
import { advanceClock } from '#tests/contracts/stripe/billing-cycle.ts'
import { newId } from '#server/platform/ids.ts'
import { pruneInbox } from '#server/platform/background/webhook-inbox.ts'
import { refreshBilling } from './sync.ts'
import { endBilling } from './service.ts'
import { startWorkerGroup } from '#server/platform/background/start-workers.ts'
import { refreshStaleBilling, stripeEventWorker } from './worker.ts'
import { processBillingWebhooks } from './webhooks.ts'

const [minute, day] = [60_000, 86_400_000]
const callback = 'http://localhost:3000/settings/billing/overview'
let h: StripeHarness
let by: ReturnType<typeof createBillingActions>
beforeAll(async () => {
  h = await openStripeBilling()
  by = createBillingActions(h)
}, 60_000)
afterEach(() => {
  h.stripe.faults.length = 0
  return h.checkInvariants()
})
afterAll(() => h?.stop())

const refOf = async ({ workspace_id: workspaceId }: Team) =>
  (
    await h.t.services.db.tenant(workspaceId, (trx) =>
      trx.selectFrom('billing_customers').select('ref').executeTakeFirst(),
    )
  )?.ref ?? ''
/** The state of a team at Stripe. */
async function stripeHas(team: Team) {
  const ref = await refOf(team)
  const of = <T extends { id: string; object: string; customer?: unknown }>(object: T['object']) =>
    h.stripe.state.all<T>(object, (one) => one.customer === ref)
  return {
    subscriptions: of<{ id: string; object: 'subscription'; status: string; customer: unknown }>(
      'subscription',
    ).map((one) => one.status),
    charges: of<{
      id: string
      object: 'charge'
      amount: number
      refunded: boolean
      status: string
      customer: unknown
    }>('charge').filter((one) => one.status === 'succeeded'),
    invoices: of<{ id: string; object: 'invoice'; status: string; customer: unknown }>(
      'invoice',
    ).map((one) => one.status),
  }
}
/** A team with a card, an ended trial and no subscription yet. */
async function teamWithCard(): Promise<Team> {
  const team = await by.team()
  await by.card(team)
  return team
}
const subscribe = (team: Team, key?: string) =>
  by.call(team, 'billing.subscribe', { body: { plan: 'month', callback }, ...(key ? { key } : {}) })
const listStarts = async ({ workspace_id: workspaceId }: Team) => {
  const rows = await h.t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'subscription.start')
      .execute(),
  )
  return rows.map(({ details }) => details)
}
const events = () =>
  h.t.services.db.global.selectFrom('webhook_events').select(['event_id', 'done_at']).execute()

test('stays correct with duplicate, reordered and unknown webhook events', async () => {
  const team = await by.team()
  h.completeHostedPage(
    (await by.answer(team, 'billing.subscribe', { body: { plan: 'month', callback } })).session_url,
    'works',
  )
  const news = h.takeUndeliveredEvents()
  expect(news.map((one) => one.type)).toEqual(
    expect.arrayContaining([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
    ]),
  )
  const before = (await events()).length
  const stranger = {
    id: 'evt_of_others',
    type: 'customer.subscription.deleted',
    created: 0,
    object: { id: 'sub_of_others', object: 'subscription', customer: 'cus_of_others' },
  }
  for (const one of [...news.toReversed(), ...news, stranger])
    expect(await h.postEvent(one)).toBe(204)
  expect(await events()).toHaveLength(before + new Set(news.map((one) => one.id)).size + 1)
  while (await processBillingWebhooks(h.t.services));
  expect((await events()).every((one) => one.done_at !== null)).toBe(true)
  expect([
    (await by.subscription(team)).status,
    await by.active(team),
    (await stripeHas(team)).charges.length,
  ]).toEqual(['active', true, 1])
  // Yesterday's late events lead to today's state.
  await by.answer(team, 'billing.cancel', { body: {} })
  for (const one of news) await h.postEvent({ ...one, id: `${one.id}_again` })
  await processBillingWebhooks(h.t.services)
  expect(await by.subscription(team)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
  })
})

test('rejects forged, altered and stale webhook events', async () => {
  const [news] = [
    {
      id: 'evt_forged',
      type: 'customer.updated',
      created: 0,
      object: { id: 'cus_1', object: 'customer' },
    },
  ]
  const now = h.t.clock.now().getTime()
  expect(await h.postEvent(news, { secret: 'whsec_of_somebody_else' })).toBe(401)
  expect(await h.postEvent(news, { signature: '' })).toBe(401)
  expect(await h.postEvent(news, { signature: 't=1,v1=00' })).toBe(401)
  expect(await h.postEvent(news, { at: new Date(now - 6 * minute) })).toBe(401)
  expect(await h.postEvent(news, { at: new Date(now - 4 * minute) })).toBe(204)
  expect(await h.postEvent(news, { payload: 'no json' })).toBe(400)
  expect((await events()).filter((one) => one.event_id === 'evt_forged')).toHaveLength(1)
})

test('deletes only old processed webhook events', async () => {
  await h.deliverEvents()
  const { services, clock } = h.t
  await services.db.global
    .insertInto('webhook_events')
    .values([
      {
        provider: 'stripe',
        event_id: 'evt_old',
        payload: '{}',
        received_at: clock.now(),
        next_at: clock.now(),
        done_at: new Date(clock.now().getTime() - 31 * day),
      },
      {
        provider: 'stripe',
        event_id: 'evt_open',
        payload: '{}',
        received_at: new Date(clock.now().getTime() - 90 * day),
        next_at: new Date(clock.now().getTime() + day),
        done_at: null,
      },
    ])
    .execute()
  const before = (await events()).map((one) => one.event_id)
  await pruneInbox(services)
  expect((await events()).map((one) => one.event_id).toSorted()).toEqual(
    before.filter((id) => id !== 'evt_old').toSorted(),
  )
})

test('shows the result to a user returning from Stripe without webhooks', async () => {
  const team = await by.team(1, true)
  h.completeHostedPage(
    (await by.answer(team, 'billing.add_payment_method', { body: { callback } })).session_url,
    'works',
  )
  h.takeUndeliveredEvents()
  expect((await by.answer(team, 'billing.payment_method'))?.last4).toBe('4242')
  expect((await by.subscription(team)).lifetime_discount).toBe(true)
  const other = await by.team()
  h.completeHostedPage(
    (await by.answer(other, 'billing.subscribe', { body: { plan: 'year', callback } })).session_url,
    'works',
  )
  h.takeUndeliveredEvents()
  expect(await by.subscription(other)).toMatchObject({ status: 'active', interval: 'year' })
  expect(await by.active(other)).toBe(true)
  expect(await listStarts(other)).toEqual([{ plan: 'year' }])
})

test('audits a start with the saved card once while a page is open', async () => {
  const team = await by.team()
  expect(
    (await by.call(team, 'billing.subscribe', { body: { plan: 'year', callback } })).status,
  ).toBe(200)
  await by.card(team)
  expect((await subscribe(team)).body.session_url).toContain('subscription=started')
  await h.deliverEvents()
  expect(await listStarts(team)).toEqual([{ plan: 'month' }])
})

test('completes a repeated request that was killed after its charge', async () => {
  const team = await by.team()
  await by.call(team, 'billing.subscribe', { body: { plan: 'year', callback } })
  await by.card(team)
  interruptSubscribe(h.t.services)
  expect((await subscribe(team, 'the-same')).status).toBe(500)
  await h.deliverEvents()
  expect((await by.subscription(team)).status).toBe('active')
  expect((await subscribe(team, 'the-same')).body.session_url).toContain('subscription=started')
  expect(await stripeHas(team)).toMatchObject({
    subscriptions: ['active'],
    charges: [{ amount: 9_000 }],
  })
  expect(await listStarts(team)).toHaveLength(1)
})

test('publishes nothing for repeated reads while a page is open', async () => {
  const team = await by.team(1, true)
  await by.answer(team, 'billing.add_payment_method', { body: { callback } })
  const published: unknown[] = []
  const { services } = h.t
  const { events: before } = services
  services.events = {
    ...before,
    publish: (...news) => {
      published.push(news)
    },
  }
  try {
    for (let n = 0; n < 3; n += 1) await by.subscription(team)
    expect(published).toEqual([])
    const { session_url: sessionUrl } = await by.answer(team, 'billing.add_payment_method', {
      body: { callback },
    })
    h.completeHostedPage(sessionUrl, 'works')
    h.takeUndeliveredEvents()
    for (let n = 0; n < 3; n += 1) await by.subscription(team)
    expect(published).toEqual([[team.workspace_id, ['config', 'billing']]])
  } finally {
    services.events = before
  }
})

test('syncs stale teams within the hour without any webhooks', async () => {
  const team = await by.team()
  await by.subscribe(team)
  const { current_period_end: currentPeriodEnd } = await by.subscription(team)
  h.t.clock.set(new Date(Date.parse(currentPeriodEnd ?? '') + 90 * minute))
  advanceClock(h.stripe.state, h.t.clock.now())
  h.takeUndeliveredEvents()
  expect((await by.subscription(team)).current_period_end).toBe(currentPeriodEnd)
  await refreshStaleBilling(h.t.services)
  expect(Date.parse((await by.subscription(team)).current_period_end ?? '')).toBeGreaterThan(
    h.t.clock.now().getTime(),
  )
  // The same for a subscription deleted at Stripe.
  operationHandlers['Customers.del']?.(h.stripe.state, {}, await refOf(team))
  h.t.clock.advance(25 * 60 * minute)
  advanceClock(h.stripe.state, h.t.clock.now())
  await refreshStaleBilling(h.t.services)
  expect([(await by.subscription(team)).status, await by.active(team)]).toEqual(['canceled', false])
  h.takeUndeliveredEvents()
})

test('returns 400 for an invalid cursor', async () => {
  const team = await by.team()
  await by.subscribe(team)
  expect(
    (await by.call(team, 'billing.invoices', { query: { cursor: 'in_of_nobody' } })).codes,
  ).toEqual(['malformed'])
  expect(
    (await by.call(team, 'billing.receipts', { query: { starting_after: 'ch_of_nobody' } })).codes,
  ).toEqual(['malformed'])
})

test('drops test subscriptions and cards when a server switches to Stripe', async () => {
  const team = await by.team()
  const { workspace_id: workspaceId } = team
  const { db, clock } = { ...h.t.services, clock: h.t.clock }
  const at = clock.now()
  const later = new Date(at.getTime() + 20 * day)
  await db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('billing_customers')
      .values({
        workspace_id: workspaceId,
        provider: 'local',
        ref: workspaceId,
        name: 'Team',
        email: 'team@laurel.example',
        balance_cents: 500,
        busy_until: null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const card = {
      workspace_id: workspaceId,
      provider: 'local' as const,
      provider_ref: 'local:works',
      brand: 'Visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2040,
      created_by: null,
      created_at: at,
      removed_at: null,
    }
    await trx
      .insertInto('cards')
      .values([
        { ...card, id: newId(at), purpose: 'subscription' },
        { ...card, id: newId(at), purpose: 'rewards' },
      ])
      .execute()
    await trx
      .insertInto('subscriptions')
      .values({
        workspace_id: workspaceId,
        ref: newId(at),
        status: 'active',
        plan: 'month',
        quantity: 5,
        cancel_at_period_end: false,
        period_start: at,
        period_end: later,
        ended_at: null,
        unpaid: false,
        amount_cents: 9_000,
        discounts: '[]',
        open_invoice: null,
        read_at: at,
      })
      .execute()
    await trx
      .updateTable('workspaces')
      .set({ paid_until: later })
      .where('id', '=', workspaceId)
      .execute()
  })
  expect(await by.invoices(team)).toEqual([])
  expect(await by.subscription(team)).toMatchObject({ status: 'none' })
  expect([await by.active(team), await by.answer(team, 'billing.payment_method')]).toEqual([
    false,
    null,
  ])
  expect(await by.subscribe(team)).toContain('subscription=started')
  expect(await by.answer(team, 'rewards.payment_method')).toBeNull()
  expect(await stripeHas(team)).toMatchObject({
    subscriptions: ['active'],
    charges: [{ amount: 9_000 }],
  })
})

test('processes a payment event in the worker', async () => {
  const team = await by.team()
  h.completeHostedPage((await subscribe(team)).body.session_url, 'works')
  for (const one of h.takeUndeliveredEvents()) await h.postEvent(one)
  const worker = await startWorkerGroup(h.t.services, [stripeEventWorker])
  try {
    await expect.poll(() => by.active(team), { timeout: 10_000 }).toBe(true)
  } finally {
    await worker.stop()
  }
})

test('runs a command once when Stripe’s response is lost', async () => {
  const team = await teamWithCard()
  h.stripe.faults.push('lost')
  expect((await subscribe(team)).body.session_url).toContain('subscription=started')
  const keys = h.stripe.requests
    .filter((one) => one.operation === 'Subscriptions.create')
    .slice(-1)
    .map((one) => one.key)
  expect(keys[0]).toMatch(/^subscribe-/)
  expect(await stripeHas(team)).toMatchObject({
    subscriptions: ['active'],
    charges: [{ amount: 9_000 }],
  })
}, 20_000)

test('retries failures before the command with the same key', async () => {
  const team = await teamWithCard()
  h.stripe.faults.push('down', 'down')
  const from = h.stripe.requests.length
  expect((await subscribe(team)).body.session_url).toContain('subscription=started')
  const posts = h.stripe.requests.slice(from).filter((one) => one.key?.startsWith('subscribe-'))
  expect(posts.map((one) => one.operation)).toEqual([
    'down: POST /v1/subscriptions',
    'down: POST /v1/subscriptions',
    'Subscriptions.create',
  ])
  expect(new Set(posts.map((one) => one.key)).size).toBe(1)
}, 20_000)

test('returns 503 and changes nothing while Stripe is unreachable', async () => {
  const team = await teamWithCard()
  h.stripe.faults.push('busy', 'busy', 'busy')
  const busy = await subscribe(team, 'the-same')
  expect([busy.status, busy.codes]).toEqual([503, ['unavailable']])
  expect(await stripeHas(team)).toMatchObject({ subscriptions: [], charges: [] })
  h.stripe.faults.length = 0
  expect((await subscribe(team, 'the-same')).body.session_url).toContain('subscription=started')
}, 20_000)

test('finds a command that succeeded with an error response', async () => {
  const team = await teamWithCard()
  h.stripe.faults.push('broken')
  expect((await subscribe(team)).codes).toEqual(['unavailable'])
  expect((await subscribe(team)).body.session_url).toContain('subscription=started')
  expect(await stripeHas(team)).toMatchObject({
    subscriptions: ['active'],
    charges: [{ amount: 9_000, refunded: false }],
  })
  expect(await by.active(team)).toBe(true)
}, 20_000)

test('keeps the first of two paid subscriptions and refunds the other', async () => {
  const team = await by.team()
  const pages = [await subscribe(team), await subscribe(team)].map((one) => one.body.session_url)
  for (const page of pages) {
    h.completeHostedPage(page, 'works')
    h.t.clock.advance(minute)
    advanceClock(h.stripe.state, h.t.clock.now())
  }
  expect((await stripeHas(team)).subscriptions).toEqual(['active', 'active'])
  h.stripe.faults.push('down')
  await h.deliverEvents()
  expect(await stripeHas(team)).toMatchObject({
    subscriptions: ['active', 'canceled'],
    charges: [{ refunded: false }, { refunded: true }],
  })
  expect((await by.receipts(team)).map((one) => one.refunded)).toEqual([true, false])
  expect(await by.subscription(team)).toMatchObject({ status: 'active', amount: 9_000 })
  await by.passPeriod(team)
  expect((await stripeHas(team)).charges.filter((one) => !one.refunded)).toHaveLength(2)
}, 60_000)

test('opens the payment page when the bank requires authentication', async () => {
  const team = await teamWithCard()
  for (const [id] of h.stripe.state.cards) h.stripe.state.cards.set(id, 'asks')
  const { session_url: sessionUrl } = (await subscribe(team)).body
  expect(sessionUrl).toContain('checkout.stripe.example')
  expect(await stripeHas(team)).toMatchObject({ subscriptions: [], charges: [] })
  expect(await h.pay(sessionUrl, 'confirm')).toHaveProperty('redirect_url')
  expect((await by.subscription(team)).status).toBe('active')
})

test('opens the payment page for a card deleted at Stripe', async () => {
  const team = await teamWithCard()
  const [ref = ''] = [...h.stripe.state.cards.keys()].slice(-1)
  operationHandlers['PaymentMethods.detach']?.(h.stripe.state, {}, ref)
  expect((await subscribe(team)).body.session_url).toContain('checkout.stripe.example')
  h.takeUndeliveredEvents()
  await refreshBilling(h.t.services, team.workspace_id)
  expect(await by.answer(team, 'billing.payment_method')).toBeNull()
  // The card of an ended subscription stays available for the next.
  const other = await by.team()
  await by.subscribe(other)
  await by.answer(other, 'billing.cancel', { body: {} })
  await by.passPeriod(other)
  expect([
    (await by.subscription(other)).status,
    (await by.answer(other, 'billing.payment_method'))?.last4,
  ]).toEqual(['canceled', '4242'])
  expect((await subscribe(other)).body.session_url).toContain('subscription=started')
}, 30_000)

test('charges overdue payments before a plan change', async () => {
  const team = await by.team(1, true)
  await by.subscribe(team, 'month', { card: 'fails_later' })
  await h.advanceTime(32)
  expect((await by.subscription(team)).status).toBe('past_due')
  expect((await by.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes).toEqual([
    'payment_failed',
  ])
  expect(await by.subscription(team)).toMatchObject({ status: 'past_due', interval: 'month' })
  for (const [id, kind] of h.stripe.state.cards)
    if (kind === 'fails_later') h.stripe.state.cards.set(id, 'works')
  expect(await by.answer(team, 'billing.change_plan', { body: { plan: 'year' } })).toMatchObject({
    status: 'active',
    interval: 'year',
    open_invoice: null,
  })
  const receipts = await by.receipts(team)
  expect(receipts.at(-1)?.amount).toBe(8_100)
  expect(receipts).toHaveLength(2)
}, 60_000)

test.each([
  [6_480, 0],
  [6_480, 10],
])('applies a welcome offer and a promotion code from one page', async (cents, daysLeft) => {
  await h.createPromotionCode(`BOTH${daysLeft}`, { percent: 20, months: null })
  const team = await by.team(1, true)
  await h.t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: new Date(h.t.clock.now().getTime() + daysLeft * day + 60 * minute) })
      .execute(),
  )
  expect(await by.subscribe(team, 'month', { promo: `BOTH${daysLeft}` })).toContain(
    'subscription=started',
  )
  expect(await by.subscription(team)).toMatchObject({
    amount: cents,
    lifetime_discount: true,
    discounts: [{ lifetime: true }, { lifetime: false, percent: 20 }],
  })
  // The next invoice credits the payments without the offer.
  const credit = daysLeft ? 0 : 7_200 - cents
  expect((await by.answer(team, 'billing.details')).customer_balance).toBe(credit)
  if (daysLeft) expect((await by.upcoming(team))?.total).toBe(cents)
  await refreshBilling(h.t.services, team.workspace_id)
  expect((await by.answer(team, 'billing.details')).customer_balance).toBe(credit)
})

test.each([
  ['too_complex', 'Too many buttons', { feedback: 'too_complex', comment: 'Too many buttons' }],
  [
    'We move to the country',
    'Next week',
    { feedback: 'other', comment: 'We move to the country\nNext week' },
  ],
])('sends the cancellation reason %j to Stripe', async (reason, comment, details) => {
  const team = await by.team()
  await by.subscribe(team)
  await by.answer(team, 'billing.cancel', { body: { reason, comment } })
  const ref = await refOf(team)
  const [kept] = h.stripe.state.all<{
    id: string
    object: 'subscription'
    customer: unknown
    cancellation_details: unknown
  }>('subscription', (one) => one.customer === ref)
  expect(kept?.cancellation_details).toMatchObject(details)
})

test('leaves no subscription, open invoice or customer of an erased team', async () => {
  const team = await by.team()
  await by.subscribe(team)
  const ref = await refOf(team)
  for (let n = 0; n < 2; n += 1) await endBilling(h.t.services, team.workspace_id)
  expect((await stripeHas(team)).subscriptions).toEqual(['canceled'])
  expect(h.stripe.state.objects.get(ref)).toMatchObject({ deleted: true })
  // Someone at Stripe deletes the customer: no error here.
  await h.deliverEvents()
  expect((await events()).every((one) => one.done_at !== null || one.event_id === 'evt_open')).toBe(
    true,
  )
})

test('charges and refunds the gift card payment card once for each key', async () => {
  const team = await by.team()
  await by.subscribe(team)
  h.completeHostedPage(
    (await by.answer(team, 'rewards.add_payment_method', { body: { callback } })).session_url,
    'works',
  )
  h.takeUndeliveredEvents()
  expect((await by.answer(team, 'rewards.payment_method'))?.last4).toBe('4242')
  const {
    services: { cards, db },
    clock,
  } = h.t
  const kept = await db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('cards')
      .select(['id', 'provider_ref', 'purpose'])
      .where('removed_at', 'is', null)
      .execute(),
  )
  expect(new Set(kept.map((one) => one.provider_ref)).size).toBe(2)
  const card = kept.find((one) => one.purpose === 'rewards')
  const order = {
    workspace_id: team.workspace_id,
    customer: await refOf(team),
    key: `purchase-${team.workspace_id}`,
    card: { id: card?.id ?? '', ref: card?.provider_ref ?? '' },
    amount_cents: 2_750,
    currency: 'USD',
    description: 'A gift card',
    at: clock.now(),
  }
  const ours = async () => (await stripeHas(team)).charges.filter((one) => one.amount === 2_750)
  h.stripe.faults.push('lost')
  const id = await cards.charge(order)
  expect(await cards.charge(order)).toBe(id)
  // Stripe drops keys after a day, and an order may wait longer.
  clock.advance(3 * day)
  advanceClock(h.stripe.state, clock.now())
  expect(await cards.charge(order)).toBe(id)
  expect(await ours()).toMatchObject([{ refunded: false }])
  h.stripe.faults.push('lost')
  const refund = { workspace_id: team.workspace_id, key: order.key }
  expect([
    await cards.refund(refund),
    await cards.refund(refund),
    await cards.refund({ ...refund, key: 'purchase-of-nobody' }),
  ]).toEqual([true, true, false])
  expect(await ours()).toMatchObject([{ refunded: true }])
  expect((await by.receipts(team)).map((one) => one.amount)).toEqual([9_000])
  h.stripe.state.cards.set(order.card.ref, 'declined')
  await expect(cards.charge({ ...order, key: 'purchase-declined' })).rejects.toThrow(
    'payment_failed',
  )
  // Stripe's search index does not have this second's charges yet.
  h.stripe.state.cards.set(order.card.ref, 'works')
  await cards.charge({ ...order, key: 'purchase-now' })
  expect(await cards.refund({ ...refund, key: 'purchase-now' })).toBe(true)
}, 30_000)

test('charges a gift card to the company’s card and refunds a failed one', async () => {
  const team = await by.team()
  await by.subscribe(team)
  expect(
    await h.pay(
      (await by.answer(team, 'rewards.add_payment_method', { body: { callback } })).session_url,
      'works',
    ),
  ).toHaveProperty('redirect_url')
  await by.answer(team, 'rewards.payment_method')
  await validatePaymentMethod(h.t, team)
  const buyer = await makeMember(h.t, team.workspace_id)
  await addBalance(h.t, buyer, 1_000)
  const shop = { team, buyer, reward: await makeGiftCard(h.t, team) }
  const redeem = () =>
    h.t.call('shop.redeem', { token: buyer.token, params: { id: shop.reward }, body: {} })
  expect((await redeem()).status).toBe(200)
  h.stripe.faults.push('lost')
  await processDueOrders(h.t.services)
  expect((await readGiftCardState(h.t, shop)).orders).toMatchObject([
    { step: 'settled', charge_cents: 2_750 },
  ])
  expect((await stripeHas(team)).charges.filter((one) => one.amount === 2_750)).toHaveLength(1)
  // The bank declines: the points are refunded.
  for (const [id] of h.stripe.state.cards) h.stripe.state.cards.set(id, 'declined')
  expect((await redeem()).status).toBe(200)
  await processDueOrders(h.t.services)
  expect((await readGiftCardState(h.t, shop)).orders.map((one) => one.step).toSorted()).toEqual([
    'released',
    'settled',
  ])
  expect((await stripeHas(team)).charges.filter((one) => one.amount === 2_750)).toHaveLength(1)
  await h.t.checkLedger()
}, 30_000)
