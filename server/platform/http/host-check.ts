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
 * Returns whether a Host header is allowed. In development without a PUBLIC_URL, an unknown name
 * may be DNS rebinding, by which a page reads this server as its own origin. An IP address cannot
 * be rebound.
 */
export function isAllowedHost(
  config: Hosts & Pick<Config, 'production'>,
  header: string | undefined,
): boolean {
  if (
    config.production ||
    header === undefined ||
    !isLocalHost(parseHostName(new URL(config.publicUrl).host))
  )
    return true
  const name = parseHostName(header)
  return isOwnHost(config, header) || isIP(name) !== 0 || name === config.host.toLowerCase()
}
