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
  /** Every received request, in order. */
  requests: ReceivedRequest[]
  /** Answers each request; 200 by default. */
  respond: (response: ServerResponse, received: ReceivedRequest) => void
  /** Clears the requests and restores the default answer. */
  reset(): void
}
const respondOk = (response: ServerResponse) => void response.end('ok')

/** Starts a third-party webhook server on this machine for the tests of one file. */
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
      .on('data', (chunk: string) => {
        text += chunk
      })
      .on('end', () => {
        const received: ReceivedRequest = {
          path: request.url ?? '',
          headers: request.headers,
          text,
          body: JSON.parse(text) as ReceivedRequest['body'],
        }
        r.requests.push(received)
        r.respond(response, received)
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
