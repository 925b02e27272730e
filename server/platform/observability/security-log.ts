import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { apiPrefix, type Route } from '#contract/routes/route.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import type { Refusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Calls that let somebody in, and what they show for it. Who has shown a code or Google's word then
 * chooses a team.
 */
const signInMethods = {
  'auth.verify_code': 'code',
  'auth.verify_google': 'google',
  'auth.accept_invite': 'invite',
  'auth.impersonate': 'impersonation',
  'auth.create_session': 'choice',
  'auth.create_workspace': 'choice',
} as const satisfies Partial<Record<RouteName, string>>
export const isSignInRoute = (name: RouteName): boolean => Object.hasOwn(signInMethods, name)
const signInMethodByRoute = new Map(
  Object.entries(signInMethods).map(([name, how]) => {
    const route: Route = routes[name as RouteName]
    return [`${route.method} ${apiPrefix}${route.path}`, how]
  }),
)
const routePattern = (request: FastifyRequest) => request.routeOptions.url ?? 'none'
const findSignInMethod = (request: FastifyRequest) =>
  signInMethodByRoute.get(`${request.method} ${routePattern(request)}`)

/** Links and proofs that were no good, besides all that is answered 401, 403 or 429. */
const proofErrorCodes: ReadonlySet<ErrorCode> = new Set([
  'second_factor_invalid',
  'invite_invalid',
  'address_undo_invalid',
  'unsubscribe_invalid',
  'claim_invalid',
  'checkout_invalid',
  'callback_invalid',
  'google_address',
])

/**
 * So many lines of one kind for one team in a minute; the rest is counted. And so many kinds are
 * told apart.
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
  /** A call that lets somebody in (`letsIn`) has done so. */
  signedIn(request: FastifyRequest): void
  /** What an administrator did (`request.acts`) stands. */
  adminAction(request: FastifyRequest): void
  denied(request: FastifyRequest, refusal: Refusal): void
}

/**
 * Who is behind a request, by ids alone: their user or, before they have chosen a team, their
 * account; and the access token, if it is one.
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
 * The security log (decision 031): a line for each sign-in, refusal and change by an administrator,
 * with ids and no personal data. Who floods us with what is refused fills no disk: what is too much
 * of one kind in a minute is told as its number.
 */
export function createSecurityLog(
  app: FastifyInstance,
  { log, config, clock }: Pick<Services, 'log' | 'config' | 'clock'>,
): SecurityLog {
  // A developer's terminal shows the codes, and not this.
  const level = config.production ? 'info' : 'debug'
  const kinds = new Map<string, { kind: EventKind; seen: number }>()
  let began = 0

  function logSuppressed(): void {
    for (const { kind, seen } of kinds.values())
      if (seen > linesPerKindMax) log[level]({ ...kind, times: seen - linesPerKindMax }, 'and more')
    kinds.clear()
  }
  /** Whether this one has a line of its own. */
  function shouldLog(kind: EventKind): boolean {
    const now = clock.now().getTime()
    if (now - began >= windowMs) {
      logSuppressed()
      began = now
    }
    const { event, refusal, workspace } = kind
    const full = kinds.size >= kindsMax && !kinds.has(`${event} ${refusal} ${workspace}`)
    const key = `${event} ${refusal} ${full ? 'others' : workspace}`
    const known = kinds.get(key) ?? {
      kind: full ? { ...kind, workspace: undefined } : kind,
      seen: 0,
    }
    kinds.set(key, known)
    known.seen += 1
    return known.seen <= linesPerKindMax
  }
  const timer = setInterval(() => {
    if (clock.now().getTime() - began >= windowMs) logSuppressed()
  }, windowMs)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    logSuppressed()
    done()
  })
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
      const how = findSignInMethod(request)
      const event = how === undefined ? 'refused' : 'sign_in'
      const who = principalFields(request)
      if (!shouldLog({ event, refusal, status, workspace: who.workspace })) return
      log[level](
        {
          event,
          ...(how === undefined ? {} : { means: how, outcome: 'refused' }),
          refusal,
          status,
          request: request.id,
          ...who,
          method: request.method,
          route: routePattern(request),
        },
        event,
      )
    },
  }
}
