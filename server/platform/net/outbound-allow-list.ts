import { BlockList, isIP } from 'node:net'

/** Private targets that the operator allows: host names in lower case, addresses and networks. */
export type OutboundAllowList = {
  /** Returns whether a host name may have private addresses, and any port. */
  hasHost(host: string): boolean
  /** Returns whether an address (IPv4 or IPv6 as text) is in an allowed network. */
  hasAddress(address: string): boolean
}

const hostName =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/
const versionOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Returns the allow list of OUTBOUND_ALLOW: host names, addresses and networks such as
 * `10.20.0.0/16`. Throws a RangeError with the first malformed entry.
 */
export function createOutboundAllowList(entries: readonly string[]): OutboundAllowList {
  const hosts = new Set<string>()
  const networks = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, rest] = entry.split('/')
    const bitsMax = isIP(address) === 6 ? 128 : 32
    if (isIP(address) && bits === undefined) networks.addAddress(address, versionOf(address))
    else if (isIP(address) && rest === undefined && /^\d{1,3}$/.test(bits ?? '')) {
      if (Number(bits) > bitsMax) throw new RangeError(entry)
      networks.addSubnet(address, Number(bits), versionOf(address))
    } else if (bits === undefined && hostName.test(entry.toLowerCase()))
      hosts.add(entry.toLowerCase())
    else throw new RangeError(entry)
  }
  return {
    hasHost: (host) => hosts.has(host.toLowerCase()),
    hasAddress: (address) => isIP(address) !== 0 && networks.check(address, versionOf(address)),
  }
}
