import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** Services that reach another process or machine, or may do so with other settings. */
const providerNames = [
  'cards',
  'billing',
  'giftCards',
  'mailer',
  'google',
  'slack',
  'teams',
  'teamsTokens',
  'storage',
  'safeHttpClient',
  'companyHttpClient',
  'companyTlsClient',
  'oidc',
] as const

/**
 * Fails the test when a provider is called while one of our transactions is open, because a slow
 * provider would hold its locks and its connection (decision 041).
 */
export type ProviderGuard = {
  /** Returns the database with transactions that the guard knows. */
  watchTransactions(db: Database): Database
  /** Returns the providers with calls that throw within a transaction. */
  watchProviders(services: Services): Partial<Services>
  /** Throws if a provider was called within a transaction, also when the error was caught. */
  assertNoViolations(): void
}

export function createProviderGuard(): ProviderGuard {
  const transaction = new AsyncLocalStorage<{ isOpen: boolean }>()
  const violations: string[] = []

  const trackTransaction =
    <T>(work: (trx: T) => Promise<unknown>) =>
    (trx: T) => {
      const state = { isOpen: true }
      return transaction.run(state, async () => {
        try {
          return await work(trx)
        } finally {
          state.isOpen = false
        }
      })
    }
  const guardCalls = <T extends object>(name: string, provider: T): T =>
    new Proxy(provider, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (transaction.getStore()?.isOpen) {
            const violation = `${name}.${String(key)} was called within a transaction`
            violations.push(violation)
            throw new Error(violation)
          }
          return Reflect.apply(value, target, args) as unknown
        }
      },
    })

  return {
    watchTransactions: (db) => ({
      ...db,
      tenant: (id, work) => db.tenant(id, trackTransaction(work) as typeof work),
      readSnapshot: (id, work) => db.readSnapshot(id, trackTransaction(work) as typeof work),
      account: (id, work) => db.account(id, trackTransaction(work) as typeof work),
    }),
    watchProviders: (services) =>
      Object.fromEntries(
        providerNames.flatMap((name) => {
          const provider = services[name]
          return provider ? [[name, guardCalls(name, provider)]] : []
        }),
      ),
    assertNoViolations() {
      if (violations.length) throw new Error(violations.join('\n'))
    },
  }
}
