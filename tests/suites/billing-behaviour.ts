import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Invoice, Plan } from '#contract/schemas/billing.ts'
import { computePrice } from '#contract/prices.ts'
import { pushChangedSeatCounts } from '#server/modules/billing/worker.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import type { TestCard } from '#contract/test-cards.ts'
import type { BillingHarness } from '#tests/support/billing-harness.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { priceExamples } from '#tests/support/price-examples.ts'

const dayMs = 86_400_000
const callbackUrl = 'http://localhost:3000/settings/billing/overview'

/** Actions of the suite, for any implementation. */
export function createBillingActions(h: BillingHarness) {
  const { t } = h
  /** Sessions expire after a month, and billing tests run longer. */
  const token = (team: Team) =>
    startSession(t.services.db.global, t.clock.now(), {
      account_id: team.admin.account_id,
      kind: 'session',
      workspace_id: team.workspace_id,
      user_id: team.admin.user_id,
    })
  const call = async <N extends Parameters<typeof t.call>[0]>(
    team: Team,
    name: N,
    options: Omit<Parameters<typeof t.call>[1] & object, 'token'> = {},
  ) => t.call(name, { token: await token(team), ...options })
  const answer = async <N extends Parameters<typeof t.call>[0]>(
    team: Team,
    name: N,
    options: Omit<Parameters<typeof t.call>[1] & object, 'token'> = {},
  ) => {
    const { status, body, codes } = await call(team, name, options)
    if (status >= 300) throw new Error(`${name}: ${status} ${codes.join()}`)
    return body
  }
  const subscription = (team: Team) => answer(team, 'billing.subscription')
  /** Ends the trial of a team one second ago. */
  const endTrial = (team: Team) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('workspaces')
        .set({ trial_ends_at: new Date(t.clock.now().getTime() - 1_000) })
        .where('id', '=', team.workspace_id)
        .execute(),
    )
  return {
    call,
    answer,
    subscription,
    endTrial,
    /** Creates a team with this many people, in or after its trial. */
    async team(people = 1, trial = false): Promise<Team> {
      const team = await makeTeam(t)
      for (let n = 1; n < people; n += 1) await makeMember(t, team.workspace_id)
      if (!trial) await endTrial(team)
      return team
    },
    /**
     * Subscribes as a person would, on the hosted page if there is one. Returns the result, or the
     * code of the refusal.
     */
    async subscribe(
      team: Team,
      plan: Plan = 'month',
      input: { card?: TestCard['kind']; promo?: string } = {},
    ): Promise<string> {
      const { status, body, codes } = await call(team, 'billing.subscribe', {
        body: { plan, callback: callbackUrl, ...(input.promo ? { promo: input.promo } : {}) },
      })
      if (status >= 300) return codes.join()
      if (new URL(body.session_url).searchParams.has('subscription')) return body.session_url
      const paid = await h.pay(body.session_url, input.card ?? 'works')
      return 'refused' in paid ? paid.refused : paid.redirect_url
    },
    /** Adds a card on the hosted page. */
    async card(team: Team, kind: TestCard['kind'] = 'works') {
      return h.pay(
        (await answer(team, 'billing.add_payment_method', { body: { callback: callbackUrl } }))
          .session_url,
        kind,
      )
    },
    /** Returns the invoices with an amount, newest first. */
    invoices: async (team: Team) =>
      (await answer(team, 'billing.invoices', { query: { limit: 100 } })).items.filter(
        (invoice) => invoice.subtotal !== 0,
      ),
    receipts: async (team: Team) =>
      (await answer(team, 'billing.receipts', { query: { limit: 100 } })).items,
    upcoming: (team: Team, query: { plan?: Plan; promo?: string } = {}) =>
      answer(team, 'billing.upcoming', { query }),
    /** Advances the clock past the end of the period, until its invoice is paid. */
    async passPeriod(team: Team) {
      const end = Date.parse((await subscription(team)).current_period_end ?? '')
      await h.advanceTime(Math.ceil((end - t.clock.now().getTime()) / dayMs) + 1)
    },
    active: async (team: Team) => (await call(team, 'users.list')).status !== 402,
    async join(team: Team, count: number) {
      for (let n = 0; n < count; n += 1) await makeMember(t, team.workspace_id)
      await pushChangedSeatCounts(t.services)
    },
  }
}
type BillingActions = ReturnType<typeof createBillingActions>

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
/** Asserts the invariants of every invoice. */
function expectConsistentTotals(invoice: Invoice): void {
  expect(sum(invoice.lines.map((line) => line.amount))).toBe(invoice.subtotal)
  expect(invoice.subtotal - sum(invoice.discounts.map((one) => one.amount))).toBe(invoice.total)
  expect(invoice.total - invoice.balance_applied).toBe(invoice.amount_due)
  expect(invoice.amount_due).toBeGreaterThanOrEqual(0)
}

/**
 * Behaviour of billing for any implementation: tests use the calls of the contract, and the harness
 * for the outside world. Every implementation matches to the cent.
 */
export function describeBillingBehaviour(name: string, open: () => Promise<BillingHarness>): void {
  describe(`billing by ${name}`, () => {
    let h: BillingHarness
    let actions: BillingActions
    beforeAll(async () => {
      h = await open()
      actions = createBillingActions(h)
    }, 60_000)
    afterEach(() => h.checkInvariants(), 30_000)
    afterAll(() => h?.stop())
    const now = () => h.t.clock.now().getTime()

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
      await h.advanceTime(20)
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

    let codes = 0
    test.each(priceExamples)(
      '$people people by the $plan, lifetime $lifetime, promotion $promo: $total cents on the preview, the invoice and the receipt',
      async ({ people, plan, lifetime, promo, subtotal, total }) => {
        const team = await actions.team(people, lifetime)
        if (lifetime) {
          await actions.card(team)
          await actions.endTrial(team)
        }
        const code = promo ? `WORKED${(codes += 1)}` : undefined
        if (promo && code) await h.createPromotionCode(code, { percent: promo, months: null })
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
      expect([await actions.active(team), (await actions.receipts(team)).length]).toEqual([
        false,
        1,
      ])
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

    test.each(['declined', 'insufficient', 'expired', 'fails_later'] as const)(
      'a card that is %s pays nothing and leaves the page open',
      async (kind) => {
        const team = await actions.team()
        const { session_url: sessionUrl } = await actions.answer(team, 'billing.subscribe', {
          body: { plan: 'month', callback: callbackUrl },
        })
        expect(await h.pay(sessionUrl, kind)).toEqual({ refused: 'payment_failed' })
        expect(await actions.subscription(team)).toMatchObject({ status: 'none' })
        expect([await actions.receipts(team), await actions.active(team)]).toEqual([[], false])
        expect(await h.pay(sessionUrl, 'works')).toHaveProperty(
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

    test('a card with bank confirmation pays after the answer', async () => {
      const team = await actions.team()
      expect(await actions.subscribe(team, 'month', { card: 'confirm' })).toContain(
        'subscription=started',
      )
      expect(await actions.receipts(team)).toMatchObject([{ amount: 9_000, last4: '3220' }])
    }, 30_000)

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

    test('a promotion code discounts whole cents for its months', async () => {
      await h.createPromotionCode('SPRING20', { percent: 20, months: 2 })
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

    test('unknown, expired and used up promotion codes are refused', async () => {
      await h.createPromotionCode('ONCE', { percent: 50, months: null, times: 1 })
      await h.createPromotionCode('OVER', {
        percent: 50,
        months: null,
        ends_at: new Date(now() + dayMs),
      })
      await h.advanceTime(2)
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
          (await actions.call(other, 'billing.upcoming', { query: { plan: 'month', promo } }))
            .codes,
        ]).toEqual([promo, ['promo_invalid']])
      }
      expect([await actions.receipts(one), await actions.receipts(other)]).toMatchObject([
        [{ amount: 4_500 }],
        [],
      ])
    }, 60_000)

    test('a plan change credits the rest and charges the difference', async () => {
      const team = await actions.team(8)
      await actions.subscribe(team)
      const [start, end] = [
        now(),
        Date.parse((await actions.subscription(team)).current_period_end ?? ''),
      ]
      await h.advanceTime(10)
      const credit = Math.round((computePrice('month', 8) * (end - now())) / (end - start))
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

    test('new seats are charged and freed seats credited on the next invoice', async () => {
      const team = await actions.team(6)
      await actions.subscribe(team)
      const [start, end] = [
        now(),
        Date.parse((await actions.subscription(team)).current_period_end ?? ''),
      ]
      const rest = (seats: number) =>
        Math.round((computePrice('month', seats) * (end - now())) / (end - start))
      await h.advanceTime(7)
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
      await h.advanceTime(5)
      const left = rest(7) - rest(9)
      const people = (
        await actions.answer(team, 'users.list', { query: { limit: 100 } })
      ).items.filter((one) => one.id !== team.admin.user_id)
      for (const one of people.slice(0, 2))
        expect((await actions.call(team, 'users.delete', { params: { id: one.id } })).status).toBe(
          204,
        )
      await pushChangedSeatCounts(h.t.services)
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
      await h.advanceTime(3)
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
      expect(Date.parse(overdue.open_invoice?.next_attempt_at ?? '')).toBeGreaterThan(now())
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
      await h.advanceTime(22)
      expect(await actions.subscription(team)).toMatchObject({
        status: 'canceled',
        unpaid: true,
        open_invoice: null,
      })
      expect((await actions.invoices(team)).map((one) => one.label)).toEqual(['void', 'paid'])
      expect([await actions.active(team), (await actions.receipts(team)).length]).toEqual([
        false,
        1,
      ])
      await actions.card(team)
      expect((await actions.receipts(team)).length).toBe(1)
      expect(await actions.subscribe(team)).toContain('subscription=started')
      expect([await actions.active(team), (await actions.subscription(team)).unpaid]).toEqual([
        true,
        false,
      ])
    }, 120_000)

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

    test('a plan change that cannot be paid changes nothing', async () => {
      const team = await actions.team()
      await actions.subscribe(team)
      await h.advanceTime(3)
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

    test('the same Idempotency-Key takes effect once', async () => {
      const team = await actions.team()
      const options = () =>
        actions.answer(team, 'billing.subscribe', {
          key: 'first',
          body: { plan: 'month', callback: callbackUrl },
        })
      const [one, other] = [await options(), await options()]
      expect(one).toEqual(other)
      await h.pay(one.session_url, 'works')
      await h.advanceTime(1)
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

    test('invoices and receipts are paged per team', async () => {
      const [team, other] = [await actions.team(), await actions.team()]
      await actions.subscribe(team)
      for (const plan of ['year', 'month', 'year'] as const) {
        await h.advanceTime(1)
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
      expect(await actions.answer(team, 'billing.details')).toEqual(changed)
      const member = await makeMember(h.t, team.workspace_id)
      for (const name of [
        'billing.details',
        'billing.subscription',
        'billing.invoices',
        'billing.receipts',
        'billing.upcoming',
        'billing.payment_method',
      ] as const) {
        expect([name, (await h.t.call(name, { token: member.token })).codes]).toEqual([
          name,
          ['forbidden'],
        ])
      }
    }, 30_000)
  })
}
