import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type MountRoute, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { metadataPath, toResource } from './audience.ts'
import { disconnectApplication, listApplications, loadPolicy, setPolicy } from './applications.ts'
import {
  approveRequest,
  denyRequest,
  type Exchange,
  loadAccessRequest,
  parseScopes,
  presentAccessRequest,
} from './consent.ts'
import { oauthScopes, oauthAudiences } from '#contract/oauth.ts'
import type { createOauthProvider } from './provider.ts'

/** Paths that the library answers. */
const providerPaths = [
  '/oauth/authorize',
  '/oauth/authorize/:uid',
  '/oauth/token',
  '/oauth/revoke',
  metadataPath,
]

/** Name of the cookie of a sign-in at the library. */
const sessionCookie = '_session'

/**
 * Prepares a request for the library: its own address instead of that of the proxy. A request for
 * access comes without a cookie of an earlier one, because the person decides each time: they may
 * have signed out of the product since. It asks for our scopes alone, without any for all of them.
 */
function prepareRequest(request: IncomingMessage, publicUrl: string): void {
  const { headers, url = '' } = request
  const { host, protocol } = new URL(publicUrl)
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  if (!/^\/oauth\/authorize(\?|$)/.test(url)) return
  const address = new URL(url, publicUrl)
  address.searchParams.set('scope', parseScopes(address.searchParams.get('scope')).join(' '))
  request.url = address.pathname + address.search
  headers.cookie = headers.cookie
    ?.split(/; */)
    .filter((pair) => !pair.startsWith(sessionCookie))
    .join('; ')
}

const toExchange = ({ raw }: { raw: FastifyReply }): Exchange => ({
  request: raw.request.raw,
  response: raw.raw,
})

/** Mounts the metadata of protected resources (RFC 9728), one for each audience. */
function mountResourceMetadata(app: FastifyInstance, { config: { publicUrl } }: Services): void {
  for (const audience of oauthAudiences)
    app.get(
      `/.well-known/oauth-protected-resource/${audience}`,
      { config: { rateLimit: 'address' } },
      (_request, reply) =>
        reply.header('access-control-allow-origin', '*').send({
          resource: toResource(publicUrl, audience),
          authorization_servers: [publicUrl],
          scopes_supported: oauthScopes,
          bearer_methods_supported: ['header'],
        }),
    )
}

/** Returns a function that loads the library with the first request: many servers never need it. */
function createLoader(services: Services) {
  let loaded:
    | Promise<{
        provider: ReturnType<typeof createOauthProvider>
        answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
      }>
    | undefined
  return () =>
    (loaded ??= import('./provider.ts').then((module) => {
      const provider = module.createOauthProvider(services)
      return { provider, answer: provider.callback() }
    }))
}

/** Mounts the authorization server and the calls of its pages. */
export async function mountOauth(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): Promise<void> {
  const { db } = services
  const loadProvider = createLoader(services)
  await app.register((scope, _, done) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    for (const path of providerPaths)
      scope.all(path, { config: { rateLimit: 'address' } }, async (request, reply) => {
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        prepareRequest(request.raw, services.config.publicUrl)
        const { answer } = await loadProvider()
        await answer(request.raw, reply.raw)
      })
    done()
  })
  mountResourceMetadata(app, services)

  const loadContext = async () => ({
    db,
    config: services.config,
    provider: (await loadProvider()).provider,
  })
  handle('oauth.interaction', async ({ actor, params, reply }) => {
    forbidImpersonation(actor)
    const asked = await loadAccessRequest(await loadContext(), actor, toExchange(reply), params.uid)
    return presentAccessRequest(asked)
  })
  handle('oauth.approve', async ({ actor, params, body, reply, at }) => {
    const exchange = toExchange(reply)
    const { uid } = params
    return {
      url: await approveRequest(await loadContext(), actor, { exchange, uid, consent: body }, at),
    }
  })
  handle('oauth.deny', async ({ actor, params, reply }) => {
    forbidImpersonation(actor)
    return { url: await denyRequest(await loadContext(), toExchange(reply), params.uid) }
  })
  handle('oauth.list', ({ actor, at }) => {
    forbidImpersonation(actor)
    return db.readSnapshot(actor.workspace_id, (trx) => listApplications(trx, actor, at))
  })
  handle('oauth.disconnect', async ({ actor, params, at }) => {
    forbidImpersonation(actor)
    await db.tenant(actor.workspace_id, (trx) => disconnectApplication(trx, actor, params.id, at))
    return undefined
  })
  handle('oauth.policy', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadPolicy(trx, actor, at)),
  )
  handle('oauth.set_policy', ({ actor, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => setPolicy(trx, actor, body, at)),
  )
}
