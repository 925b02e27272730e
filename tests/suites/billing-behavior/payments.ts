import { expect, test } from 'vitest'
import { type Invoice } from '#contract/schemas/billing.ts'
import { makeMember } from '#tests/support/factories.ts'
import { callbackUrl } from './actions.ts'
import { actions, harness, nowMs } from './setup.ts'

export function testFailedPayments(): void {
  test('a failed payment is retried and another card pays it at once', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    expect(await actions.card(team, 'fails_later')).toHaveProperty(
      'redirect_url',
      expect.stringContaining('card=added'),
    )
    await actions.passPeriod(team)
    const overdue = await actions.subscription(team)
    expect(overdue).toMatchObject({ status: 'past_due', open_invoice: { amount: 9_000 } })
    expect(Date.parse(overdue.open_invoice?.next_attempt_at ?? '')).toBeGreaterThan(nowMs())
    expect((await actions.invoices(team))[0]).toMatchObject({
      label: 'open',
      amount_due: 9_000,
      payment_failed: true,
    })
    expect([await actions.active(team), (await actions.receipts(team)).length]).toEqual([true, 1])
    expect(
      (await actions.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes,
    ).toEqual(['payment_failed'])
    expect(await actions.subscription(team)).toMatchObject({
      status: 'past_due',
      interval: 'month',
    })
    await actions.card(team)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'active',
      open_invoice: null,
    })
    expect((await actions.invoices(team))[0]).toMatchObject({
      label: 'paid',
      payment_failed: false,
    })
    expect(await actions.receipts(team)).toHaveLength(2)
  }, 90_000)

  test('a payment that never succeeds ends the subscription unpaid', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    await actions.card(team, 'fails_later')
    await actions.passPeriod(team)
    await harness.advanceTime(22)
    expect(await actions.subscription(team)).toMatchObject({
      status: 'canceled',
      unpaid: true,
      open_invoice: null,
    })
    expect((await actions.invoices(team)).map((one) => one.label)).toEqual(['void', 'paid'])
    expect([await actions.active(team), (await actions.receipts(team)).length]).toEqual([false, 1])
    await actions.card(team)
    expect((await actions.receipts(team)).length).toBe(1)
    expect(await actions.subscribe(team)).toContain('subscription=started')
    expect([await actions.active(team), (await actions.subscription(team)).unpaid]).toEqual([
      true,
      false,
    ])
  }, 120_000)
}

export function testRepeatsAndPages(): void {
  test('the same Idempotency-Key takes effect once', async () => {
    const team = await actions.team()
    const options = () =>
      actions.answer(team, 'billing.subscribe', {
        key: 'first',
        body: { plan: 'month', callback: callbackUrl },
      })
    const [one, other] = [await options(), await options()]
    expect(one).toEqual(other)
    await harness.pay(one.session_url, 'works')
    await harness.advanceTime(1)
    const change = (key: string) =>
      actions.answer(team, 'billing.change_plan', { key, body: { plan: 'year' } })
    expect(await change('second')).toEqual(await change('second'))
    await change('third')
    expect(await actions.receipts(team)).toHaveLength(2)
    await Promise.all(
      ['a', 'b', 'c'].map((key) =>
        actions.answer(team, 'billing.cancel', { key, body: { reason: 'other' } }),
      ),
    )
    expect(await actions.subscription(team)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    })
  }, 60_000)

  test('each team pages through its own invoices and receipts', async () => {
    const [team, other] = [await actions.team(), await actions.team()]
    await actions.subscribe(team)
    for (const plan of ['year', 'month', 'year'] as const) {
      await harness.advanceTime(1)
      await actions.answer(team, 'billing.change_plan', { body: { plan } })
    }
    const all = (await actions.answer(team, 'billing.invoices')).items.map((one) => one.id)
    const states: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: { items: Invoice[]; next_cursor: string | null } = await actions.answer(
        team,
        'billing.invoices',
        { query: { limit: 2, ...(cursor ? { cursor } : {}) } },
      )
      states.push(...page.items.map((one) => one.id))
      cursor = page.next_cursor
    }
    expect([states, states.length >= 4]).toEqual([all, true])
    const receipts = await actions.receipts(team)
    const first = await actions.answer(team, 'billing.receipts', { query: { limit: 1 } })
    expect(first).toMatchObject({ has_more: true, items: [receipts[0]] })
    const rest = await actions.answer(team, 'billing.receipts', {
      query: { limit: 100, starting_after: receipts[0]?.id ?? '' },
    })
    expect(rest).toEqual({ has_more: false, items: receipts.slice(1) })
    expect([await actions.invoices(other), await actions.receipts(other)]).toEqual([[], []])
  }, 60_000)
}

export function testBillingDetails(): void {
  test('billing details are visible to billing administrators only', async () => {
    const team = await actions.team()
    await actions.subscribe(team)
    const changed = await actions.answer(team, 'billing.update_details', {
      body: {
        name: 'Analytical Engines Ltd',
        email: 'bills@example.test',
        address: '12 Long Lane\nLondon',
        country: 'GB',
        tax_id: 'GB123456789',
      },
    })
    expect(changed).toEqual({
      name: 'Analytical Engines Ltd',
      email: 'bills@example.test',
      address: '12 Long Lane\nLondon',
      country: 'GB',
      tax_id: 'GB123456789',
      customer_balance: 0,
    })
    const unknownCountry = await harness.t.call('billing.update_details', {
      token: team.admin.token,
      body: { country: 'XX' },
    })
    expect(unknownCountry.errors).toMatchObject([{ code: 'wrong_format', field: 'country' }])
    expect(await actions.answer(team, 'billing.details')).toEqual(changed)
    const member = await makeMember(harness.t, team.workspace_id)
    for (const name of [
      'billing.details',
      'billing.subscription',
      'billing.invoices',
      'billing.receipts',
      'billing.upcoming',
      'billing.payment_method',
    ] as const) {
      expect([name, (await harness.t.call(name, { token: member.token })).codes]).toEqual([
        name,
        ['forbidden'],
      ])
    }
  }, 30_000)
}
