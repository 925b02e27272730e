import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ActivityBuilders, createActivityBuilders } from './teams/activities.ts'
import { type Connector, respondAsConnector } from './teams/connector.ts'
import { createDirectory } from './teams/directory.ts'
import {
  type Answer,
  createLogin,
  createPublishedKeys,
  type Login,
  type PublishedKeys,
  type TeamsApp,
} from './teams/identity.ts'

export type TeamsServer = Connector & {
  env: Record<string, string>
  /** The registration that exists from the start. */
  app: TeamsApp
  /** The address of the Connector in the activities of this server. */
  serviceUrl: string
  /** What Teams would refuse, and calls that do not exist. */
  violations: string[]
  keys: Omit<PublishedKeys, 'token'>
  login: Login
  token: PublishedKeys['token']
  /** Builds the activities that Teams sends to the app. */
  activities: ActivityBuilders
  /** Returns how many calls of the Connector had this method and a path that matches. */
  count(method: string, path: RegExp): number
  stop(): Promise<void>
}
/** `now` replaces the time of the machine, for the pace of messages and the life of tokens. */
export type TeamsServerOptions = { now?: () => Date }

const connectorPath = '/emea/v3'

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'silent') return
  const [status, body, headers] = answer
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

type Responders = {
  keys: ReturnType<typeof createPublishedKeys>
  login: ReturnType<typeof createLogin>
  connector: Connector & { violations: string[]; now: () => Date }
  calls: string[]
}
async function serve(
  { keys, login, connector, calls }: Responders,
  request: IncomingMessage,
): Promise<Answer> {
  const { method = '', url = '', headers } = request
  const body = await text(request)
  const known = keys.respond(url) ?? login.respond(url, body)
  if (known) return known
  if (!url.startsWith(`${connectorPath}/`)) {
    connector.violations.push(`there is no ${method} ${url}`)
    return [404, {}]
  }
  const path = url.slice(connectorPath.length)
  calls.push(`${method} ${decodeURIComponent(path)}`)
  const app = login.findApp(headers.authorization)
  return respondAsConnector(connector, app, { method, path, headers, body })
}

/**
 * Starts a local stand-in for Microsoft Teams: the keys and the login of Microsoft, and the Bot
 * Connector of one tenant. It checks every call of ours, and signs and builds activities.
 */
export async function startTeamsServer({
  now = () => new Date(),
}: TeamsServerOptions = {}): Promise<TeamsServer> {
  const app: TeamsApp = {
    appId: randomUUID(),
    tenantId: randomUUID(),
    secret: `secret~${randomUUID()}`,
  }
  const violations: string[] = []
  const calls: string[] = []
  let origin = ''
  const keys = createPublishedKeys(() => origin)
  const login = createLogin(violations, now)
  login.apps.set(app.appId, app)
  const directory = createDirectory(app.tenantId)
  const connector: Connector = { directory, faults: [], messageGapMs: { value: 1_000 } }
  const responders = { keys, login, calls, connector: { ...connector, violations, now } }
  const server = createServer((request, response) => {
    serve(responders, request).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        violations.push(String(error))
        response.destroy()
      },
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const serviceUrl = `${origin}/emea/`
  return {
    ...connector,
    env: {
      TEAMS_LOGIN_URL: `${origin}/login`,
      TEAMS_OPENID_URL: `${origin}/v1/.well-known/openidconfiguration`,
      OUTSIDE_LOOPBACK: 'on',
    },
    app,
    serviceUrl,
    violations,
    keys,
    login,
    token: (request) => keys.token(request),
    activities: createActivityBuilders({ app, serviceUrl, directory, now }),
    count: (method, path) =>
      calls.filter((call) => {
        const [verb = '', rest = ''] = call.split(/ (.*)/)
        return verb === method && path.test(rest)
      }).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
