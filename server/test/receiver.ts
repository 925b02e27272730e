import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export type Got = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; workspace_id: string; data: Record<string, unknown> }
}
export type Receiver = {
  url: string
  /** Everything that came, in the order it came. */
  got: Got[]
  /** What it answers from now on: 200 unless said. */
  answer: (response: ServerResponse, got: Got) => void
  /** 200 again, and nothing has come. */
  reset(): void
}
const fine = (response: ServerResponse) => void response.end('ok')

/** Somebody else's server, on this machine: it takes messages for the tests of one file. */
export function receiver(): Receiver {
  const r: Receiver = {
    url: '',
    got: [],
    answer: fine,
    reset() {
      r.got = []
      r.answer = fine
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
        const got: Got = {
          path: request.url ?? '',
          headers: request.headers,
          text,
          body: JSON.parse(text) as Got['body'],
        }
        r.got.push(got)
        r.answer(response, got)
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
