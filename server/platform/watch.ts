import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { apiPrefix, type Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import type { Refusal } from './errors.ts'
import type { Services } from './services.ts'

/**
 * Calls that let somebody in, and what they show for it. Who has shown a code or Google's word then
 * chooses a team.
 */
const means = {
  'auth.verify_code': 'code',
  'auth.verify_google': 'google',
  'auth.accept_invite': 'invite',
  'auth.impersonate': 'impersonation',
  'auth.create_session': 'choice',
  'auth.create_workspace': 'choice',
} as const satisfies Partial<Record<RouteName, string>>
export const letsIn = (name: RouteName): boolean => Object.hasOwn(means, name)
const meansByRoute = new Map(
  Object.entries(means).map(([name, how]) => {
    const route: Route = routes[name as RouteName]
    return [`${route.method} ${apiPrefix}${route.path}`, how]
  }),
)
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none'
const meansOf = (request: FastifyRequest) =>
  meansByRoute.get(`${request.method} ${routeOf(request)}`)

/** Links and proofs that were no good, besides all that is answered 401, 403 or 429. */
const proofs: ReadonlySet<ErrorCode> = new Set([
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
const lines_max = 10
const window_ms = 60_000
const kinds_max = 5_000

type Kind = { event: string; refusal: ErrorCode; status: number; workspace: string | undefined }
export type Watch = {
  /** A call that lets somebody in (`letsIn`) has done so. */
  passed(request: FastifyRequest): void
  /** What an administrator did (`request.acts`) stands. */
  acted(request: FastifyRequest): void
  refused(request: FastifyRequest, refusal: Refusal): void
}

/**
 * Who is behind a request, by ids alone: their user or, before they have chosen a team, their
 * account; and the access token, if it is one.
 */
function whoIs({ workspace_id: workspace, who }: FastifyRequest) {
  if (!who) return { workspace }
  return {
    workspace: who.workspace_id ?? workspace,
    ...(who.user_id === undefined ? { account: who.account_id } : { user: who.user_id }),
    as: who.kind,
    ...(who.kind === 'token' ? { access_token: who.session_id } : {}),
  }
}

/**
 * The security log (decision 031): a line for each sign-in, refusal and change by an administrator,
 * with ids and no personal data. Who floods us with what is refused fills no disk: what is too much
 * of one kind in a minute is told as its number.
 */
export function startWatch(
  app: FastifyInstance,
  { log, config, clock }: Pick<Services, 'log' | 'config' | 'clock'>,
): Watch {
  // A developer's terminal shows the codes, and not this.
  const level = config.production ? 'info' : 'debug'
  const kinds = new Map<string, { kind: Kind; seen: number }>()
  let began = 0

  function tellRest(): void {
    for (const { kind, seen } of kinds.values())
      if (seen > lines_max) log[level]({ ...kind, times: seen - lines_max }, 'and more')
    kinds.clear()
  }
  /** Whether this one has a line of its own. */
  function counts(kind: Kind): boolean {
    const now = clock.now().getTime()
    if (now - began >= window_ms) {
      tellRest()
      began = now
    }
    const { event, refusal, workspace } = kind
    const full = kinds.size >= kinds_max && !kinds.has(`${event} ${refusal} ${workspace}`)
    const key = `${event} ${refusal} ${full ? 'others' : workspace}`
    const known = kinds.get(key) ?? {
      kind: full ? { ...kind, workspace: undefined } : kind,
      seen: 0,
    }
    kinds.set(key, known)
    known.seen += 1
    return known.seen <= lines_max
  }
  const timer = setInterval(() => {
    if (clock.now().getTime() - began >= window_ms) tellRest()
  }, window_ms)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    tellRest()
    done()
  })
  return {
    passed(request) {
      log[level](
        {
          event: 'sign_in',
          means: meansOf(request),
          outcome: 'good',
          request: request.id,
          ...whoIs(request),
          route: routeOf(request),
        },
        'sign_in',
      )
    },
    acted(request) {
      for (const action of request.acts ?? [])
        log[level](
          { event: 'act', action, request: request.id, ...whoIs(request), route: routeOf(request) },
          'act',
        )
    },
    refused(request, { status, list: [first] }) {
      const refusal = first?.code ?? 'unknown'
      if ((![401, 403, 429].includes(status) && !proofs.has(refusal)) || !log.isLevelEnabled(level))
        return
      const how = meansOf(request)
      const event = how === undefined ? 'refused' : 'sign_in'
      const who = whoIs(request)
      if (!counts({ event, refusal, status, workspace: who.workspace })) return
      log[level](
        {
          event,
          ...(how === undefined ? {} : { means: how, outcome: 'refused' }),
          refusal,
          status,
          request: request.id,
          ...who,
          method: request.method,
          route: routeOf(request),
        },
        event,
      )
    },
  }
}
