import type { BillingProvider } from '#server/adapters/billing/billing-provider.ts'
import { startCardSetup } from './card-setup.ts'
import { loadCard, dismissWelcomeOffer } from '#server/modules/cards/service.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { findOrCreateCustomer, syncOnReturn } from './sync.ts'
import { loadCheckout, payCheckout } from './checkout.ts'
import { loadInvoicePdf, loadReceiptPdf } from './invoice-pdf.ts'
import {
  cancelSubscription,
  updateBillingDetails,
  changeSubscriptionPlan,
  loadBillingDetails,
  resumeSubscription,
  loadSubscription,
  previewUpcomingInvoice,
} from './service.ts'
import { startSubscription } from './start-subscription.ts'

/** Mounts our own checkout page and PDF documents, which exist with BILLING=local only. */
function mountLocalCheckout(handle: MountRoute, services: Services): void {
  handle('checkout.get', ({ body, language, at }) =>
    loadCheckout(services, body.token, language, at),
  )
  handle('checkout.pay', ({ body, at }) => payCheckout(services, body, at))
  handle('billing.invoice_pdf', ({ actor, params, language }) =>
    loadInvoicePdf(services, actor.workspace_id, params.id, language),
  )
  handle('billing.receipt_pdf', ({ actor, params, language }) =>
    loadReceiptPdf(services, actor.workspace_id, params.id, language),
  )
}

function mountSubscription(handle: MountRoute, services: Services): void {
  handle('billing.details', ({ actor, at }) => loadBillingDetails(services, actor.workspace_id, at))
  handle('billing.update_details', ({ actor, body, at }) =>
    updateBillingDetails(services, actor, body, at),
  )
  handle('billing.subscription', async ({ actor, at }) => {
    await syncOnReturn(services, actor.workspace_id, at)
    return loadSubscription(services, actor.workspace_id)
  })
  handle('billing.subscribe', (call) =>
    startSubscription(
      services,
      call.actor,
      call.body,
      call.language,
      toIdempotentCall('billing.subscribe', call),
    ),
  )
  handle('billing.change_plan', (call) =>
    changeSubscriptionPlan(
      services,
      call.actor,
      call.body,
      toIdempotentCall('billing.change_plan', call),
    ),
  )
  handle('billing.cancel', (call) =>
    cancelSubscription(services, call.actor, call.body, toIdempotentCall('billing.cancel', call)),
  )
  handle('billing.resume', (call) =>
    resumeSubscription(services, call.actor, toIdempotentCall('billing.resume', call)),
  )
}

function mountInvoices(handle: MountRoute, services: Services, billing: BillingProvider): void {
  handle('billing.upcoming', ({ actor, query, language, at }) =>
    previewUpcomingInvoice(services, actor.workspace_id, query, language, at),
  )
  handle('billing.invoices', async ({ actor, query: { cursor, limit }, language, at }) =>
    billing.listInvoices(
      await findOrCreateCustomer(services, actor.workspace_id, at),
      { after: cursor ?? null, limit, language },
      at,
    ),
  )
  handle(
    'billing.receipts',
    async ({ actor, query: { starting_after: startingAfter, limit }, language, at }) =>
      billing.listReceipts(
        await findOrCreateCustomer(services, actor.workspace_id, at),
        { after: startingAfter ?? null, limit, language },
        at,
      ),
  )
}

function mountPaymentMethod(handle: MountRoute, services: Services): void {
  handle('billing.add_payment_method', (call) =>
    startCardSetup(
      services,
      call,
      'subscription',
      toIdempotentCall('billing.add_payment_method', call),
    ),
  )
  handle('billing.payment_method', async ({ actor: { workspace_id: workspaceId }, at }) => {
    await syncOnReturn(services, workspaceId, at)
    return services.db.readSnapshot(workspaceId, (trx) =>
      loadCard(trx, workspaceId, 'subscription'),
    )
  })
  handle('billing.dismiss_offer', async ({ actor, at }) => {
    await dismissWelcomeOffer(services, actor, at)
    return undefined
  })
}

/** Mounts subscription, invoices and payment method. With BILLING=off there are none. */
export function mountBilling(handle: MountRoute, services: Services): void {
  const { billing } = services
  if (!billing) return
  if (billing.kind === 'local') mountLocalCheckout(handle, services)
  mountSubscription(handle, services)
  mountInvoices(handle, services, billing)
  mountPaymentMethod(handle, services)
}
