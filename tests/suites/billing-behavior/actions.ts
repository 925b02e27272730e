import { expect } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { Plan } from '#contract/prices.ts'
import type { Invoice } from '#contract/schemas/billing.ts'
import { pushChangedSeatCounts } from '#server/modules/billing/worker.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import type { TestCard } from '#contract/test-cards.ts'
import type { BillingHarness } from '#tests/support/billing-harness.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'

export const callbackUrl = 'http://localhost:3000/settings/billing/overview'

/** Calls as the administrator of a team. `answer` throws on a refusal. */
function createCalls(t: TestApp) {
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
  return { call, answer }
}

/** Actions of the suite, for any implementation. */
export function createBillingActions(h: BillingHarness) {
  const { t } = h
  const { call, answer } = createCalls(t)
  const subscription = (team: Team) => answer(team, 'billing.subscription')
  const teams: Team[] = []
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
      teams.push(team)
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
    /** Cancels the subscriptions of all teams so far: later tests renew only their own. */
    async cancelSubscriptions() {
      for (const team of teams.splice(0)) await call(team, 'billing.cancel', { body: {} })
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
export type BillingActions = ReturnType<typeof createBillingActions>

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
/** Asserts the invariants of every invoice. */
export function expectConsistentTotals(invoice: Invoice): void {
  expect(sum(invoice.lines.map((line) => line.amount))).toBe(invoice.subtotal)
  expect(invoice.subtotal - sum(invoice.discounts.map((one) => one.amount))).toBe(invoice.total)
  expect(invoice.total - invoice.balance_applied).toBe(invoice.amount_due)
  expect(invoice.amount_due).toBeGreaterThanOrEqual(0)
}
