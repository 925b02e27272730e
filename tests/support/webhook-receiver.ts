import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export type ReceivedRequest = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; workspace_id: string; data: Record<string, unknown> }
}
export type WebhookReceiver = {
  url: string
  /** Everything that came, in the order it came. */
  requests: ReceivedRequest[]
  /** What it answers from now on: 200 unless said. */
  respond: (response: ServerResponse, got: ReceivedRequest) => void
  /** 200 again, and nothing has come. */
  reset(): void
}
const respondOk = (response: ServerResponse) => void response.end('ok')

/** Somebody else's server, on this machine: it takes messages for the tests of one file. */
export function startWebhookReceiver(): WebhookReceiver {
  const r: WebhookReceiver = {
    url: '',
    requests: [],
    respond: respondOk,
    reset() {
      r.requests = []
      r.respond = respondOk
    },
  }
  const server = createServer((request, response) => {
    let text = ''
    request
      .setEncoding('utf8')
      .on('data', (piece: string) => {
        text += piece
      })
      .on('end', () => {
        const got: ReceivedRequest = {
          path: request.url ?? '',
          headers: request.headers,
          text,
          body: JSON.parse(text) as ReceivedRequest['body'],
        }
        r.requests.push(got)
        r.respond(response, got)
      })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    r.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })
  afterAll(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return r
}
