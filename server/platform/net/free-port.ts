import { createServer } from 'node:net'
import type { Config } from '#server/config.ts'

/** Returns a TCP port of an address that is free now. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, host, () => {
        const address = server.address()
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
      })
  })
}

/**
 * Returns the settings of a server with PORT=0 and a free port, which its address names. Links and
 * the message of the start need the address before the server listens.
 */
export async function chooseFreePort<Settings extends Pick<Config, 'host' | 'port' | 'publicUrl'>>(
  settings: Settings,
): Promise<Settings> {
  const url = new URL(settings.publicUrl)
  if (settings.port !== 0 || url.port !== '0') return settings
  const port = await findFreePort(settings.host)
  url.port = String(port)
  return { ...settings, port, publicUrl: url.origin }
}
