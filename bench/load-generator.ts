import { connect, type Socket } from 'node:net'

export type LoadResult = { rate: number; p50: number; p99: number; failed: number }
export type LoadRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

const targets = new Map<string, { port: number; path: string }>()
/** Returns port and path of a URL, parsed once: a run repeats few of them. */
function findTarget(url: string): { port: number; path: string } {
  let target = targets.get(url)
  if (!target) {
    const { pathname, search, port } = new URL(url)
    targets.set(url, (target = { port: Number(port), path: pathname + search }))
  }
  return target
}

/**
 * A minimal HTTP client that sends one request at a time and parses only the status and length, so
 * that the load generator uses little CPU.
 */
class HttpConnection {
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #resolve: ((isSuccess: boolean) => void) | undefined

  #open(port: number): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length ? Buffer.concat([this.#received, chunk]) : chunk
      const head = this.#received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(this.#received.toString('latin1', 0, head))?.[1]
      if (this.#received.length < head + 4 + Number(length ?? 0)) return
      const isSuccess = this.#received[9] === 0x32
      this.#received = Buffer.alloc(0)
      this.#resolve?.(isSuccess)
    })
    socket.on('error', () => {
      this.#socket = undefined
      this.#resolve?.(false)
    })
    return socket
  }

  send({ method, url, headers, body = '' }: LoadRequest): Promise<boolean> {
    const { port, path } = findTarget(url)
    this.#socket ??= this.#open(port)
    let headerLines = ''
    for (const name in headers) headerLines += `${name}: ${headers[name]}\r\n`
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#socket?.write(
        `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headerLines}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
  }

  close(): void {
    this.#socket?.destroy()
  }
}

/**
 * Runs `clients` sequential clients for `seconds`. Returns requests per second, and p50 and p99 in
 * milliseconds.
 */
export async function runClosedLoop(
  clients: number,
  seconds: number,
  createRequest: (n: number) => LoadRequest | Promise<undefined>,
): Promise<LoadResult> {
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const connection = new HttpConnection()
      while (performance.now() < end) {
        const began = performance.now()
        const request = createRequest(n)
        if (request instanceof Promise) await request
        else if (!(await connection.send(request))) failed += 1
        times.push(performance.now() - began)
      }
      connection.close()
    }),
  )
  const elapsedS = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return {
    rate: times.length / elapsedS,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    failed,
  }
}

/**
 * Sends `rate` requests per second when they are due, even if earlier ones are unanswered, over
 * `connections` connections. Returns results like `runClosedLoop`, but refused requests do not
 * count as failures.
 */
export async function runOpenLoop(
  rate: number,
  seconds: number,
  connections: number,
  createRequest: (n: number) => LoadRequest,
): Promise<LoadResult & { refused: number }> {
  const idle = Array.from({ length: connections }, () => new HttpConnection())
  const times: number[] = []
  const waiting: { due: number; n: number }[] = []
  let [sent, refused, running] = [0, 0, 0]
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const sendNext = () => {
      while (waiting.length && idle.length) {
        const [pending, connection] = [waiting.shift(), idle.pop()]
        if (!pending || !connection) return
        running += 1
        void connection.send(createRequest(pending.n)).then((isSuccess) => {
          if (isSuccess) times.push(performance.now() - pending.due)
          else refused += 1
          running -= 1
          idle.push(connection)
          sendNext()
        })
      }
    }
    const timer = setInterval(() => {
      const now = performance.now() - start
      for (; sent < (Math.min(now, seconds * 1_000) * rate) / 1_000; sent += 1)
        waiting.push({ due: start + (sent * 1_000) / rate, n: sent })
      sendNext()
      if (now < seconds * 1_000 || running || waiting.length) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  for (const connection of idle) connection.close()
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    rate: sent / ((performance.now() - start) / 1_000),
    p50: percentile(0.5),
    p99: percentile(0.99),
    failed: 0,
    refused,
  }
}

export function formatResult(name: string, { rate, p50, p99 }: LoadResult): string {
  return `${name.padEnd(36)} ${rate.toFixed(0).padStart(6)} requests/s   p50 ${p50.toFixed(1)} ms${Number.isNaN(p99) ? ' (mean)' : `   p99 ${p99.toFixed(1)} ms`}`
}
