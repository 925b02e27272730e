import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy to the database that a test can interrupt: `silent` accepts data and never answers,
 * `down` closes and refuses connections.
 */
export type TcpProxy = {
  url: string
  state: 'up' | 'silent' | 'down'
  set: (state: TcpProxy['state']) => void
  close: () => Promise<void>
}

/** Opens a local proxy to the database at a URL (socket or host). */
export async function openTcpProxy(ownerUrl: string): Promise<TcpProxy> {
  const at = new URL(ownerUrl.replace('@/', '@socket/'))
  const [folder, host, port] = [at.searchParams.get('host'), at.hostname, Number(at.port || 5432)]
  const far = () => (folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, host))
  const pairs = new Set<[Socket, Socket]>()
  const line: TcpProxy = { url: '', state: 'up', set, close }
  function flow([near, other]: [Socket, Socket]): void {
    for (const one of [near, other])
      if (line.state === 'silent') one.pause()
      else one.resume()
    if (line.state === 'down') near.destroy()
  }
  function set(state: TcpProxy['state']): void {
    line.state = state
    pairs.forEach(flow)
  }
  const server = createServer((near) => {
    if (line.state === 'down') return void near.destroy()
    const other = far()
    const pair: [Socket, Socket] = [near, other]
    pairs.add(pair)
    near.on('data', (chunk) => {
      other.write(chunk)
    })
    other.on('data', (chunk) => {
      near.write(chunk)
    })
    for (const [one, peer] of [
      [near, other],
      [other, near],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        peer.destroy()
        pairs.delete(pair)
      })
    }
    flow(pair)
  })
  async function close(): Promise<void> {
    set('down')
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  at.searchParams.delete('host')
  at.hostname = '127.0.0.1'
  at.port = String(typeof address === 'object' && address ? address.port : 0)
  line.url = at.toString()
  return line
}
