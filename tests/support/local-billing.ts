import { testCards, type TestCard } from '#contract/test-cards.ts'
import { checkLocalBilling } from '#server/modules/billing/local/integrity-checks.ts'
import { createPromotionCode } from '#server/modules/billing/local/promotion-codes.ts'
import { refreshBilling } from '#server/modules/billing/sync.ts'
import { pushChangedSeatCounts } from '#server/modules/billing/worker.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { BillingHarness } from './billing-harness.ts'

const dayMs = 86_400_000
const testCardNumber = (kind: TestCard['kind']) =>
  testCards.find((card) => card.kind === kind)?.number ?? ''

/** Completes our own checkout page. A bank confirmation is answered. */
export async function payOnCheckoutPage(
  t: TestApp,
  sessionUrl: string,
  kind: TestCard['kind'],
): Promise<{ redirect_url: string } | { refused: string }> {
  const pay = (confirmed: boolean) =>
    t.call('checkout.pay', {
      body: {
        token: sessionUrl.split('/checkout/')[1] ?? '',
        number: testCardNumber(kind),
        expiry: '12/40',
        cvc: '123',
        confirmed,
      },
    })
  const first = await pay(false)
  const last = first.status === 200 && first.body.redirect_url === null ? await pay(true) : first
  return last.status === 200 && last.body.redirect_url !== null
    ? { redirect_url: last.body.redirect_url }
    : { refused: last.codes.join() }
}

/** Throws unless the sums of local billing are consistent. */
export async function assertBillingConsistent(t: TestApp): Promise<void> {
  const found = await checkLocalBilling(t.ownerUrl)
  if (found.length) throw new Error(`billing: ${JSON.stringify(found.slice(0, 5))}`)
}

/**
 * Starts BILLING=local with the work of the background worker: `runDueWork` runs everything that is
 * due and processes its events.
 */
export async function startLocalBilling(): Promise<{
  t: TestApp
  runDueWork: () => Promise<void>
}> {
  const t = await startTestApp()
  const { services } = t
  const changedWorkspaces = new Set<string>()
  services.jobs.send = (_trx, name, data) => {
    if (name === 'refresh_billing') changedWorkspaces.add(data.workspace_id)
    return Promise.resolve()
  }
  return {
    t,
    runDueWork: async () => {
      await pushChangedSeatCounts(services)
      while (await services.billing?.processDue?.(t.clock.now()));
      for (const id of changedWorkspaces) await refreshBilling(services, id)
      changedWorkspaces.clear()
    },
  }
}

/** Starts BILLING=local for the behavior suite. */
export async function openLocalBilling(): Promise<BillingHarness> {
  const { t, runDueWork } = await startLocalBilling()
  return {
    t,
    pay: (sessionUrl, card) => payOnCheckoutPage(t, sessionUrl, card),
    async advanceTime(days) {
      for (let n = 0; n < days; n += 1) {
        t.clock.advance(dayMs)
        await runDueWork()
      }
    },
    async createPromotionCode(code, { percent, months, times = null, ends_at: endsAt = null }) {
      if (
        !(await createPromotionCode(
          t.ownerUrl,
          code,
          { percent, months, times, ends_at: endsAt },
          t.clock.now(),
        ))
      )
        throw new Error(`no promotion code ${code}`)
    },
    checkInvariants: () => assertBillingConsistent(t),
    stop: () => t.close(),
  }
}
