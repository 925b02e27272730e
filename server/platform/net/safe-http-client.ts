import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'

/**
 * The one door for requests to addresses that customers give us (promise 15). It speaks https,
 * resolves the host itself, looks at every answer, and connects to exactly what it looked at:
 * nobody can turn a name round between look and call. Redirects are not followed, answers are read
 * for a few kB, and nothing takes longer than it may.
 */
export type SafeHttpClient = {
  /** Refuses (OutsideError) what could never be sent to: for whoever types an address. */
  checkUrl(url: string): Promise<void>
  post(
    url: string,
    message: { headers: Record<string, string>; body: string },
  ): Promise<SafeHttpResponse>
}
/** `text`: the beginning of the body. `retry_after_s`: how long the receiver asks us to wait. */
export type SafeHttpResponse = { status: number; text: string; retry_after_s: number | undefined }
/** Why nothing was sent, or no answer came. */
export type SafeHttpFailure = 'address' | 'unknown_host' | 'timeout' | 'connection' | 'certificate'
export class SafeHttpError extends Error {
  readonly reason: SafeHttpFailure
  constructor(reason: SafeHttpFailure, detail = '') {
    super(detail ? `${reason}: ${detail}` : reason)
    this.reason = reason
  }
}

export type ResolveHost = (host: string) => Promise<string[]>
type SafeHttpClientOptions = {
  loopback: boolean
  resolve?: ResolveHost
  connectTimeoutMs?: number
  totalTimeoutMs?: number
}
const responseBytesMax = 4_096
const retryAfterMaxS = 3_600

/**
 * IPv4 that is not the open internet (IANA's registry of special addresses), and Azure's own
 * service address, which looks public.
 */
const nonPublicIpv4 = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
]) {
  const [net = '', bits] = range.split('/')
  nonPublicIpv4.addSubnet(net, Number(bits), 'ipv4')
}
/**
 * IPv6 is open only in 2000::/3, which leaves out loopback, link-local, unique local, multicast,
 * mapped IPv4 and NAT64; of it not what carries IPv4 inside (Teredo, 6to4) or is no host's.
 */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const nonPublicIpv6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  nonPublicIpv6.addSubnet(net, bits, 'ipv6')
const loopbackIpv4 = new BlockList()
loopbackIpv4.addSubnet('127.0.0.0', 8, 'ipv4')

/**
 * Whether we may connect to this address: an IPv4 or IPv6 one as text. `loopback`: this machine is
 * let in, for tests.
 */
export function isPublicAddress(address: string, loopback: boolean): boolean {
  const family = isIP(address)
  if (family === 4)
    return loopback && loopbackIpv4.check(address, 'ipv4')
      ? true
      : !nonPublicIpv4.check(address, 'ipv4')
  // A zone ('%eth0') belongs to link-local addresses alone.
  if (family !== 6 || address.includes('%')) return false
  return loopback && address === '::1'
    ? true
    : publicIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6')
}

/**
 * What can be told of an address without asking anybody. The URL is canonical: 0x7f.1 and
 * 2130706433 are 127.0.0.1 in it.
 */
function parseTargetUrl(text: string, loopback: boolean): { url: URL; host: string } {
  if (!URL.canParse(text)) throw new SafeHttpError('address', 'no URL')
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 443)
  if (url.username || url.password) throw new SafeHttpError('address', 'credentials')
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:'))
    throw new SafeHttpError('address', 'protocol')
  // Ports below 1024 belong to other protocols, where a request of ours could be taken for
  // something else.
  if (!loopback && port !== 443 && port < 1_024) throw new SafeHttpError('address', 'port')
  if (!host) throw new SafeHttpError('address', 'host')
  return { url, host }
}

const resolveWithSystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map((one) => one.address)

/** Every address of a host, all of them allowed: one that is not makes the whole answer suspect. */
async function resolvePublicAddresses(
  host: string,
  { loopback, resolve = resolveWithSystem }: SafeHttpClientOptions,
): Promise<string[]> {
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch(() => {
        throw new SafeHttpError('unknown_host')
      })
  if (!addresses.length) throw new SafeHttpError('unknown_host')
  if (!addresses.every((address) => isPublicAddress(address, loopback)))
    throw new SafeHttpError('address', 'not public')
  return addresses
}

/** The beginning of an answer; what comes after it is not waited for. */
async function readBodyPrefix(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= responseBytesMax) break
  }
  // PostgreSQL keeps no NUL, and bytes that are no text become marks.
  return Buffer.concat(pieces)
    .subarray(0, responseBytesMax)
    .toString('utf8')
    .replaceAll('\u0000', '')
}

function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(Math.ceil(seconds), retryAfterMaxS)
    : undefined
}

const certificateErrorPattern = /^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL)/
function toSafeHttpError(error: unknown): SafeHttpError {
  if (error instanceof SafeHttpError) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return new SafeHttpError('timeout')
  return new SafeHttpError(certificateErrorPattern.test(code) ? 'certificate' : 'connection', code)
}

export function createSafeHttpClient(options: SafeHttpClientOptions): SafeHttpClient {
  const { connectTimeoutMs = 5_000, totalTimeoutMs = 15_000 } = options

  /** Connects to one of the addresses, whatever the name says by now. */
  function send(
    url: URL,
    addresses: string[],
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<SafeHttpResponse> {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    return new Promise((resolve, reject) => {
      const going = (url.protocol === 'https:' ? request : plainRequest)(
        url,
        {
          method: 'POST',
          agent: false,
          signal,
          headers: {
            'user-agent': 'Laurel-Webhooks/1',
            accept: '*/*',
            'accept-encoding': 'identity',
            ...headers,
            'content-length': Buffer.byteLength(body),
          },
          lookup: (_host, { all }, done) => {
            const [first] = found
            if (all) done(null, found)
            else if (first) done(null, first.address, first.family)
          },
        },
        (answer) => {
          readBodyPrefix(answer).then((text) => {
            going.destroy()
            resolve({
              status: answer.statusCode ?? 0,
              text,
              retry_after_s: parseRetryAfter(answer.headers['retry-after']),
            })
          }, reject)
        },
      )
      going.on('socket', (socket) => {
        const late = setTimeout(
          () => going.destroy(new SafeHttpError('timeout', 'connect')),
          connectTimeoutMs,
        )
        socket
          .once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late))
          .once('close', () => clearTimeout(late))
      })
      going.on('error', reject)
      going.end(body)
    })
  }
  const withTimeout = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(totalTimeoutMs)
    // Resolving cannot be called off; it is not waited for any longer.
    const over = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new SafeHttpError('timeout')), { once: true })
    })
    return Promise.race([work(signal), over]).catch((error: unknown) => {
      throw toSafeHttpError(error)
    })
  }

  return {
    checkUrl: (text) =>
      withTimeout(async () => {
        await resolvePublicAddresses(parseTargetUrl(text, options.loopback).host, options)
      }),
    post: (text, { headers, body }) =>
      withTimeout(async (signal) => {
        const { url, host } = parseTargetUrl(text, options.loopback)
        return send(url, await resolvePublicAddresses(host, options), headers, body, signal)
      }),
  }
}
