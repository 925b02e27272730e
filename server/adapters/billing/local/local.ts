import type { Database } from '#server/platform/database.ts'
import type { Billing } from '../billing.ts'

const never = (): Promise<never> => Promise.reject(new Error('not yet'))

/** Subscriptions without a provider: their whole life in our own tables. No real money moves. */
export function localBilling(_publicUrl: string, _db: Database): Billing {
  return {
    kind: 'local', keepCustomer: (_ref, { workspace_id }) => Promise.resolve(workspace_id),
    read: () => Promise.resolve({ subscription: null, card: null, balance: 0 }), subscribe: never, startCheckout: never, changePlan: never, setSeats: never, cancel: never, resume: never,
    useCard: () => Promise.resolve(), preview: () => Promise.resolve(null), invoices: () => Promise.resolve({ items: [], next_cursor: null }), receipts: () => Promise.resolve({ items: [], has_more: false }),
    forget: () => Promise.resolve(),
  }
}
