import { Agent, request } from 'node:http'

export type Figures = { rate: number; p50: number; p99: number; failed: number }
type Ask = { method: string; url: string; headers: Record<string, string>; body?: string }

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
function send({ method, url, headers, body }: Ask): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(url, { method, agent, headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) } }, (response) => {
      response.resume()
      response.on('end', () => resolve((response.statusCode ?? 500) < 300))
    })
    sent.on('error', () => resolve(false))
    sent.end(body)
  })
}

/** `clients` that ask one after another for `seconds`: requests a second, and milliseconds at p50 and p99. */
export async function load(clients: number, seconds: number, make: (n: number) => Ask | Promise<undefined>): Promise<Figures> {
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(Array.from({ length: clients }, async (_, n) => {
    while (performance.now() < end) {
      const began = performance.now()
      const made = make(n)
      if (made instanceof Promise) await made
      else if (!(await send(made))) failed += 1
      times.push(performance.now() - began)
    }
  }))
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return { rate: times.length / took, p50: times[Math.floor(times.length * 0.5)] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0, failed }
}

export function line(name: string, { rate, p50, p99 }: Figures): string {
  return `${name.padEnd(36)} ${rate.toFixed(0).padStart(6)} requests/s   p50 ${p50.toFixed(1)} ms${Number.isNaN(p99) ? ' (mean)' : `   p99 ${p99.toFixed(1)} ms`}`
}
