import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { oauthScopes } from '#contract/oauth.ts'
import { makeMember, makeTeam, type Member, type Team } from './factories.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { type ClientDocument, clientDocument } from './oauth.ts'
import { connectApplication, serveClientDocuments } from './oauth.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export type McpServer = {
  t: TestApp
  publicUrl: string
  team: Team
  ada: Member
  ben: Member
  /** A token of Ada for the tools. The person granted every scope. */
  token: string
}

/** Sends a request on to the app, as the proxy of an installation does. */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: { port: number; token?: string },
): void {
  const { method, url, headers } = incoming
  const authorization = target.token && url === '/mcp' ? `Bearer ${target.token}` : undefined
  const sent = request(
    {
      host: '127.0.0.1',
      port: target.port,
      method,
      path: url,
      headers: { ...(authorization ? { authorization } : {}), ...headers },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    },
  )
  sent.on('error', () => outgoing.destroy())
  incoming.pipe(sent)
}

/**
 * Starts the app at a port of the loopback interface before the tests of a file. The team has two
 * people, and one of them has connected an application. With `addsToken`, the tools can be called
 * without a token, for programs that cannot send one.
 */
export function setupMcpServer({
  addsToken = false,
  documents = [],
}: { addsToken?: boolean; documents?: readonly ClientDocument[] } = {}): McpServer {
  const server = {} as McpServer
  const target: Parameters<typeof forward>[2] = { port: 0 }
  const proxy = createServer((incoming, outgoing) => forward(incoming, outgoing, target))
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve)
    })
    const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    // The library of the authorization server reads the clock of the machine.
    const t = await startTestApp({ at: new Date(), env: { PUBLIC_URL: publicUrl } })
    Object.assign(server, { t, publicUrl })
    target.port = await findFreePort()
    await t.app.listen({ host: '127.0.0.1', port: target.port })
    serveClientDocuments(t, [clientDocument, ...documents])
    const team = await makeTeam(t, { limit: 50 })
    const [ada, ben] = [
      await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Moss' }),
      await makeMember(t, team.workspace_id, { first_name: 'Ben', last_name: 'Frost' }),
    ]
    const { access_token: token } = await connectApplication(t, ada, {
      audience: 'mcp',
      scopes: [...oauthScopes],
    })
    if (addsToken) target.token = token
    Object.assign(server, { team, ada, ben, token })
  })
  afterAll(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await server.t?.close()
  })
  return server
}
