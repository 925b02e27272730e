import { connect, type Socket } from 'node:net'

export type LoadResult = { rate: number; p50: number; p99: number; failed: number }
type LoadRequest = { method: string; url: string; headers: Record<string, string>; body?: string }

/**
 * A connection that sends one request after another and reads no more of an answer than it must:
 * the load should cost little.
 */
class HttpConnection {
  #socket: Socket | undefined
  #got: Buffer = Buffer.alloc(0)
  #done: ((good: boolean) => void) | undefined

  #open(port: number): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#got = this.#got.length ? Buffer.concat([this.#got, chunk]) : chunk
      const head = this.#got.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(this.#got.toString('latin1', 0, head))?.[1]
      if (this.#got.length < head + 4 + Number(length ?? 0)) return
      const good = this.#got[9] === 0x32
      this.#got = Buffer.alloc(0)
      this.#done?.(good)
    })
    socket.on('error', () => {
      this.#socket = undefined
      this.#done?.(false)
    })
    return socket
  }

  send({ method, url, headers, body = '' }: LoadRequest): Promise<boolean> {
    const { pathname, search, port } = new URL(url)
    this.#socket ??= this.#open(Number(port))
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    return new Promise((resolve) => {
      this.#done = resolve
      this.#socket?.write(
        `${method} ${pathname}${search} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
  }

  close(): void {
    this.#socket?.destroy()
  }
}

/**
 * `clients` that ask one after another for `seconds`: requests a second, and milliseconds at p50
 * and p99.
 */
export async function runClosedLoop(
  clients: number,
  seconds: number,
  make: (n: number) => LoadRequest | Promise<undefined>,
): Promise<LoadResult> {
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const line = new HttpConnection()
      while (performance.now() < end) {
        const began = performance.now()
        const made = make(n)
        if (made instanceof Promise) await made
        else if (!(await line.send(made))) failed += 1
        times.push(performance.now() - began)
      }
      line.close()
    }),
  )
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return {
    rate: times.length / took,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    failed,
  }
}

/**
 * So many requests a second, sent when they are due whether or not those before were answered, over
 * `lines` connections; answers as `load` does, but what was refused is no failure.
 */
export async function runOpenLoop(
  rate: number,
  seconds: number,
  lines: number,
  make: (n: number) => LoadRequest,
): Promise<LoadResult & { refused: number }> {
  const idle = Array.from({ length: lines }, () => new HttpConnection())
  const times: number[] = []
  const waiting: { due: number; n: number }[] = []
  let [sent, refused, running] = [0, 0, 0]
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const next = () => {
      while (waiting.length && idle.length) {
        const [one, way] = [waiting.shift(), idle.pop()]
        if (!one || !way) return
        running += 1
        void way.send(make(one.n)).then((good) => {
          if (good) times.push(performance.now() - one.due)
          else refused += 1
          running -= 1
          idle.push(way)
          next()
        })
      }
    }
    const timer = setInterval(() => {
      const now = performance.now() - start
      for (; sent < (Math.min(now, seconds * 1_000) * rate) / 1_000; sent += 1)
        waiting.push({ due: start + (sent * 1_000) / rate, n: sent })
      next()
      if (now < seconds * 1_000 || running || waiting.length) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  for (const one of idle) one.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    rate: sent / ((performance.now() - start) / 1_000),
    p50: at(0.5),
    p99: at(0.99),
    failed: 0,
    refused,
  }
}

export function formatResult(name: string, { rate, p50, p99 }: LoadResult): string {
  return `${name.padEnd(36)} ${rate.toFixed(0).padStart(6)} requests/s   p50 ${p50.toFixed(1)} ms${Number.isNaN(p99) ? ' (mean)' : `   p99 ${p99.toFixed(1)} ms`}`
}
