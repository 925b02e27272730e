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

/** What the suite does again and again, over whichever implementation. */
export function createBillingActions(h: BillingHarness) {
  const { t } = h
  /** Sessions end after a month; billing goes on for longer. */
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
    ask: Omit<Parameters<typeof t.call>[1] & object, 'token'> = {},
  ) => t.call(name, { token: await token(team), ...ask })
  const answer = async <N extends Parameters<typeof t.call>[0]>(
    team: Team,
    name: N,
    ask: Omit<Parameters<typeof t.call>[1] & object, 'token'> = {},
  ) => {
    const { status, body, codes } = await call(team, name, ask)
    if (status >= 300) throw new Error(`${name}: ${status} ${codes.join()}`)
    return body
  }
  const subscription = (team: Team) => answer(team, 'billing.subscription')
  /** The trial of a team is over since a second. */
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
    /** A team of so many people, in its trial or after it. */
    async team(people = 1, trial = false): Promise<Team> {
      const team = await makeTeam(t)
      for (let n = 1; n < people; n += 1) await makeMember(t, team.workspace_id)
      if (!trial) await endTrial(team)
      return team
    },
    /**
     * Subscribes as somebody at the screen would: on the page where one is asked for. Answers what
     * became of it, or the code of its refusal.
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
    /** Enters a card on the page for one. */
    async card(team: Team, kind: TestCard['kind'] = 'works') {
      return h.pay(
        (await answer(team, 'billing.add_payment_method', { body: { callback: callbackUrl } }))
          .session_url,
        kind,
      )
    },
    /** The invoices that ask for money or give some, newest first. */
    invoices: async (team: Team) =>
      (await answer(team, 'billing.invoices', { query: { limit: 100 } })).items.filter(
        (invoice) => invoice.subtotal !== 0,
      ),
    receipts: async (team: Team) =>
      (await answer(team, 'billing.receipts', { query: { limit: 100 } })).items,
    upcoming: (team: Team, query: { plan?: Plan; promo?: string } = {}) =>
      answer(team, 'billing.upcoming', { query }),
    /** Days pass until the running period has ended and what it brought is paid. */
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
/** What holds for every invoice, whoever made it out. */
function expectConsistentTotals(invoice: Invoice): void {
  expect(sum(invoice.lines.map((line) => line.amount))).toBe(invoice.subtotal)
  expect(invoice.subtotal - sum(invoice.discounts.map((one) => one.amount))).toBe(invoice.total)
  expect(invoice.total - invoice.balance_applied).toBe(invoice.amount_due)
  expect(invoice.amount_due).toBeGreaterThanOrEqual(0)
}

/**
 * How billing behaves, whichever implementation stands behind it: everything here is asked of the
 * calls of the contract, and of the harness what only the outside world can do. Every
 * implementation passes it to the cent.
 */
export function describeBillingBehaviour(name: string, open: () => Promise<BillingHarness>): void {
  describe(`billing by ${name}`, () => {
    let h: BillingHarness
    let by: BillingActions
    beforeAll(async () => {
      h = await open()
      by = createBillingActions(h)
    }, 60_000)
    afterEach(() => h.checkInvariants(), 30_000)
    afterAll(() => h?.stop())
    const now = () => h.t.clock.now().getTime()

    test('before anything: no subscription, no invoices, and what a month or a year would cost', async () => {
      const team = await by.team(7, true)
      const { trial_ends_at: trialEndsAt } = await by.subscription(team)
      expect(await by.subscription(team)).toMatchObject({
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
      expect([await by.invoices(team), await by.receipts(team)]).toEqual([[], []])
      const month = await by.upcoming(team, { plan: 'month' })
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
      expect(await by.upcoming(team, { plan: 'year' })).toMatchObject({
        subtotal: 103_680,
        amount_due: 93_312,
      })
      for (const act of ['billing.resume', 'billing.cancel'] as const)
        expect(
          (await by.call(team, act, act === 'billing.cancel' ? { body: { reason: 'other' } } : {}))
            .codes,
        ).toEqual(['no_subscription'])
    }, 30_000)

    test('in the trial: nothing is charged before it ends, then the first period; nobody is shut out', async () => {
      const team = await by.team(1, true)
      const { trial_ends_at: trialEndsAt } = await by.subscription(team)
      expect(await by.subscribe(team)).toContain('subscription=started')
      expect(await by.subscription(team)).toMatchObject({
        status: 'trialing',
        interval: 'month',
        quantity: 5,
        current_period_end: trialEndsAt,
        cancel_at_period_end: false,
        lifetime_discount: true,
        amount: 8_100,
      })
      expect([await by.invoices(team), await by.receipts(team)]).toEqual([[], []])
      expect(await by.upcoming(team)).toMatchObject({
        label: 'upcoming',
        subtotal: 9_000,
        total: 8_100,
        created: trialEndsAt,
        discounts: [{ amount: 900, lifetime: true }],
      })
      await h.advanceTime(20)
      expect(await by.receipts(team)).toEqual([])
      await by.passPeriod(team)
      expect(await by.subscription(team)).toMatchObject({ status: 'active' })
      const [invoice, ...others] = await by.invoices(team)
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
        (await by.receipts(team)).map((one) => [
          one.amount,
          one.refunded,
          one.last4,
          one.invoice_number,
        ]),
      ).toEqual([[8_100, false, '4242', invoice?.number]])
      expect(await by.active(team)).toBe(true)
    }, 60_000)

    test('after the trial a team is shut out, pays at once on the page, and is back; nothing is lowered', async () => {
      const team = await by.team()
      expect(await by.active(team)).toBe(false)
      expect(await by.subscribe(team)).toContain('subscription=started')
      expect(await by.active(team)).toBe(true)
      expect(await by.subscription(team)).toMatchObject({
        status: 'active',
        interval: 'month',
        amount: 9_000,
        discounts: [],
        lifetime_discount: false,
        open_invoice: null,
      })
      expect(await by.invoices(team)).toMatchObject([
        { label: 'paid', amount_due: 9_000, total: 9_000, discounts: [] },
      ])
      expect(await by.receipts(team)).toMatchObject([{ amount: 9_000, refunded: false }])
      expect((await by.answer(team, 'billing.payment_method'))?.last4).toBe('4242')
      expect(
        (
          await by.call(team, 'billing.subscribe', {
            body: { plan: 'year', callback: callbackUrl },
          })
        ).codes,
      ).toEqual(['conflict'])
      await by.passPeriod(team)
      expect((await by.invoices(team)).map((one) => one.label)).toEqual(['paid', 'paid'])
      expect(await by.receipts(team)).toHaveLength(2)
      const [second, first] = await by.invoices(team)
      expect(second?.period_start).toBe(first?.period_end)
      expect(new Set([first?.number, second?.number]).size).toBe(2)
    }, 60_000)

    let codes = 0
    test.each(priceExamples)(
      '$people people by the $plan, lifetime $lifetime, promotion $promo: $total cents on the preview, the invoice and the receipt',
      async ({ people, plan, lifetime, promo, subtotal, total }) => {
        const team = await by.team(people, lifetime)
        if (lifetime) {
          await by.card(team)
          await by.endTrial(team)
        }
        const code = promo ? `WORKED${(codes += 1)}` : undefined
        if (promo && code) await h.promo(code, { percent: promo, months: null })
        expect(await by.upcoming(team, { plan, ...(code ? { promo: code } : {}) })).toMatchObject({
          subtotal,
          total,
          amount_due: total,
        })
        expect(await by.subscribe(team, plan, code ? { promo: code } : {})).toContain(
          'subscription=started',
        )
        expect(await by.subscription(team)).toMatchObject({
          interval: plan,
          quantity: Math.max(5, people),
          amount: total,
        })
        const invoices = await by.invoices(team)
        expect(invoices).toMatchObject([{ label: 'paid', subtotal, total, amount_due: total }])
        for (const invoice of invoices) expectConsistentTotals(invoice)
        expect(await by.receipts(team)).toMatchObject([{ amount: total }])
      },
      30_000,
    )

    test('what a first order costs includes the offer that its card earns in the trial', async () => {
      const team = await by.team(1, true)
      const shown = await by.upcoming(team, { plan: 'month' })
      await by.subscribe(team)
      expect([
        shown?.amount_due,
        (await by.upcoming(team))?.amount_due,
        (await by.subscription(team)).amount,
      ]).toEqual([8_100, 8_100, 8_100])
      const late = await by.team()
      expect(await by.upcoming(late, { plan: 'month' })).toMatchObject({
        amount_due: 9_000,
        discounts: [],
      })
    }, 30_000)

    test('canceled: it stops at the end of what is paid for, and nothing is charged any more', async () => {
      const team = await by.team()
      await by.subscribe(team)
      const canceled = await by.answer(team, 'billing.cancel', {
        body: { reason: 'too_expensive', comment: 'Too much for us' },
      })
      expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true })
      expect(await by.upcoming(team)).toBeNull()
      expect(await by.active(team)).toBe(true)
      await by.passPeriod(team)
      expect(await by.subscription(team)).toMatchObject({
        status: 'canceled',
        ended_at: canceled.current_period_end,
        unpaid: false,
      })
      expect([await by.active(team), (await by.receipts(team)).length]).toEqual([false, 1])
      expect((await by.call(team, 'billing.resume')).codes).toEqual(['subscription_final'])
      expect(
        (await by.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes,
      ).toEqual(['no_subscription'])
      expect((await by.call(team, 'billing.cancel', { body: {} })).codes).toEqual([
        'no_subscription',
      ])
      expect(await by.subscribe(team, 'year')).toContain('subscription=started')
      expect([(await by.subscription(team)).status, await by.active(team)]).toEqual([
        'active',
        true,
      ])
    }, 60_000)

    test('resumed before its end: it goes on as if nothing had been', async () => {
      const team = await by.team()
      await by.subscribe(team)
      await by.answer(team, 'billing.cancel', { body: {} })
      expect(await by.answer(team, 'billing.resume')).toMatchObject({
        status: 'active',
        cancel_at_period_end: false,
      })
      await by.passPeriod(team)
      expect([(await by.subscription(team)).status, (await by.receipts(team)).length]).toEqual([
        'active',
        2,
      ])
    }, 60_000)

    test('canceled in the trial: nothing is ever charged', async () => {
      const team = await by.team(1, true)
      await by.subscribe(team)
      const { trial_ends_at: trialEndsAt } = await by.subscription(team)
      await by.answer(team, 'billing.cancel', { body: { reason: 'unused' } })
      expect(await by.upcoming(team)).toBeNull()
      await by.passPeriod(team)
      expect(await by.subscription(team)).toMatchObject({
        status: 'canceled',
        ended_at: trialEndsAt,
        unpaid: false,
      })
      expect([await by.invoices(team), await by.receipts(team)]).toEqual([[], []])
    }, 60_000)

    test.each(['declined', 'insufficient', 'expired', 'fails_later'] as const)(
      'a card that is %s pays nothing and leaves nothing; the page stays open for another',
      async (kind) => {
        const team = await by.team()
        const { session_url: sessionUrl } = await by.answer(team, 'billing.subscribe', {
          body: { plan: 'month', callback: callbackUrl },
        })
        expect(await h.pay(sessionUrl, kind)).toEqual({ refused: 'payment_failed' })
        expect(await by.subscription(team)).toMatchObject({ status: 'none' })
        expect([await by.receipts(team), await by.active(team)]).toEqual([[], false])
        expect(await h.pay(sessionUrl, 'works')).toHaveProperty(
          'redirect_url',
          expect.stringContaining('subscription=started'),
        )
        expect([(await by.subscription(team)).status, (await by.receipts(team)).length]).toEqual([
          'active',
          1,
        ])
      },
      30_000,
    )

    test('a card whose bank asks is paid with after the answer', async () => {
      const team = await by.team()
      expect(await by.subscribe(team, 'month', { card: 'confirm' })).toContain(
        'subscription=started',
      )
      expect(await by.receipts(team)).toMatchObject([{ amount: 9_000, last4: '3220' }])
    }, 30_000)

    test('a card first, then a subscription on it without a page; in the trial it earns 10% for life', async () => {
      const team = await by.team(1, true)
      await by.card(team)
      expect(await by.subscription(team)).toMatchObject({ status: 'none', lifetime_discount: true })
      const { session_url: sessionUrl } = await by.answer(team, 'billing.subscribe', {
        body: { plan: 'month', callback: callbackUrl },
      })
      expect(sessionUrl).toBe(`${callbackUrl}?subscription=started`)
      expect(await by.subscription(team)).toMatchObject({
        status: 'trialing',
        amount: 8_100,
        discounts: [{ percent: 10, lifetime: true, ends_at: null }],
      })
    }, 30_000)

    test('promotion codes: one after the other discount, in whole cents, for their months', async () => {
      await h.promo('SPRING20', { percent: 20, months: 2 })
      const team = await by.team(1, true)
      await by.card(team)
      await by.endTrial(team)
      expect(await by.upcoming(team, { plan: 'month', promo: 'SPRING20' })).toMatchObject({
        subtotal: 9_000,
        total: 6_480,
      })
      await by.subscribe(team, 'month', { promo: 'SPRING20' })
      const [first] = await by.invoices(team)
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
      await by.passPeriod(team)
      await by.passPeriod(team)
      expect((await by.invoices(team)).map((one) => one.total)).toEqual([8_100, 6_480, 6_480])
    }, 90_000)

    test('promotion codes that are unknown, over or used up are refused, before anything is charged', async () => {
      await h.promo('ONCE', { percent: 50, months: null, times: 1 })
      await h.promo('OVER', { percent: 50, months: null, ends_at: new Date(now() + dayMs) })
      await h.advanceTime(2)
      const [one, other] = [await by.team(), await by.team()]
      expect(await by.subscribe(one, 'month', { promo: 'ONCE' })).toContain('subscription=started')
      for (const promo of ['ONCE', 'OVER', 'NEVER']) {
        expect([promo, await by.subscribe(other, 'month', { promo })]).toEqual([
          promo,
          'promo_invalid',
        ])
        expect([
          promo,
          (await by.call(other, 'billing.upcoming', { query: { plan: 'month', promo } })).codes,
        ]).toEqual([promo, ['promo_invalid']])
      }
      expect([await by.receipts(one), await by.receipts(other)]).toMatchObject([
        [{ amount: 4_500 }],
        [],
      ])
    }, 60_000)

    test('the other plan from now on: what is left is credited, the difference charged at once', async () => {
      const team = await by.team(8)
      await by.subscribe(team)
      const [start, end] = [
        now(),
        Date.parse((await by.subscription(team)).current_period_end ?? ''),
      ]
      await h.advanceTime(10)
      const credit = Math.round((computePrice('month', 8) * (end - now())) / (end - start))
      const preview = await by.upcoming(team, { plan: 'year' })
      expect(preview?.amount_due).toBe(computePrice('year', 8) - credit)
      expect(
        await by.answer(team, 'billing.change_plan', { body: { plan: 'year' } }),
      ).toMatchObject({
        status: 'active',
        interval: 'year',
        quantity: 8,
        amount: computePrice('year', 8),
      })
      const [changed, first] = await by.invoices(team)
      expect([changed?.label, changed?.amount_due, first?.amount_due]).toEqual([
        'paid',
        computePrice('year', 8) - credit,
        9_900,
      ])
      for (const invoice of await by.invoices(team)) expectConsistentTotals(invoice)
      expect((await by.receipts(team)).map((one) => one.amount)).toEqual([
        computePrice('year', 8) - credit,
        9_900,
      ])
      // Back again: more is left than a month costs, and the rest lowers what comes.
      await by.answer(team, 'billing.change_plan', { body: { plan: 'month' } })
      const left = (await by.answer(team, 'billing.details')).customer_balance
      expect(left).toBe(computePrice('year', 8) - computePrice('month', 8))
      expect(await by.receipts(team)).toHaveLength(2)
      await by.passPeriod(team)
      expect((await by.invoices(team))[0]).toMatchObject({
        label: 'paid',
        total: 9_900,
        balance_applied: 9_900,
        amount_due: 0,
      })
      expect((await by.answer(team, 'billing.details')).customer_balance).toBe(left - 9_900)
    }, 90_000)

    test('seats: whoever joins is paid from then on, with the next invoice, and whoever leaves is given back', async () => {
      const team = await by.team(6)
      await by.subscribe(team)
      const [start, end] = [
        now(),
        Date.parse((await by.subscription(team)).current_period_end ?? ''),
      ]
      const rest = (seats: number) =>
        Math.round((computePrice('month', seats) * (end - now())) / (end - start))
      await h.advanceTime(7)
      const joined = rest(9) - rest(6)
      await by.join(team, 3)
      expect(await by.subscription(team)).toMatchObject({ quantity: 9, amount: 9_000 + 4 * 300 })
      expect([(await by.receipts(team)).length, (await by.upcoming(team))?.subtotal]).toEqual([
        1,
        10_200 + joined,
      ])
      await h.advanceTime(5)
      const left = rest(7) - rest(9)
      const people = (await by.answer(team, 'users.list', { query: { limit: 100 } })).items.filter(
        (one) => one.id !== team.admin.user_id,
      )
      for (const one of people.slice(0, 2))
        expect((await by.call(team, 'users.delete', { params: { id: one.id } })).status).toBe(204)
      await pushChangedSeatCounts(h.t.services)
      expect((await by.subscription(team)).quantity).toBe(7)
      const coming = await by.upcoming(team)
      expect(coming?.subtotal).toBe(9_600 + joined + left)
      await by.passPeriod(team)
      const [invoice] = await by.invoices(team)
      if (invoice) expectConsistentTotals(invoice)
      expect(invoice).toMatchObject({ label: 'paid', amount_due: 9_600 + joined + left })
      expect((await by.receipts(team))[0]?.amount).toBe(invoice?.amount_due)
    }, 90_000)

    test('in the trial neither seats nor the plan cost anything before its end', async () => {
      const team = await by.team(5, true)
      await by.subscribe(team)
      await h.advanceTime(3)
      await by.join(team, 5)
      expect(await by.upcoming(team, { plan: 'year' })).toMatchObject({
        subtotal: computePrice('year', 10),
        created: (await by.subscription(team)).trial_ends_at,
      })
      expect(
        await by.answer(team, 'billing.change_plan', { body: { plan: 'year' } }),
      ).toMatchObject({ status: 'trialing', interval: 'year', quantity: 10 })
      expect(await by.receipts(team)).toEqual([])
      await by.passPeriod(team)
      expect((await by.receipts(team)).map((one) => one.amount)).toEqual([
        Math.round(computePrice('year', 10) * 0.9),
      ])
    }, 90_000)

    test('a payment that fails is told and tried again; nobody is shut out meanwhile; another card pays it at once', async () => {
      const team = await by.team()
      await by.subscribe(team)
      expect(await by.card(team, 'fails_later')).toHaveProperty(
        'redirect_url',
        expect.stringContaining('card=added'),
      )
      await by.passPeriod(team)
      const overdue = await by.subscription(team)
      expect(overdue).toMatchObject({ status: 'past_due', open_invoice: { amount: 9_000 } })
      expect(Date.parse(overdue.open_invoice?.next_attempt_at ?? '')).toBeGreaterThan(now())
      expect((await by.invoices(team))[0]).toMatchObject({
        label: 'open',
        amount_due: 9_000,
        payment_failed: true,
      })
      expect([await by.active(team), (await by.receipts(team)).length]).toEqual([true, 1])
      expect(
        (await by.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes,
      ).toEqual(['payment_failed'])
      expect(await by.subscription(team)).toMatchObject({ status: 'past_due', interval: 'month' })
      await by.card(team)
      expect(await by.subscription(team)).toMatchObject({ status: 'active', open_invoice: null })
      expect((await by.invoices(team))[0]).toMatchObject({ label: 'paid', payment_failed: false })
      expect(await by.receipts(team)).toHaveLength(2)
    }, 90_000)

    test('what nobody pays in the end is void, the subscription ends as unpaid, and nothing more is charged', async () => {
      const team = await by.team()
      await by.subscribe(team)
      await by.card(team, 'fails_later')
      await by.passPeriod(team)
      await h.advanceTime(22)
      expect(await by.subscription(team)).toMatchObject({
        status: 'canceled',
        unpaid: true,
        open_invoice: null,
      })
      expect((await by.invoices(team)).map((one) => one.label)).toEqual(['void', 'paid'])
      expect([await by.active(team), (await by.receipts(team)).length]).toEqual([false, 1])
      await by.card(team)
      expect((await by.receipts(team)).length).toBe(1)
      expect(await by.subscribe(team)).toContain('subscription=started')
      expect([await by.active(team), (await by.subscription(team)).unpaid]).toEqual([true, false])
    }, 120_000)

    test('canceled while a payment is overdue: it ends at once, and the payment is asked for no more', async () => {
      const team = await by.team()
      await by.subscribe(team)
      await by.card(team, 'fails_later')
      await by.passPeriod(team)
      expect(await by.answer(team, 'billing.cancel', { body: { reason: 'other' } })).toMatchObject({
        status: 'canceled',
        unpaid: false,
        open_invoice: null,
      })
      expect([(await by.invoices(team))[0]?.label, await by.active(team)]).toEqual(['void', false])
    }, 60_000)

    test('a change that cannot be paid changes nothing', async () => {
      const team = await by.team()
      await by.subscribe(team)
      await h.advanceTime(3)
      await by.card(team, 'fails_later')
      const before = [await by.subscription(team), await by.invoices(team), await by.upcoming(team)]
      expect(
        (await by.call(team, 'billing.change_plan', { body: { plan: 'year' } })).codes,
      ).toEqual(['payment_failed'])
      expect([
        await by.subscription(team),
        await by.invoices(team),
        await by.upcoming(team),
      ]).toEqual(before)
    }, 60_000)

    test('the same Idempotency-Key does an act once; doing an act twice does it once', async () => {
      const team = await by.team()
      const ask = () =>
        by.answer(team, 'billing.subscribe', {
          key: 'first',
          body: { plan: 'month', callback: callbackUrl },
        })
      const [one, other] = [await ask(), await ask()]
      expect(one).toEqual(other)
      await h.pay(one.session_url, 'works')
      await h.advanceTime(1)
      const change = (key: string) =>
        by.answer(team, 'billing.change_plan', { key, body: { plan: 'year' } })
      expect(await change('second')).toEqual(await change('second'))
      await change('third')
      expect(await by.receipts(team)).toHaveLength(2)
      await Promise.all(
        ['a', 'b', 'c'].map((key) =>
          by.answer(team, 'billing.cancel', { key, body: { reason: 'other' } }),
        ),
      )
      expect(await by.subscription(team)).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
      })
    }, 60_000)

    test('invoices and receipts come page by page; another team sees none of them', async () => {
      const [team, other] = [await by.team(), await by.team()]
      await by.subscribe(team)
      for (const plan of ['year', 'month', 'year'] as const) {
        await h.advanceTime(1)
        await by.answer(team, 'billing.change_plan', { body: { plan } })
      }
      const all = (await by.answer(team, 'billing.invoices')).items.map((one) => one.id)
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: { items: Invoice[]; next_cursor: string | null } = await by.answer(
          team,
          'billing.invoices',
          { query: { limit: 2, ...(cursor ? { cursor } : {}) } },
        )
        seen.push(...page.items.map((one) => one.id))
        cursor = page.next_cursor
      }
      expect([seen, seen.length >= 4]).toEqual([all, true])
      const receipts = await by.receipts(team)
      const first = await by.answer(team, 'billing.receipts', { query: { limit: 1 } })
      expect(first).toMatchObject({ has_more: true, items: [receipts[0]] })
      const rest = await by.answer(team, 'billing.receipts', {
        query: { limit: 100, starting_after: receipts[0]?.id ?? '' },
      })
      expect(rest).toEqual({ has_more: false, items: receipts.slice(1) })
      expect([await by.invoices(other), await by.receipts(other)]).toEqual([[], []])
    }, 60_000)

    test('who pays is kept, and only administrators of billing see any of it', async () => {
      const team = await by.team()
      await by.subscribe(team)
      const changed = await by.answer(team, 'billing.update_details', {
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
      expect(await by.answer(team, 'billing.details')).toEqual(changed)
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
