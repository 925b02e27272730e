import { expect, test } from 'vitest'
import { computePrice } from '#contract/prices.ts'
import { pushChangedSeatCounts } from '#server/modules/billing/worker.ts'
import { priceExamples } from '#tests/support/price-examples.ts'
import { dayMs } from '#contract/durations.ts'
import { callbackUrl, expectConsistentTotals } from './actions.ts'
import { actions, harness, nowMs } from './setup.ts'

export function testDiscounts(): void {
  let codes = 0
  test.each(priceExamples)(
    'bills $total cents for $people people by the $plan (lifetime $lifetime, promotion $promo)',
    async ({ people, plan, lifetime, promo, subtotal, total }) => {
      const team = await actions.team(people, lifetime)
      if (lifetime) {
        await actions.card(team)
        await actions.endTrial(team)
      }
      const code = promo ? `WORKED${(codes += 1)}` : undefined
      if (promo && code) await harness.createPromotionCode(code, { percent: promo, months: null })
      expect(
        await actions.upcoming(team, { plan, ...(code ? { promo: code } : {}) }),
      ).toMatchObject({
        subtotal,
        total,
        amount_due: total,
      })
      expect(await actions.subscribe(team, plan, code ? { promo: code } : {})).toContain(
        'subscription=started',
      )
      expect(await actions.subscription(team)).toMatchObject({
        interval: plan,
        quantity: Math.max(5, people),
        amount: total,
      })
      const invoices = await actions.invoices(team)
      expect(invoices).toMatchObject([{ label: 'paid', subtotal, total, amount_due: total }])
      for (const invoice of invoices) expectConsistentTotals(invoice)
      expect(await actions.receipts(team)).toMatchObject([{ amount: total }])
    },
    30_000,
  )

  test('a card added in the trial earns 10% for life', async () => {
    const team = await actions.team(1, true)
    await actions.card(team)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'none',
      lifetime_discount: true,
    })
    const { session_url: sessionUrl } = await actions.answer(team, 'billing.subscribe', {
      body: { plan: 'month', callback: callbackUrl },
    })
    expect(sessionUrl).toBe(`${callbackUrl}?subscription=started`)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'trialing',
      amount: 8_100,
      discounts: [{ percent: 10, lifetime: true, ends_at: null }],
    })
  }, 30_000)
}

export function testPromotionCodes(): void {
  test('a promotion code discounts whole cents for its months', async () => {
    await harness.createPromotionCode('SPRING20', { percent: 20, months: 2 })
    const team = await actions.team(1, true)
    await actions.card(team)
    await actions.endTrial(team)
    expect(await actions.upcoming(team, { plan: 'month', promo: 'SPRING20' })).toMatchObject({
      subtotal: 9_000,
      total: 6_480,
    })
    await actions.subscribe(team, 'month', { promo: 'SPRING20' })
    const [first] = await actions.invoices(team)
    expect(first).toMatchObject({
      label: 'paid',
      subtotal: 9_000,
      total: 6_480,
      amount_due: 6_480,
    })
    expect(first?.discounts.map((one) => [one.lifetime, one.amount])).toEqual([
      [true, 900],
      [false, 1_620],
    ])
    await actions.passPeriod(team)
    await actions.passPeriod(team)
    expect((await actions.invoices(team)).map((one) => one.total)).toEqual([8_100, 6_480, 6_480])
  }, 90_000)

  test('unknown, expired and used-up promotion codes are refused', async () => {
    await harness.createPromotionCode('ONCE', { percent: 50, months: null, times: 1 })
    await harness.createPromotionCode('OVER', {
      percent: 50,
      months: null,
      ends_at: new Date(nowMs() + dayMs),
    })
    await harness.advanceTime(2)
    const [one, other] = [await actions.team(), await actions.team()]
    expect(await actions.subscribe(one, 'month', { promo: 'ONCE' })).toContain(
      'subscription=started',
    )
    for (const promo of ['ONCE', 'OVER', 'NEVER']) {
      expect([promo, await actions.subscribe(other, 'month', { promo })]).toEqual([
        promo,
        'promo_invalid',
      ])
      expect([
        promo,
        (await actions.call(other, 'billing.upcoming', { query: { plan: 'month', promo } })).codes,
      ]).toEqual([promo, ['promo_invalid']])
    }
    expect([await actions.receipts(one), await actions.receipts(other)]).toMatchObject([
      [{ amount: 4_500 }],
      [],
    ])
  }, 60_000)
}

export function testPlanChanges(): void {
  test('a plan change credits the rest and charges the difference', async () => {
    const team = await actions.team(8)
    await actions.subscribe(team)
    const [start, end] = [
      nowMs(),
      Date.parse((await actions.subscription(team)).current_period_end ?? ''),
    ]
    await harness.advanceTime(10)
    const credit = Math.round((computePrice('month', 8) * (end - nowMs())) / (end - start))
    const preview = await actions.upcoming(team, { plan: 'year' })
    expect(preview?.amount_due).toBe(computePrice('year', 8) - credit)
    expect(
      await actions.answer(team, 'billing.change_plan', { body: { plan: 'year' } }),
    ).toMatchObject({
      status: 'active',
      interval: 'year',
      quantity: 8,
      amount: computePrice('year', 8),
    })
    const [changed, first] = await actions.invoices(team)
    expect([changed?.label, changed?.amount_due, first?.amount_due]).toEqual([
      'paid',
      computePrice('year', 8) - credit,
      9_900,
    ])
    for (const invoice of await actions.invoices(team)) expectConsistentTotals(invoice)
    expect((await actions.receipts(team)).map((one) => one.amount)).toEqual([
      computePrice('year', 8) - credit,
      9_900,
    ])
    // The remaining credit exceeds the price of a month and lowers later invoices.
    await actions.answer(team, 'billing.change_plan', { body: { plan: 'month' } })
    const left = (await actions.answer(team, 'billing.details')).customer_balance
    expect(left).toBe(computePrice('year', 8) - computePrice('month', 8))
    expect(await actions.receipts(team)).toHaveLength(2)
    await actions.passPeriod(team)
    expect((await actions.invoices(team))[0]).toMatchObject({
      label: 'paid',
      total: 9_900,
      balance_applied: 9_900,
      amount_due: 0,
    })
    expect((await actions.answer(team, 'billing.details')).customer_balance).toBe(left - 9_900)
  }, 90_000)

  test('a plan change that cannot be paid changes nothing', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    await harness.advanceTime(3)
    await actions.card(team, 'fails_later')
    const before = [
      await actions.subscription(team),
      await actions.invoices(team),
      await actions.upcoming(team),
    ]
    expect(
      (await actions.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes,
    ).toEqual(['payment_failed'])
    expect([
      await actions.subscription(team),
      await actions.invoices(team),
      await actions.upcoming(team),
    ]).toEqual(before)
  }, 60_000)
}

export function testSeats(): void {
  test('new seats are charged and freed seats credited on the next invoice', async () => {
    const team = await actions.team(6)
    await actions.subscribe(team)
    const [start, end] = [
      nowMs(),
      Date.parse((await actions.subscription(team)).current_period_end ?? ''),
    ]
    const rest = (seats: number) =>
      Math.round((computePrice('month', seats) * (end - nowMs())) / (end - start))
    await harness.advanceTime(7)
    const joined = rest(9) - rest(6)
    await actions.join(team, 3)
    expect(await actions.subscription(team)).toMatchObject({
      quantity: 9,
      amount: 9_000 + 4 * 300,
    })
    expect([
      (await actions.receipts(team)).length,
      (await actions.upcoming(team))?.subtotal,
    ]).toEqual([1, 10_200 + joined])
    await harness.advanceTime(5)
    const left = rest(7) - rest(9)
    const people = (
      await actions.answer(team, 'users.list', { query: { limit: 100 } })
    ).items.filter((one) => one.id !== team.admin.user_id)
    for (const one of people.slice(0, 2))
      expect((await actions.call(team, 'users.delete', { params: { id: one.id } })).status).toBe(
        204,
      )
    await pushChangedSeatCounts(harness.t.services)
    expect((await actions.subscription(team)).quantity).toBe(7)
    const coming = await actions.upcoming(team)
    expect(coming?.subtotal).toBe(9_600 + joined + left)
    await actions.passPeriod(team)
    const [invoice] = await actions.invoices(team)
    if (invoice) expectConsistentTotals(invoice)
    expect(invoice).toMatchObject({ label: 'paid', amount_due: 9_600 + joined + left })
    expect((await actions.receipts(team))[0]?.amount).toBe(invoice?.amount_due)
  }, 90_000)

  test('seat and plan changes in the trial cost nothing before its end', async () => {
    const team = await actions.team(5, true)
    await actions.subscribe(team)
    await harness.advanceTime(3)
    await actions.join(team, 5)
    expect(await actions.upcoming(team, { plan: 'year' })).toMatchObject({
      subtotal: computePrice('year', 10),
      created: (await actions.subscription(team)).trial_ends_at,
    })
    expect(
      await actions.answer(team, 'billing.change_plan', { body: { plan: 'year' } }),
    ).toMatchObject({ status: 'trialing', interval: 'year', quantity: 10 })
    expect(await actions.receipts(team)).toEqual([])
    await actions.passPeriod(team)
    expect((await actions.receipts(team)).map((one) => one.amount)).toEqual([
      Math.round(computePrice('year', 10) * 0.9),
    ])
  }, 90_000)
}
