import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { buildRequest } from '#client/build-request.ts'
import { type OutputOf, type RouteName, routes } from '#contract/routes/index.ts'
import { tokenAudience } from '#server/platform/auth/token-audience.ts'

export type RouteInput = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: object
  /** The idempotency key of a call that moves points. */
  key?: string
}
/** Calls the API as the person of the token. Throws a CallRefused with the texts of its errors. */
export type CallRoute = <N extends RouteName>(name: N, input?: RouteInput) => Promise<OutputOf<N>>

/** A refused call. `message` is for the person, in their language. */
export class CallRefused extends Error {
  readonly codes: readonly string[]
  constructor(errors: { code: string; message: string }[]) {
    super(errors.map((error) => error.message).join(' '))
    this.codes = errors.map((error) => error.code)
  }
}

/**
 * Returns a function that calls the API inside this process with the token of the tools, so that each
 * rule of a call applies: scopes, abilities, limits, validation, idempotency, audit.
 */
export const createCallRoute =
  (
    app: FastifyInstance,
    caller: { token: string; host: string; address: string; language: string },
  ): CallRoute =>
  async <N extends RouteName>(name: N, input: RouteInput = {}) => {
    const {
      body: payload,
      headers,
      ...request
    } = buildRequest(routes[name], {
      ...input,
      token: caller.token,
      language: caller.language,
    })
    const response: LightMyRequestResponse = await tokenAudience.run(
      'mcp',
      async () =>
        // An injected request begins when it is awaited.
        await app.inject({
          ...request,
          remoteAddress: caller.address,
          headers: { ...headers, host: caller.host },
          ...(payload === undefined ? {} : { payload: payload as string }),
        }),
    )
    if (response.statusCode >= 400)
      throw new CallRefused(response.json<{ errors: { code: string; message: string }[] }>().errors)
    return response.json<OutputOf<N>>()
  }
