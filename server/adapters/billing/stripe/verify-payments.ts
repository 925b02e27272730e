import { Stripe } from 'stripe'
import { toRefusal } from '#server/platform/errors.ts'
import { parseStripeEvent, toUnixSeconds } from './client.ts'
import {
  assertThat,
  attachTestCard,
  readSubscription,
  type VerificationRun,
  type VerificationStep,
} from './verification-run.ts'

const charge = (run: VerificationRun, key: string) =>
  run.cards.charge({
    workspace_id: run.customer.workspace_id,
    customer: run.customer.ref,
    key,
    card: { id: run.card, ref: run.card },
    amount_cents: 2_750,
    currency: 'usd',
    description: run.id,
    at: run.at,
  })

/** Steps for cancellation, documents, separate charges and webhooks. */
export const paymentSteps: VerificationStep[] = [
  [
    'cancels at the end of the period and resumes',
    async (run) => {
      await run.billing.cancel(run.customer, { reason: 'other', comment: 'verify' }, run.at)
      assertThat((await readSubscription(run)).cancel_at_period_end, 'it is not canceled')
      await run.billing.resume(run.customer, run.at)
      assertThat(!(await readSubscription(run)).cancel_at_period_end, 'it is still canceled')
      return 'yes'
    },
  ],
  [
    'lists invoices and receipts with correct sums',
    async (run) => {
      const { items } = await run.billing.listInvoices(
        run.customer,
        { after: null, limit: 10, language: 'en' },
        run.at,
      )
      for (const invoice of items) {
        assertThat(
          invoice.lines.reduce((sum, line) => sum + line.amount, 0) === invoice.subtotal &&
            invoice.total - invoice.balance_applied === invoice.amount_due,
          `the invoice ${invoice.id} does not add up: ${JSON.stringify(invoice)}`,
        )
      }
      const { items: receipts } = await run.billing.listReceipts(
        run.customer,
        { after: null, limit: 10, language: 'en' },
        run.at,
      )
      assertThat(
        items.length >= 2 &&
          receipts.length >= 2 &&
          receipts.every((receipt) => receipt.invoice_number !== null),
        `${items.length} invoices, ${receipts.length} receipts`,
      )
      return `${items.length} invoices, ${receipts.length} receipts`
    },
  ],
  [
    'charges once per key and refunds',
    async (run) => {
      const id = await charge(run, `${run.id}-charge`)
      assertThat((await charge(run, `${run.id}-charge`)) === id, 'the same key charged twice')
      assertThat(
        await run.cards.refund({
          workspace_id: run.customer.workspace_id,
          key: `${run.id}-charge`,
        }),
        'the refund found no charge',
      )
      assertThat(
        await run.cards.refund({
          workspace_id: run.customer.workspace_id,
          key: `${run.id}-charge`,
        }),
        'the second refund failed',
      )
      return id
    },
  ],
  [
    'converts a declined card to payment_failed',
    async (run) => {
      await attachTestCard(run, 'pm_card_chargeCustomerFail')
      const code = await charge(run, `${run.id}-declined`).then(
        () => 'paid',
        (error: unknown) => toRefusal(error)?.list[0]?.code,
      )
      assertThat(code === 'payment_failed', `the result was ${code}`)
      return 'payment_failed'
    },
  ],
  [
    'accepts webhooks signed with our secret only',
    async (run) => {
      const payload = JSON.stringify({
        id: 'evt_verify',
        object: 'event',
        type: 'customer.updated',
        data: { object: { id: run.customer.ref, object: 'customer' } },
      })
      const sign = (secret: string) =>
        Stripe.webhooks.generateTestHeaderString({
          payload,
          secret,
          timestamp: toUnixSeconds(run.at),
        })
      const parse = (secret: string) =>
        parseStripeEvent(Buffer.from(payload), sign(secret), run.settings.webhookSecret, run.at)
      assertThat(
        parse(run.settings.webhookSecret)?.payload.customer === run.customer.ref &&
          parse('whsec_of_another_account') === null,
        'the signature is not checked',
      )
      return Promise.resolve('yes')
    },
  ],
]
