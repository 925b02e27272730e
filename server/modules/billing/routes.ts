import { addCard } from '#server/modules/cards/pages.ts'
import { cardOf, dismissOffer } from '#server/modules/cards/rules.ts'
import { type Handle, idempotent } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { customerOf, lookFirst } from './account.ts'
import { lookAtCheckout, payCheckout } from './checkout.ts'
import { invoicePaper, receiptPaper } from './papers.ts'
import {
  cancel,
  changeDetails,
  changePlan,
  detailsOf,
  resume,
  subscribe,
  subscriptionOf,
  upcoming,
} from './rules.ts'

/**
 * Our own checkout page and papers. They exist where billing lives on this machine, and there
 * alone.
 */
function mountLocal(handle: Handle, services: Services): void {
  handle('checkout.get', ({ body, language, at }) =>
    lookAtCheckout(services, body.token, language, at),
  )
  handle('checkout.pay', ({ body, at }) => payCheckout(services, body, at))
  handle('billing.invoice_pdf', ({ actor, params, language }) =>
    invoicePaper(services, actor.workspace_id, params.id, language),
  )
  handle('billing.receipt_pdf', ({ actor, params, language }) =>
    receiptPaper(services, actor.workspace_id, params.id, language),
  )
}

/** Subscription, invoices and who pays them. With BILLING=off there is none of it. */
export function mountBilling(handle: Handle, services: Services): void {
  const { billing } = services
  if (!billing) return
  if (billing.kind === 'local') mountLocal(handle, services)
  handle('billing.details', ({ actor, at }) => detailsOf(services, actor.workspace_id, at))
  handle('billing.update_details', ({ actor, body, at }) =>
    changeDetails(services, actor, body, at),
  )
  handle('billing.subscription', async ({ actor, at }) => {
    await lookFirst(services, actor.workspace_id, at)
    return subscriptionOf(services, actor.workspace_id)
  })
  handle('billing.subscribe', (call) =>
    subscribe(
      services,
      call.actor,
      call.body,
      call.language,
      idempotent('billing.subscribe', call),
    ),
  )
  handle('billing.change_plan', (call) =>
    changePlan(services, call.actor, call.body, idempotent('billing.change_plan', call)),
  )
  handle('billing.cancel', (call) =>
    cancel(services, call.actor, call.body, idempotent('billing.cancel', call)),
  )
  handle('billing.resume', (call) =>
    resume(services, call.actor, idempotent('billing.resume', call)),
  )
  handle('billing.upcoming', ({ actor, query, language, at }) =>
    upcoming(services, actor.workspace_id, query, language, at),
  )
  handle('billing.invoices', async ({ actor, query: { cursor, limit }, language, at }) =>
    billing.invoices(
      await customerOf(services, actor.workspace_id, at),
      { after: cursor ?? null, limit, language },
      at,
    ),
  )
  handle('billing.receipts', async ({ actor, query: { starting_after, limit }, language, at }) =>
    billing.receipts(
      await customerOf(services, actor.workspace_id, at),
      { after: starting_after ?? null, limit, language },
      at,
    ),
  )
  handle('billing.add_payment_method', (call) =>
    addCard(services, call, 'subscription', idempotent('billing.add_payment_method', call)),
  )
  handle('billing.payment_method', async ({ actor: { workspace_id }, at }) => {
    await lookFirst(services, workspace_id, at)
    return services.db.tenant(workspace_id, (trx) => cardOf(trx, workspace_id, 'subscription'))
  })
  handle('billing.dismiss_offer', async ({ actor, at }) => {
    await dismissOffer(services, actor, at)
    return undefined
  })
}
