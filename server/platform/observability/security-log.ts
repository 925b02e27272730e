import { routePattern } from './route-pattern.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { apiPrefix, type Route } from '#contract/routes/route.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import type { Refusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Routes that sign somebody in, and their method. After a code or Google the caller then chooses a
 * team.
 */
const signInMethods = {
  'auth.verify_code': 'code',
  'auth.verify_google': 'google',
  'auth.accept_invite': 'invite',
  'auth.impersonate': 'impersonation',
  'sso.exchange': 'sso',
  'joining.join_by_link': 'join_link',
  'joining.join_by_domain': 'join_domain',
  'auth.create_session': 'choice',
  'auth.create_workspace': 'choice',
} as const satisfies Partial<Record<RouteName, string>>
export const isSignInRoute = (name: RouteName): boolean => Object.hasOwn(signInMethods, name)
const signInMethodByRoute = new Map(
  Object.entries(signInMethods).map(([name, method]) => {
    const route: Route = routes[name as RouteName]
    return [`${route.method} ${apiPrefix}${route.path}`, method]
  }),
)
const findSignInMethod = (request: FastifyRequest) =>
  signInMethodByRoute.get(`${request.method} ${routePattern(request)}`)

/** Invalid links and proofs, logged in addition to 401, 403 and 429. */
const proofErrorCodes: ReadonlySet<ErrorCode> = new Set([
  'second_factor_invalid',
  'invite_invalid',
  'join_link_invalid',
  'join_address',
  'join_closed',
  'address_undo_invalid',
  'unsubscribe_invalid',
  'claim_invalid',
  'leaver_link_invalid',
  'checkout_invalid',
  'callback_invalid',
  'google_address',
  'sso_failed',
])

/**
 * At most this many lines of one kind and team in a minute; further events are only counted. The
 * number of kinds is bounded as well. No LRU cache: an evicted counter would lose its events.
 */
const linesPerKindMax = 10
const windowMs = 60_000
const kindsMax = 5_000

type EventKind = {
  event: string
  refusal: ErrorCode
  status: number
  workspace: string | undefined
}
export type SecurityLog = {
  /** Logs a successful sign-in of a route of `signInMethods`. */
  signedIn(request: FastifyRequest): void
  /** Logs the committed actions of an administrator (`request.adminActions`). */
  adminAction(request: FastifyRequest): void
  denied(request: FastifyRequest, refusal: Refusal): void
}

/**
 * Returns the principal of a request by ids only: the user or, before a team is chosen, the
 * account; and the access token.
 */
function principalFields({ workspace_id: workspace, principal }: FastifyRequest) {
  if (!principal) return { workspace }
  return {
    workspace: principal.workspace_id ?? workspace,
    ...(principal.user_id === undefined
      ? { account: principal.account_id }
      : { user: principal.user_id }),
    as: principal.kind,
    ...(principal.kind === 'token' ? { access_token: principal.session_id } : {}),
  }
}

/**
 * Creates a limit on the lines of each kind and team in a minute. `logSuppressed` reports the number
 * of suppressed lines at the end of the minute. Returns a function that tells whether an event gets
 * a line of its own.
 */
function createEventLimiter(
  app: FastifyInstance,
  clock: Services['clock'],
  logSuppressed: (kind: EventKind, times: number) => void,
): (kind: EventKind) => boolean {
  const kinds = new Map<string, { kind: EventKind; count: number }>()
  let windowStart = 0
  function flush(): void {
    for (const { kind, count } of kinds.values())
      if (count > linesPerKindMax) logSuppressed(kind, count - linesPerKindMax)
    kinds.clear()
  }
  const timer = setInterval(() => {
    if (clock.now().getTime() - windowStart >= windowMs) flush()
  }, windowMs)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    flush()
    done()
  })
  return (kind) => {
    const now = clock.now().getTime()
    if (now - windowStart >= windowMs) {
      flush()
      windowStart = now
    }
    const { event, refusal, workspace } = kind
    const full = kinds.size >= kindsMax && !kinds.has(`${event} ${refusal} ${workspace}`)
    const key = `${event} ${refusal} ${full ? 'others' : workspace}`
    const counter = kinds.get(key) ?? {
      kind: full ? { ...kind, workspace: undefined } : kind,
      count: 0,
    }
    kinds.set(key, counter)
    counter.count += 1
    return counter.count <= linesPerKindMax
  }
}

/**
 * Creates the security log (decision 031): one line for each sign-in, denied request and
 * administrator's change, with ids and no personal data. A flood of denied requests does not fill
 * the disk: lines beyond the limit become one count a minute.
 */
export function createSecurityLog(
  app: FastifyInstance,
  { log, config, clock }: Pick<Services, 'log' | 'config' | 'clock'>,
): SecurityLog {
  // In development the terminal shows sign-in codes, so this log uses the debug level.
  const level = config.production ? 'info' : 'debug'
  const shouldLog = createEventLimiter(app, clock, (kind, times) =>
    log[level]({ ...kind, times }, 'and more'),
  )
  return {
    signedIn(request) {
      log[level](
        {
          event: 'sign_in',
          means: findSignInMethod(request),
          outcome: 'good',
          request: request.id,
          ...principalFields(request),
          route: routePattern(request),
        },
        'sign_in',
      )
    },
    adminAction(request) {
      for (const action of request.adminActions ?? [])
        log[level](
          {
            event: 'act',
            action,
            request: request.id,
            ...principalFields(request),
            route: routePattern(request),
          },
          'act',
        )
    },
    denied(request, { status, list: [first] }) {
      const refusal = first?.code ?? 'unknown'
      if (
        (![401, 403, 429].includes(status) && !proofErrorCodes.has(refusal)) ||
        !log.isLevelEnabled(level)
      )
        return
      const method = findSignInMethod(request)
      const event = method === undefined ? 'refused' : 'sign_in'
      const principal = principalFields(request)
      if (!shouldLog({ event, refusal, status, workspace: principal.workspace })) return
      log[level](
        {
          event,
          ...(method === undefined ? {} : { means: method, outcome: 'refused' }),
          refusal,
          status,
          request: request.id,
          ...principal,
          method: request.method,
          route: routePattern(request),
        },
        event,
      )
    },
  }
}
