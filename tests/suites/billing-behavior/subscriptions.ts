import { expect, test } from 'vitest'
import { callbackUrl } from './actions.ts'
import { actions, harness } from './setup.ts'

export function testPlanPrices(): void {
  test('a new team has no subscription and sees the plan prices', async () => {
    const team = await actions.team(7, true)
    const { trial_ends_at: trialEndsAt } = await actions.subscription(team)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'none',
      interval: null,
      quantity: 7,
      amount: 9_600,
      current_period_end: null,
      ended_at: null,
      discounts: [],
      open_invoice: null,
      lifetime_discount: false,
    })
    expect([await actions.invoices(team), await actions.receipts(team)]).toEqual([[], []])
    const month = await actions.upcoming(team, { plan: 'month' })
    expect(month).toMatchObject({
      label: 'upcoming',
      number: null,
      subtotal: 9_600,
      total: 8_640,
      amount_due: 8_640,
      discounts: [{ amount: 960, lifetime: true }],
      created: trialEndsAt,
      pdf_url: null,
    })
    expect(await actions.upcoming(team, { plan: 'year' })).toMatchObject({
      subtotal: 103_680,
      amount_due: 93_312,
    })
    for (const routeName of ['billing.resume', 'billing.cancel'] as const)
      expect(
        (
          await actions.call(
            team,
            routeName,
            routeName === 'billing.cancel' ? { body: { reason: 'other' } } : {},
          )
        ).codes,
      ).toEqual(['no_subscription'])
  }, 30_000)

  test('the price of a first order in the trial includes the card offer', async () => {
    const team = await actions.team(1, true)
    const preview = await actions.upcoming(team, { plan: 'month' })
    await actions.subscribe(team)
    expect([
      preview?.amount_due,
      (await actions.upcoming(team))?.amount_due,
      (await actions.subscription(team)).amount,
    ]).toEqual([8_100, 8_100, 8_100])
    const late = await actions.team()
    expect(await actions.upcoming(late, { plan: 'month' })).toMatchObject({
      amount_due: 9_000,
      discounts: [],
    })
  }, 30_000)
}

export function testTrials(): void {
  test('a subscription in the trial is first charged when it ends', async () => {
    const team = await actions.team(1, true)
    const { trial_ends_at: trialEndsAt } = await actions.subscription(team)
    expect(await actions.subscribe(team)).toContain('subscription=started')
    expect(await actions.subscription(team)).toMatchObject({
      status: 'trialing',
      interval: 'month',
      quantity: 5,
      current_period_end: trialEndsAt,
      cancel_at_period_end: false,
      lifetime_discount: true,
      amount: 8_100,
    })
    expect([await actions.invoices(team), await actions.receipts(team)]).toEqual([[], []])
    expect(await actions.upcoming(team)).toMatchObject({
      label: 'upcoming',
      subtotal: 9_000,
      total: 8_100,
      created: trialEndsAt,
      discounts: [{ amount: 900, lifetime: true }],
    })
    await harness.advanceTime(20)
    expect(await actions.receipts(team)).toEqual([])
    await actions.passPeriod(team)
    expect(await actions.subscription(team)).toMatchObject({ status: 'active' })
    const [invoice, ...others] = await actions.invoices(team)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      label: 'paid',
      period_start: trialEndsAt,
      subtotal: 9_000,
      total: 8_100,
      amount_due: 8_100,
      payment_failed: false,
    })
    expect(
      (await actions.receipts(team)).map((one) => [
        one.amount,
        one.refunded,
        one.last4,
        one.invoice_number,
      ]),
    ).toEqual([[8_100, false, '4242', invoice?.number]])
    expect(await actions.active(team)).toBe(true)
  }, 60_000)

  test('a subscription canceled in the trial is never charged', async () => {
    const team = await actions.team(1, true)
    await actions.subscribe(team)
    const { trial_ends_at: trialEndsAt } = await actions.subscription(team)
    await actions.answer(team, 'billing.cancel', { body: { reason: 'unused' } })
    expect(await actions.upcoming(team)).toBeNull()
    await actions.passPeriod(team)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'canceled',
      ended_at: trialEndsAt,
      unpaid: false,
    })
    expect([await actions.invoices(team), await actions.receipts(team)]).toEqual([[], []])
  }, 60_000)
}

export function testFirstPayments(): void {
  test('an expired team pays at once and is active again', async () => {
    const team = await actions.team()
    expect(await actions.active(team)).toBe(false)
    expect(await actions.subscribe(team)).toContain('subscription=started')
    expect(await actions.active(team)).toBe(true)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'active',
      interval: 'month',
      amount: 9_000,
      discounts: [],
      lifetime_discount: false,
      open_invoice: null,
    })
    expect(await actions.invoices(team)).toMatchObject([
      { label: 'paid', amount_due: 9_000, total: 9_000, discounts: [] },
    ])
    expect(await actions.receipts(team)).toMatchObject([{ amount: 9_000, refunded: false }])
    expect((await actions.answer(team, 'billing.payment_method'))?.last4).toBe('4242')
    expect(
      (
        await actions.call(team, 'billing.subscribe', {
          body: { plan: 'year', callback: callbackUrl },
        })
      ).codes,
    ).toEqual(['conflict'])
    await actions.passPeriod(team)
    expect((await actions.invoices(team)).map((one) => one.label)).toEqual(['paid', 'paid'])
    expect(await actions.receipts(team)).toHaveLength(2)
    const [second, first] = await actions.invoices(team)
    expect(second?.period_start).toBe(first?.period_end)
    expect(new Set([first?.number, second?.number]).size).toBe(2)
  }, 60_000)

  test.each(['declined', 'insufficient', 'expired', 'fails_later'] as const)(
    'a card that is %s pays nothing and leaves the page open',
    async (kind) => {
      const team = await actions.team()
      const { session_url: sessionUrl } = await actions.answer(team, 'billing.subscribe', {
        body: { plan: 'month', callback: callbackUrl },
      })
      expect(await harness.pay(sessionUrl, kind)).toEqual({ refused: 'payment_failed' })
      expect(await actions.subscription(team)).toMatchObject({ status: 'none' })
      expect([await actions.receipts(team), await actions.active(team)]).toEqual([[], false])
      expect(await harness.pay(sessionUrl, 'works')).toHaveProperty(
        'redirect_url',
        expect.stringContaining('subscription=started'),
      )
      expect([
        (await actions.subscription(team)).status,
        (await actions.receipts(team)).length,
      ]).toEqual(['active', 1])
    },
    30_000,
  )

  test('a card with bank confirmation pays after the confirmation', async () => {
    const team = await actions.team()
    expect(await actions.subscribe(team, 'month', { card: 'confirm' })).toContain(
      'subscription=started',
    )
    expect(await actions.receipts(team)).toMatchObject([{ amount: 9_000, last4: '3220' }])
  }, 30_000)
}

export function testCancellations(): void {
  test('a canceled subscription ends with its paid period', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    const canceled = await actions.answer(team, 'billing.cancel', {
      body: { reason: 'too_expensive', comment: 'Too much for us' },
    })
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await actions.upcoming(team)).toBeNull()
    expect(await actions.active(team)).toBe(true)
    await actions.passPeriod(team)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'canceled',
      ended_at: canceled.current_period_end,
      unpaid: false,
    })
    expect([await actions.active(team), (await actions.receipts(team)).length]).toEqual([false, 1])
    expect((await actions.call(team, 'billing.resume')).codes).toEqual(['subscription_final'])
    expect(
      (await actions.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes,
    ).toEqual(['no_subscription'])
    expect((await actions.call(team, 'billing.cancel', { body: {} })).codes).toEqual([
      'no_subscription',
    ])
    expect(await actions.subscribe(team, 'year')).toContain('subscription=started')
    expect([(await actions.subscription(team)).status, await actions.active(team)]).toEqual([
      'active',
      true,
    ])
  }, 60_000)

  test('a resumed subscription continues unchanged', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    await actions.answer(team, 'billing.cancel', { body: {} })
    expect(await actions.answer(team, 'billing.resume')).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
    })
    await actions.passPeriod(team)
    expect([
      (await actions.subscription(team)).status,
      (await actions.receipts(team)).length,
    ]).toEqual(['active', 2])
  }, 60_000)

  test('canceling while a payment is overdue ends the subscription at once', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    await actions.card(team, 'fails_later')
    await actions.passPeriod(team)
    expect(
      await actions.answer(team, 'billing.cancel', { body: { reason: 'other' } }),
    ).toMatchObject({
      status: 'canceled',
      unpaid: false,
      open_invoice: null,
    })
    expect([(await actions.invoices(team))[0]?.label, await actions.active(team)]).toEqual([
      'void',
      false,
    ])
  }, 60_000)
}
