import type { Services } from '#server/platform/services.ts'

/**
 * Runs `work` before a transaction of a workspace: the `number`th one from now on. If it rejects, the
 * transaction fails, as after a lost connection.
 */
export function beforeTransaction(
  { db }: Pick<Services, 'db'>,
  number: number,
  work: () => Promise<unknown>,
): void {
  const tenant = db.tenant.bind(db)
  let count = 0
  db.tenant = async (workspaceId, transaction) => {
    count += 1
    if (count === number) {
      db.tenant = tenant
      await work()
    }
    return tenant(workspaceId, transaction)
  }
}

export const loseConnection = () => Promise.reject(new Error('the connection is lost'))

/** Loses the connection as soon as the provider has started a subscription, like a kill. */
export function interruptSubscribe(services: Pick<Services, 'billing' | 'db'>): void {
  const { billing } = services
  if (!billing) throw new Error('no billing')
  const subscribe = billing.subscribe.bind(billing)
  billing.subscribe = async (...order) => {
    billing.subscribe = subscribe
    const isStarted = await subscribe(...order)
    beforeTransaction(services, 1, loseConnection)
    return isStarted
  }
}
