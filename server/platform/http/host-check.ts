import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'

/** The name in a Host header or URL, without port and brackets; empty for what is none. */
function parseHostName(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
}

/** Returns whether an address is one of this machine to itself. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** Returns whether only this machine reaches what listens there. */
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
 * Returns whether a request may come by this Host header in development without a PUBLIC_URL.
 * Another name is that of a page which bound it to our address (DNS rebinding), to read us as if we
 * were its own. An IP address can be bound to nothing.
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
