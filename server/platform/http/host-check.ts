import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'

/**
 * Returns the name in a Host header or URL, without port and brackets; empty when it is invalid.
 */
function parseHostName(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
}

/** Returns whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** Returns whether a server on this host is reachable from this machine only. */
export const isLocalHost = (host: string): boolean => host === 'localhost' || isLoopback(host)

type Hosts = Pick<Config, 'host' | 'publicUrl'>
/**
 * Returns whether a Host header names this server: localhost, a loopback address, or the host of
 * PUBLIC_URL.
 */
export function isOwnHost({ publicUrl }: Hosts, header: string | undefined): boolean {
  const name = parseHostName(header ?? '')
  return isLocalHost(name) || (name !== '' && name === parseHostName(new URL(publicUrl).host))
}

/**
 * Returns a check of Host headers. In development without a PUBLIC_URL, an unknown name may be DNS
 * rebinding, by which a page reads this server as its own origin. An IP address cannot be rebound.
 * The last allowed header is cached, because almost every request has the same one.
 */
export function createHostCheck(
  config: Hosts & Pick<Config, 'production'>,
): (header: string | undefined) => boolean {
  if (config.production || !isLocalHost(parseHostName(new URL(config.publicUrl).host)))
    return () => true
  let allowedHeader: string | undefined
  return (header) => {
    if (header === undefined || header === allowedHeader) return true
    const name = parseHostName(header)
    const isAllowed =
      isOwnHost(config, header) || isIP(name) !== 0 || name === config.host.toLowerCase()
    if (isAllowed) allowedHeader = header
    return isAllowed
  }
}
