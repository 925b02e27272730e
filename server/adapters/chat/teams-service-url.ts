const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])
const connectorHost = 'smba.trafficmanager.net'
const connectorDomain = '.botframework.com'
const urlCharsMax = 1_000

export type TeamsAddressRules = {
  /** Further hosts of the Connector, in lower case. */
  serviceHosts: readonly string[]
  /** Allows http and every port on this machine, for tests. */
  allowLoopbackTargets: boolean
}

/** Returns the URL without credentials, query and fragment, or null for other text. */
export function parsePlainUrl(text: string): URL | null {
  if (text.length > urlCharsMax || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password || url.search || url.hash ? null : url
}

/** Returns whether the URL leads to this machine. */
export const isLoopbackUrl = ({ protocol, hostname }: URL): boolean =>
  (protocol === 'http:' || protocol === 'https:') && loopbackHosts.has(hostname)

/**
 * Returns the parsed address of a Connector, or null when our token must not go there: the address
 * comes from an activity.
 */
export function parseServiceUrl(
  text: string,
  { serviceHosts, allowLoopbackTargets }: TeamsAddressRules,
): URL | null {
  const url = parsePlainUrl(text)
  if (!url) return null
  if (allowLoopbackTargets && isLoopbackUrl(url)) return url
  // `port` is empty for 443, the default of https.
  if (url.protocol !== 'https:' || url.port) return null
  const { hostname } = url
  const isConnector =
    hostname === connectorHost ||
    hostname.endsWith(connectorDomain) ||
    serviceHosts.includes(hostname)
  return isConnector ? url : null
}
