import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What is being worked on, for whatever is logged meanwhile: a request or a job, and whose. */
export type RequestContext = {
  request?: string
  job?: string
  source: {
    workspace_id?: string | undefined
    principal?: Principal | undefined
    adminActions?: string[] | undefined
  }
}
/** Who is behind a request, and, where they were let in by it, whom it let in. */
export type Principal = {
  account_id: string
  user_id?: string
  workspace_id?: string
  kind: 'temporary' | 'session' | 'impersonation' | 'token'
  session_id?: string
}
export const requestContext = new AsyncLocalStorage<RequestContext>()

/**
 * Ids that proxies and clients send are taken over where they are short and plain, so that one name
 * goes through all logs.
 */
const safeRequestIdPattern = /^[\w.-]{8,64}$/
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && safeRequestIdPattern.test(given) ? given : randomUUID()
}
