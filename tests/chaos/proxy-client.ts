import type { IncomingHttpHeaders } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { expect } from 'vitest'
import type { ReverseProxy } from './reverse-proxies.ts'

type ProxyResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type ProxyRequest = {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
  from?: string
}
/** Sends a request over TLS with certificate verification. */
export function callThroughProxy(
  { tls, certificate }: ReverseProxy,
  path: string,
  { method = 'GET', headers = {}, body, from }: ProxyRequest = {},
): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        host: '127.0.0.1',
        port: tls,
        ca: certificate,
        servername: 'localhost',
        path,
        method,
        headers: { host: 'localhost', ...headers },
        agent: false,
        ...(from ? { localAddress: from } : {}),
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        )
        answer.on('error', reject)
      },
    )
    clientRequest.on('error', reject)
    if (headers['expect']) clientRequest.on('continue', () => clientRequest.end(body))
    else clientRequest.end(body)
  })
}
export const parseJson = <T>(answer: ProxyResponse) => JSON.parse(answer.body.toString()) as T
export const errorCodes = (answer: ProxyResponse) =>
  parseJson<{ errors: { code: string }[] }>(answer).errors.map((one) => one.code)

/** Asserts that the proxy speaks HTTP/2 with a verified certificate. */
export async function expectHttp2({ tls, certificate }: ReverseProxy): Promise<void> {
  const session = connectHttp2(`https://localhost:${tls}`, {
    ca: certificate,
    lookup: (_host, options, done) => {
      ;(done as (error: null, found: unknown, family?: number) => void)(
        null,
        options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1',
        4,
      )
    },
  })
  try {
    const answer = await new Promise<Record<string, unknown>>((resolve, reject) => {
      session.on('error', reject)
      session.request({ ':path': '/api/auth/options' }).on('response', resolve).on('error', reject)
    })
    expect(answer).toMatchObject({
      ':status': 200,
      'strict-transport-security': expect.stringContaining('max-age=31536000') as string,
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    })
  } finally {
    session.destroy()
  }
}
