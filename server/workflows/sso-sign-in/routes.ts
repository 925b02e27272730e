import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { renderServiceProviderMetadata } from '#server/adapters/sso/saml-metadata.ts'
import { presentNewSession } from '#server/modules/auth/present-new-session.ts'
import { findConnection } from '#server/modules/sso/connection-queries.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { acceptAnswer } from './answer.ts'
import { discoverConnections, listTeamConnections } from './discover.ts'
import { exchangeCode, readTestResult } from './exchange.ts'
import { toServiceProvider } from './providers.ts'
import { signOutByProvider } from './sign-out.ts'
import { startSignIn, startTest } from './start.ts'

/** A SAML response has at most 256 kB; base64 and form encoding make it longer. */
const formBytesMax = 512 * 1_024

type ConnectionParams = { workspaceId: string; connectionId: string }
/** Returns the ids in the address of a connection. Throws not_found for malformed ones. */
function readParams({ params }: FastifyRequest): ConnectionParams {
  const { workspace = '', connection = '' } = params as { workspace?: string; connection?: string }
  if (!isUuid(workspace) || !isUuid(connection)) throwRefusal('not_found')
  return { workspaceId: workspace, connectionId: connection }
}
const readForm = ({ body }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(typeof body === 'string' ? body : '')

/** The page that exchanges the code. The fragment reaches no server and no log. */
const completionUrl = (publicUrl: string, code: string | null) =>
  `${publicUrl}/login/sso#${code === null ? 'expired' : `code=${code}`}`

/** Mounts the addresses that providers use: answers, logout tokens and our metadata. */
async function mountProviderAddresses(app: FastifyInstance, services: Services): Promise<void> {
  const { config, clock, db } = services
  const options = { config: { rateLimit: 'address' as const } }
  app.get('/sso/oidc/:workspace/:connection', options, async (request, reply) => {
    const url = new URL(request.url, config.publicUrl)
    const target = { ...readParams(request), state: url.searchParams.get('state') ?? '' }
    const code = await acceptAnswer(services, { protocol: 'oidc', url, ...target }, clock.now())
    return reply.redirect(completionUrl(config.publicUrl, code), 303)
  })
  app.get('/sso/saml/:workspace/:connection/metadata', options, async (request, reply) => {
    const { workspaceId, connectionId } = readParams(request)
    const connection = await db.tenant(workspaceId, (trx) =>
      findConnection(trx, workspaceId, connectionId),
    )
    if (connection?.protocol !== 'saml') throwRefusal('not_found')
    const metadata = renderServiceProviderMetadata(toServiceProvider(services, connection))
    return reply.type('application/samlmetadata+xml').send(metadata)
  })
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, parsed) => parsed(null, body),
    )
    const formOptions = { ...options, bodyLimit: formBytesMax }
    scope.post('/sso/saml/:workspace/:connection', formOptions, async (request, reply) => {
      const form = readForm(request)
      const target = { ...readParams(request), state: form.get('RelayState') ?? '' }
      const response = form.get('SAMLResponse') ?? ''
      const unsolicited = await findUnsolicitedStart(services, target)
      if (unsolicited) return reply.redirect(unsolicited, 303)
      const answer = { protocol: 'saml' as const, response, ...target }
      const code = await acceptAnswer(services, answer, clock.now())
      return reply.redirect(completionUrl(config.publicUrl, code), 303)
    })
    scope.post('/sso/oidc/:workspace/:connection/logout', formOptions, async (request, reply) => {
      const token = readForm(request).get('logout_token') ?? ''
      await signOutByProvider(services, { ...readParams(request), token }, clock.now())
      return reply.code(200).send()
    })
    done()
  })
}

/**
 * Returns where a SAML response without a request leads, if its connection allows that: the page
 * starts a sign-in of its own, so that nobody is signed in by a response that their tab did not ask
 * for (login CSRF).
 */
async function findUnsolicitedStart(
  { db, config }: Services,
  { workspaceId, connectionId, state }: ConnectionParams & { state: string },
): Promise<string | null> {
  // Our states are base64url of 40 bytes.
  if (/^[\w-]{54}$/.test(state)) return null
  const connection = await db.tenant(workspaceId, (trx) =>
    findConnection(trx, workspaceId, connectionId),
  )
  return connection?.state === 'active' && connection.allows_unsolicited
    ? `${config.publicUrl}/login/sso#start=${workspaceId}.${connectionId}`
    : null
}

/** Mounts the sign-in through identity providers. */
export async function mountSsoSignIn(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): Promise<void> {
  handle('sso.discover', ({ body }) =>
    discoverConnections(services, body.email, limits.sso_choices_max),
  )
  handle('sso.team', ({ body }) => listTeamConnections(services, body.slug))
  handle('sso.start', ({ body, at }) => startSignIn(services, body, at))
  handle('sso.test', ({ actor, params, body, at }) =>
    startTest(services, actor, { connection_id: params.id, ...body }, at),
  )
  handle('sso.test_result', ({ actor, body, at }) => readTestResult(services, actor, body, at))
  handle('sso.exchange', async ({ body, at, user_agent: userAgent }) => {
    const session = await exchangeCode(services, body, at, userAgent)
    return presentNewSession(services, session.access_token, session.workspace_id, at)
  })
  await mountProviderAddresses(app, services)
}
