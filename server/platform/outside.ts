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
export type Outside = {
  /** Refuses (OutsideError) what could never be sent to: for whoever types an address. */
  check(url: string): Promise<void>
  post(
    url: string,
    message: { headers: Record<string, string>; body: string },
  ): Promise<OutsideAnswer>
}
/** `text`: the beginning of the body. `retry_after_s`: how long the receiver asks us to wait. */
export type OutsideAnswer = { status: number; text: string; retry_after_s: number | undefined }
/** Why nothing was sent, or no answer came. */
export type OutsideReason = 'address' | 'unknown_host' | 'timeout' | 'connection' | 'certificate'
export class OutsideError extends Error {
  readonly reason: OutsideReason
  constructor(reason: OutsideReason, detail = '') {
    super(detail ? `${reason}: ${detail}` : reason)
    this.reason = reason
  }
}

export type Resolve = (host: string) => Promise<string[]>
type Options = { loopback: boolean; resolve?: Resolve; connect_ms?: number; whole_ms?: number }
const answer_bytes_max = 4_096
const retry_after_max_s = 3_600

/**
 * IPv4 that is not the open internet (IANA's registry of special addresses), and Azure's own
 * service address, which looks public.
 */
const closed4 = new BlockList()
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
  closed4.addSubnet(net, Number(bits), 'ipv4')
}
/**
 * IPv6 is open only in 2000::/3, which leaves out loopback, link-local, unique local, multicast,
 * mapped IPv4 and NAT64; of it not what carries IPv4 inside (Teredo, 6to4) or is no host's.
 */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, bits, 'ipv6')
const loopback4 = new BlockList()
loopback4.addSubnet('127.0.0.0', 8, 'ipv4')

/**
 * Whether we may connect to this address: an IPv4 or IPv6 one as text. `loopback`: this machine is
 * let in, for tests.
 */
export function mayReach(address: string, loopback: boolean): boolean {
  const family = isIP(address)
  if (family === 4)
    return loopback && loopback4.check(address, 'ipv4') ? true : !closed4.check(address, 'ipv4')
  // A zone ('%eth0') belongs to link-local addresses alone.
  if (family !== 6 || address.includes('%')) return false
  return loopback && address === '::1'
    ? true
    : open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/**
 * What can be told of an address without asking anybody. The URL is canonical: 0x7f.1 and
 * 2130706433 are 127.0.0.1 in it.
 */
function readUrl(text: string, loopback: boolean): { url: URL; host: string } {
  if (!URL.canParse(text)) throw new OutsideError('address', 'no URL')
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 443)
  if (url.username || url.password) throw new OutsideError('address', 'credentials')
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:'))
    throw new OutsideError('address', 'protocol')
  // Ports below 1024 belong to other protocols, where a request of ours could be taken for
  // something else.
  if (!loopback && port !== 443 && port < 1_024) throw new OutsideError('address', 'port')
  if (!host) throw new OutsideError('address', 'host')
  return { url, host }
}

const ofSystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map((one) => one.address)

/** Every address of a host, all of them allowed: one that is not makes the whole answer suspect. */
async function resolveAllowed(
  host: string,
  { loopback, resolve = ofSystem }: Options,
): Promise<string[]> {
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch(() => {
        throw new OutsideError('unknown_host')
      })
  if (!addresses.length) throw new OutsideError('unknown_host')
  if (!addresses.every((address) => mayReach(address, loopback)))
    throw new OutsideError('address', 'not public')
  return addresses
}

/** The beginning of an answer; what comes after it is not waited for. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= answer_bytes_max) break
  }
  // PostgreSQL keeps no NUL, and bytes that are no text become marks.
  return Buffer.concat(pieces)
    .subarray(0, answer_bytes_max)
    .toString('utf8')
    .replaceAll('\u0000', '')
}

function retryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(Math.ceil(seconds), retry_after_max_s)
    : undefined
}

const certificate = /^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL)/
function reasonOf(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return new OutsideError('timeout')
  return new OutsideError(certificate.test(code) ? 'certificate' : 'connection', code)
}

export function openOutside(options: Options): Outside {
  const { connect_ms = 5_000, whole_ms = 15_000 } = options

  /** Connects to one of the addresses, whatever the name says by now. */
  function send(
    url: URL,
    addresses: string[],
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<OutsideAnswer> {
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
          readBeginning(answer).then((text) => {
            going.destroy()
            resolve({
              status: answer.statusCode ?? 0,
              text,
              retry_after_s: retryAfter(answer.headers['retry-after']),
            })
          }, reject)
        },
      )
      going.on('socket', (socket) => {
        const late = setTimeout(
          () => going.destroy(new OutsideError('timeout', 'connect')),
          connect_ms,
        )
        socket
          .once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late))
          .once('close', () => clearTimeout(late))
      })
      going.on('error', reject)
      going.end(body)
    })
  }
  const within = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(whole_ms)
    // Resolving cannot be called off; it is not waited for any longer.
    const over = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new OutsideError('timeout')), { once: true })
    })
    return Promise.race([work(signal), over]).catch((error: unknown) => {
      throw reasonOf(error)
    })
  }

  return {
    check: (text) =>
      within(async () => {
        await resolveAllowed(readUrl(text, options.loopback).host, options)
      }),
    post: (text, { headers, body }) =>
      within(async (signal) => {
        const { url, host } = readUrl(text, options.loopback)
        return send(url, await resolveAllowed(host, options), headers, body, signal)
      }),
  }
}
