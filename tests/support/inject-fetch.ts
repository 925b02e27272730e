import type { FastifyInstance, InjectOptions } from 'fastify'
import type { ClientOptions } from '#client/index.ts'

/** Returns a fetch for clients that calls the app without a port. */
export const createInjectFetch =
  (app: FastifyInstance): NonNullable<ClientOptions['fetch']> =>
  async (address, init) => {
    const { pathname, search } = new URL(address)
    const request = new Request(address, init)
    const payload = Buffer.from(await request.arrayBuffer())
    const { statusCode, headers, rawPayload } = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload.length ? { payload } : {}),
    })
    return new Response(statusCode === 204 ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      headers: Object.entries(headers).flatMap(([name, values]) =>
        [values].flat().map((value): [string, string] => [name, String(value)]),
      ),
    })
  }
