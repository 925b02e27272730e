import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledQuery } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { idempotencyHeader, type Route } from '#contract/routes/route.ts'
import type {
  BodyOf,
  OutputOf,
  ParamsOf,
  QueryOf,
  RouteName,
  routes,
} from '#contract/routes/index.ts'
import type { Scope } from '#contract/scopes.ts'
import type { FunctionCall } from '#server/platform/database/statements.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Account, Actor } from '#server/platform/auth/sessions.ts'
import type { UploadReservation } from '#server/platform/files/upload-budget.ts'
import type { TableRow } from '#server/platform/table-rows.ts'
import { type IdempotentCall, requestHash } from './idempotency.ts'

type AccessOf<N extends RouteName> = (typeof routes)[N]['access']
/**
 * The principal of a call: null for public routes, the account for temporary ones, otherwise a user
 * with the ability.
 */
type PrincipalFor<N extends RouteName> =
  AccessOf<N> extends 'public' ? null : AccessOf<N> extends 'temporary' ? Account | Actor : Actor

/** One call, parsed and authorized. `at` is the time of the whole call. */
export type RouteCall<N extends RouteName> = {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  actor: PrincipalFor<N>
  at: Date
  language: Language
  /** The address of the caller, behind the proxies of TRUST_PROXY. */
  clientAddress: string
  user_agent: string
  token: string
  file: Buffer | undefined
  /** The original name of the file; for display only. */
  file_name: string
  reply: { cursor(next: string | null): void; raw: FastifyReply }
}
/**
 * A table route returns its rows in pages, a CSV route its lines, a file route its chunks, a stream its events, a PDF or
 * picture route its bytes; every other route its output.
 */
export type RouteHandler<N extends RouteName> = (
  call: RouteCall<N>,
) => Promise<
  (typeof routes)[N] extends { format: 'csv' | 'events' | 'file' | 'lines' }
    ? AsyncIterable<string>
    : (typeof routes)[N] extends { format: 'table' }
      ? AsyncIterable<readonly TableRow[]>
      : (typeof routes)[N] extends { format: 'pdf' | 'picture' | 'zip' | 'svg' }
        ? Buffer
        : OutputOf<N>
>
/** Calls that need more than one statement, and their handler. */
type CallException<N extends RouteName> = {
  appliesTo: (call: RouteCall<N>) => boolean
  handle: (call: RouteCall<N>) => Promise<OutputOf<N>>
}
/**
 * A route that is one read-only query. The query runs speculatively, in the same round trip as
 * authentication, with the cached session; if the session has changed, it runs again (decision
 * 036).
 */
export type ReadHandler<N extends RouteName, R> = {
  query: (call: RouteCall<N>) => CompiledQuery<R>
  respond: (call: RouteCall<N>, rows: R[]) => OutputOf<N>
  exception?: CallException<N>
}
/**
 * A route that is one call of a writing SQL function. It runs in the statement of authentication,
 * which calls the function only if the session is the cached one (decision 075).
 */
export type WriteHandler<N extends RouteName, R> = {
  write: (call: RouteCall<N>) => FunctionCall
  finish: (call: RouteCall<N>, result: R) => OutputOf<N>
  exception?: CallException<N>
}
/** A route of one statement. */
export type StatementHandler<N extends RouteName, R> = ReadHandler<N, R> | WriteHandler<N, R>
export type MountRoute = <N extends RouteName, R = never>(
  name: N,
  handler: RouteHandler<N> | StatementHandler<N, R>,
) => void

/** One request with its route. `upload` is its share of the upload budget. */
export type RequestScope = {
  name: RouteName
  route: Route
  scope: Scope | null
  request: FastifyRequest
  reply: FastifyReply
  at: Date
  upload?: UploadReservation
}

/** Placeholder: without an Idempotency-Key there is no hash to compare. */
const emptyHash = Buffer.alloc(0)
/**
 * Returns the idempotency of a call that takes a key: the key of the header, and a hash
 * of route and input.
 */
export function toIdempotentCall<N extends RouteName>(
  name: N,
  call: Pick<RouteCall<N>, 'params' | 'body' | 'reply' | 'at'> & {
    actor: Pick<Actor, 'workspace_id' | 'user_id'> | Account | null
  },
): IdempotentCall {
  const actor = call.actor
  if (!actor || !('user_id' in actor)) throw new Error(`${name} has no user`)
  const key = call.reply.raw.request.headers[idempotencyHeader]
  if (
    typeof key === 'string' &&
    (key.length > limits.idempotency_key_chars_max || key.includes('\u0000'))
  )
    throwRefusal('malformed', { field: idempotencyHeader })
  const usedKey = typeof key === 'string' && key ? key : null
  return {
    workspace_id: actor.workspace_id,
    user_id: actor.user_id,
    key: usedKey,
    hash: usedKey === null ? emptyHash : requestHash(name, call.params, call.body),
    at: call.at,
  }
}
