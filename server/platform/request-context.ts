import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The current request or job and its workspace, for logging. */
export type RequestContext = {
  request?: string
  job?: string
  source: {
    workspace_id?: string | undefined
    principal?: Principal | undefined
    adminActions?: string[] | undefined
  }
}
/** The caller of a request, or the caller that a sign-in created. */
export type Principal = {
  account_id: string
  user_id?: string
  workspace_id?: string
  kind: 'temporary' | 'session' | 'impersonation' | 'token' | 'chat'
  session_id?: string
}
export const requestContext = new AsyncLocalStorage<RequestContext>()

/** Accepts short and plain request ids of proxies and clients, so that one id links all logs. */
const safeRequestIdPattern = /^[\w.-]{8,64}$/
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && safeRequestIdPattern.test(given) ? given : randomUUID()
}
