import pg from 'pg'
import { requestContext } from '#server/platform/request-context.ts'

/** Statements of transactions, and notifications, which events of the same moment share. */
const uncounted = /^(begin|set local|commit|select pg_notify)/

/** Counts the statements of requests, without those of background work, such as the heartbeat. */
export function watchStatements(): () => number {
  let count = 0
  pg.Client.prototype.query = new Proxy(pg.Client.prototype['query'], {
    apply(send, client, parameters) {
      const query = parameters[0] as string | { text: string }
      const text = typeof query === 'string' ? query : query.text
      if (requestContext.getStore() && !uncounted.test(text)) count += 1
      return Reflect.apply(send, client, parameters) as unknown
    },
  })
  return () => count
}
