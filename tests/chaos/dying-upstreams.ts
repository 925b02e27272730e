import { createServer, type Server as Upstream } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts two upstreams that accept a request and hang up. Returns the requests of each, in order.
 */
export async function startDyingUpstreams(): Promise<{
  ports: number[]
  asked: string[]
  close: () => void
}> {
  const received: string[] = []
  const upstreams: Upstream[] = []
  for (let n = 0; n < 2; n += 1) {
    const upstream = createServer((clientRequest, answer) => {
      // Caddy's health check.
      if (clientRequest.url === '/healthz') return void answer.end('{}')
      clientRequest.resume().on('end', () => {
        if (clientRequest.url !== '/metrics')
          received.push(
            `${clientRequest.method} ${String(clientRequest.headers['idempotency-key'] ?? 'no key')}`,
          )
        answer.destroy()
      })
    })
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve)
    })
    upstreams.push(upstream)
  }
  return {
    asked: received,
    ports: upstreams.map((one) => (one.address() as AddressInfo).port),
    close: () =>
      upstreams.forEach((one) => {
        one.closeAllConnections()
        one.close()
      }),
  }
}
