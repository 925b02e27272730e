import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect } from 'vitest'

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

/**
 * Returns the verified body of a request, and throws when no signature matches. The product signs
 * with the library that customers use, so node:crypto computes the signature independently.
 */
export function verifyWebhook(secret: string, { text, headers }: ReceivedRequest): unknown {
  const body = new Webhook(secret).verify(text, headers as Record<string, string>)
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`)
    .digest('base64')
  expect(String(headers['webhook-signature']).split(' ')).toContain(`v1,${signature}`)
  return body
}

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
