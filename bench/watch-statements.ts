import pg from 'pg'
import { requestContext } from '#server/platform/request-context.ts'

/**
 * Counts the statements of requests, without those that begin and end transactions and those of
 * background work, such as the heartbeat.
 */
export function watchStatements(): () => number {
  let count = 0
  pg.Client.prototype.query = new Proxy(pg.Client.prototype['query'], {
    apply(send, client, parameters) {
      const isCounted =
        requestContext.getStore() && !/^(begin|set local|commit)/.test(String(parameters[0]))
      if (isCounted) count += 1
      return Reflect.apply(send, client, parameters) as unknown
    },
  })
  return () => count
}
