import { hourMs } from '#contract/durations.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Plan } from '#contract/prices.ts'
import type {
  BillingProvider,
  SubscriptionOrder,
} from '#server/adapters/billing/billing-provider.ts'
import {
  computeNetPrice,
  type DiscountRule,
  filterActiveDiscounts,
} from '#server/modules/billing/local/proration.ts'
import type { LocalSubscription } from '#server/modules/billing/local/queries.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { toRefusal } from '#server/platform/errors.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { assertBillingConsistent, startLocalBilling } from '#tests/support/local-billing.ts'
import { findOrCreateCustomer } from './sync.ts'
import { parseDiscountRules } from '#server/modules/billing/local/stored-discounts.ts'

/**
 * Model test. After every random step and wait all sums hold. With a working card, each second is
 * paid once at its price, to a cent a line.
 */
let t: TestApp
let owner: pg.Client
beforeAll(async () => {
  ;({ t } = await startLocalBilling())
  owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await t?.close()
})

/** Returns the hours until a subscription of any team is due. */
async function countIdleHours(): Promise<number> {
  const { rows } = await owner.query<{ due_at: Date | null }>(
    `select min(due_at) as due_at from local_subscriptions where status <> 'canceled'`,
  )
  const dueAt = rows[0]?.due_at
  return dueAt ? (dueAt.getTime() - t.clock.now().getTime()) / hourMs : Infinity
}

type Step = {
  hours: number
  act: 'wait' | 'seats' | 'plan' | 'cancel' | 'resume' | 'card' | 'broken_card'
  seats: number
}
const steps = (acts: Step['act'][]) =>
  fc.array(
    fc.record({
      hours: fc.integer({ min: 0, max: 800 }),
      act: fc.constantFrom(...acts),
      seats: fc.integer({ min: 5, max: 60 }),
    }),
    { minLength: 3, maxLength: 8 },
  )
const orders = fc.record({
  plan: fc.constantFrom<Plan>('month', 'year'),
  seats: fc.integer({ min: 5, max: 60 }),
  trial_hours: fc.constantFrom(0, 60, 700),
  lifetime: fc.boolean(),
})

const ignoreRefusals = async (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!toRefusal(error)) throw error
  })

async function saveLocalCard(workspaceId: string, kind: string) {
  const id = await t.services.db.tenant(workspaceId, (trx) =>
    saveCard(
      trx,
      { workspace_id: workspaceId, purpose: 'subscription', created_by: null },
      'local',
      {
        ref: `local:${kind}`,
        brand: 'Visa',
        last4: kind === 'works' ? '4242' : '0341',
        exp_month: 12,
        exp_year: 2060,
      },
      t.clock.now(),
    ),
  )
  return { id, ref: `local:${kind}` }
}

/** Returns the subscription, its charges, invoice lines and drafts. */
const loadRows = (workspaceId: string) =>
  t.services.db.tenant(workspaceId, async (trx) => ({
    sub: await trx
      .selectFrom('local_subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow(),
    charges: await trx
      .selectFrom('local_charges')
      .select('amount_cents')
      .where('workspace_id', '=', workspaceId)
      .execute(),
    lines: await trx
      .selectFrom('local_invoice_lines')
      .select(['amount_cents', 'invoice_id'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    drafts: await trx
      .selectFrom('local_invoices')
      .select('total_cents')
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'draft')
      .execute(),
  }))

async function begin(
  order: Omit<SubscriptionOrder, 'trial_ends_at' | 'promo'> & { trial_hours: number },
) {
  const billing = t.services.billing as BillingProvider
  const { workspace_id: workspaceId } = await makeTeam(t)
  const at = t.clock.now()
  const customer = await findOrCreateCustomer(t.services, workspaceId, at)
  const card = (kind: string) => saveLocalCard(workspaceId, kind)
  const trialEndsAt = order.trial_hours ? new Date(at.getTime() + order.trial_hours * hourMs) : null
  await billing.subscribe(
    customer,
    {
      plan: order.plan,
      seats: order.seats,
      lifetime: order.lifetime,
      promo: null,
      trial_ends_at: trialEndsAt,
    },
    await card('works'),
    at,
    'walk',
  )
  /** The worker runs every 12 hours, so this is no downtime. Runs that find nothing are left out. */
  const pass = async (hours: number) => {
    for (let left = hours; left > 0;) {
      const runs = Math.max(1, Math.ceil((await countIdleHours()) / 12))
      const step = Math.min(left, runs * 12)
      t.clock.advance(step * hourMs)
      while (await billing.processDue?.(t.clock.now()));
      left -= step
    }
  }
  const act = async ({ act: name, seats }: Step) => {
    const now = t.clock.now()
    const sub = (await billing.fetchAccount(customer, now)).subscription
    if (name === 'seats') await ignoreRefusals(billing.changeSeats(customer, seats, now, 'walk'))
    if (name === 'plan')
      await ignoreRefusals(
        billing.changePlan(
          customer,
          { plan: sub?.plan === 'year' ? 'month' : 'year', seats: sub?.quantity ?? seats },
          now,
          'walk',
        ),
      )
    if (name === 'cancel')
      await ignoreRefusals(billing.cancel(customer, { reason: 'other', comment: '' }, now))
    if (name === 'resume') await ignoreRefusals(billing.resume(customer, now))
    if (name === 'card' || name === 'broken_card')
      await billing.setPaymentCard(
        customer,
        await card(name === 'card' ? 'works' : 'fails_later'),
        now,
      )
  }
  const books = async () => ({
    ...(await loadRows(workspaceId)),
    balance: (await billing.fetchAccount(customer, t.clock.now())).balance,
  })
  return { pass, act, books, billing, customer }
}

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
const priceOfSecond = (sub: LocalSubscription, rules: DiscountRule[]) =>
  computeNetPrice(sub.plan, sub.quantity, filterActiveDiscounts(rules, sub.period_start)) /
  (sub.period_end.getTime() - sub.period_start.getTime())

test('charges each second once at its price while the card works', async () => {
  await fc.assert(
    fc.asyncProperty(
      orders,
      steps(['wait', 'seats', 'plan', 'resume', 'seats']),
      async (order, walk) => {
        const it = await begin(order)
        let used = 0
        for (const step of walk) {
          // The price of a second changes with periods and commands only, so sum between these.
          for (let left = step.hours; left > 0;) {
            const { sub } = await it.books()
            const until = Math.max(
              1,
              Math.min(
                left,
                Math.ceil((sub.period_end.getTime() - t.clock.now().getTime()) / hourMs),
              ),
            )
            const from = t.clock.now().getTime()
            const inside = Math.min(until * hourMs, Math.max(0, sub.period_end.getTime() - from))
            await it.pass(until)
            if (sub.status !== 'trialing')
              used += inside * priceOfSecond(sub, parseDiscountRules(sub))
            const after = (await it.books()).sub
            used += (until * hourMs - inside) * priceOfSecond(after, parseDiscountRules(after))
            left -= until
          }
          await it.act(step)
          await assertBillingConsistent(t)
          const { sub, charges, lines, drafts, balance } = await it.books()
          expect(['trialing', 'active']).toContain(sub.status)
          const rest =
            sub.status === 'trialing'
              ? 0
              : priceOfSecond(sub, parseDiscountRules(sub)) *
                (sub.period_end.getTime() - t.clock.now().getTime())
          const waiting =
            sum(lines.filter((line) => line.invoice_id === null).map((line) => line.amount_cents)) +
            sum(drafts.map((one) => one.total_cents))
          const paid = sum(charges.map((one) => one.amount_cents)) - balance + waiting
          expect(Math.abs(paid - used - rest)).toBeLessThanOrEqual(lines.length * 1.5 + 0.01)
        }
      },
    ),
    { numRuns: 6 },
  )
}, 180_000)

test('charges nothing after the end of a subscription with failing cards', async () => {
  await fc.assert(
    fc.asyncProperty(
      orders,
      steps(['wait', 'seats', 'plan', 'cancel', 'resume', 'card', 'broken_card', 'broken_card']),
      async (order, walk) => {
        const it = await begin(order)
        let over: number | undefined
        for (const step of walk) {
          await it.pass(step.hours)
          await it.act(step)
          await assertBillingConsistent(t)
          const { sub, charges } = await it.books()
          if (over !== undefined) expect(charges).toHaveLength(over)
          if (sub.status === 'canceled') over = charges.length
          const next = await it.billing.previewInvoice(it.customer, null, 'en', t.clock.now())
          if (sub.status === 'canceled') expect(next).toBeNull()
          else if (next) expect(next.total - next.balance_applied).toBe(next.amount_due)
        }
      },
    ),
    { numRuns: 10 },
  )
}, 180_000)
