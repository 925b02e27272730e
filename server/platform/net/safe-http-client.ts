// No filtering agent, because the checks of name, addresses, port and redirects and the limits of
// time and size protect only together, and tests replace the name resolution.
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { OutboundAllowList } from './outbound-allow-list.ts'

/**
 * The only client for requests to URLs that customers supply (SSRF protection, promise 15). It
 * speaks https, resolves the host, checks every address and connects to exactly the checked ones,
 * so DNS rebinding has no effect. It follows no redirects, reads a few kB of a response, and limits
 * time.
 */
export type SafeHttpClient = {
  /**
   * Throws a SafeHttpError when a URL can never be a target: validation while somebody enters it.
   */
  checkUrl(url: string): Promise<void>
  post(url: string, message: SafeHttpMessage): Promise<SafeHttpResponse>
}
/** Bounds of a document: by default 1 MB, and the total time of the client. */
type SafeDocumentBounds = { bytesMax?: number; timeoutMs?: number }
/** Also reads whole documents. A longer one than `bytesMax` is a SafeHttpError. */
export type SafeDocumentClient = SafeHttpClient & {
  fetchDocument(
    url: string,
    request: SafeDocumentRequest,
    bounds?: SafeDocumentBounds,
  ): Promise<SafeDocument>
}
type SafeHttpMessage = { headers: Record<string, string>; body: string }
type SafeDocumentRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}
/** `headers`: of the response, in lower case. `body`: its whole body. */
type SafeDocument = { status: number; headers: Record<string, string>; body: Buffer }
/** `text`: the beginning of the body. `retry_after_s`: the receiver's Retry-After in seconds. */
type SafeHttpResponse = { status: number; text: string; retry_after_s: number | undefined }
/** The reason why nothing was sent, or no response arrived. */
export type SafeHttpFailure = 'address' | 'unknown_host' | 'timeout' | 'connection' | 'certificate'
export class SafeHttpError extends Error {
  readonly reason: SafeHttpFailure
  constructor(reason: SafeHttpFailure, detail = '') {
    super(detail ? `${reason}: ${detail}` : reason)
    this.reason = reason
  }
}

type ResolveHost = (host: string) => Promise<string[]>
/** Which targets are allowed: `loopback` also this machine, for tests. */
export type SafeTargetOptions = {
  loopback: boolean
  /** Private hosts and networks that the operator allows (OUTBOUND_ALLOW). */
  allowed?: OutboundAllowList
  resolve?: ResolveHost
}
type SafeHttpClientOptions = SafeTargetOptions & {
  connectTimeoutMs?: number
  totalTimeoutMs?: number
}
const responseBytesMax = 4_096
const documentBytesMax = 1_048_576
const retryAfterMaxS = 3_600

/**
 * IPv4 outside the public internet (IANA's registry of special addresses), and Azure's service
 * address, which looks public.
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
 * Public IPv6 is 2000::/3, which excludes loopback, link-local, unique local, multicast, mapped
 * IPv4 and NAT64. Ranges that embed IPv4 (Teredo, 6to4) or belong to no host are excluded from it.
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
 * Returns whether a connection to this address (IPv4 or IPv6 as text) is allowed. `loopback` also
 * allows this machine, for tests.
 */
export function isPublicAddress(address: string, loopback: boolean): boolean {
  const family = isIP(address)
  if (family === 4)
    return loopback && loopbackIpv4.check(address, 'ipv4')
      ? true
      : !nonPublicIpv4.check(address, 'ipv4')
  // Only link-local addresses have a zone ('%eth0').
  if (family !== 6 || address.includes('%')) return false
  return loopback && address === '::1'
    ? true
    : publicIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6')
}

/**
 * Checks a URL without name resolution. Throws a SafeHttpError. The parsed URL is canonical: 0x7f.1
 * and 2130706433 become 127.0.0.1.
 */
function parseTargetUrl(
  text: string,
  { loopback, allowed }: SafeTargetOptions,
): { url: URL; host: string } {
  if (!URL.canParse(text)) throw new SafeHttpError('address', 'no URL')
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 443)
  if (url.username || url.password) throw new SafeHttpError('address', 'credentials')
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:'))
    throw new SafeHttpError('address', 'protocol')
  // Ports below 1024 belong to other protocols, which could misread our request as a command.
  if (!loopback && port !== 443 && port < 1_024 && !allowed?.hasHost(host))
    throw new SafeHttpError('address', 'port')
  if (!host) throw new SafeHttpError('address', 'host')
  return { url, host }
}

const resolveWithSystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map((one) => one.address)

/**
 * Returns all addresses of a host. Throws a SafeHttpError when even one is not public: such an answer
 * is suspect.
 */
export async function resolvePublicAddresses(
  host: string,
  { loopback, allowed, resolve = resolveWithSystem }: SafeTargetOptions,
): Promise<string[]> {
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch(() => {
        throw new SafeHttpError('unknown_host')
      })
  if (!addresses.length) throw new SafeHttpError('unknown_host')
  const isAllowed = (address: string) =>
    isPublicAddress(address, loopback) || allowed?.hasAddress(address) === true
  if (!allowed?.hasHost(host) && !addresses.every(isAllowed))
    throw new SafeHttpError('address', 'not public')
  return addresses
}

/** Returns the whole body. Throws a SafeHttpError when it is too large. */
async function readDocument(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) throw new SafeHttpError('connection', 'too large')
  }
  return Buffer.concat(chunks)
}

/** Returns the beginning of the body, without waiting for the rest. */
async function readBodyPrefix(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= responseBytesMax) break
  }
  // PostgreSQL stores no NUL. Invalid UTF-8 becomes replacement characters.
  return Buffer.concat(chunks)
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
/** Returns the reason of a failed connection. */
export function toSafeHttpError(error: unknown): SafeHttpError {
  if (error instanceof SafeHttpError) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return new SafeHttpError('timeout')
  return new SafeHttpError(certificateErrorPattern.test(code) ? 'certificate' : 'connection', code)
}

/** Connects to one of the checked addresses; the name is not resolved again. */
function send<T>(
  url: URL,
  addresses: string[],
  { method, headers, body = '' }: SafeDocumentRequest,
  {
    signal,
    connectTimeoutMs,
    read,
  }: {
    signal: AbortSignal
    connectTimeoutMs: number
    read: (response: IncomingMessage) => Promise<T>
  },
): Promise<T> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? request : plainRequest)(
      url,
      {
        method,
        agent: false,
        signal,
        headers: {
          'user-agent': 'Laurel-Webhooks/1',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...headers,
          ...(method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}),
        },
        lookup: (_host, { all }, done) => {
          const [first] = checked
          if (all) done(null, checked)
          else if (first) done(null, first.address, first.family)
        },
      },
      (response) => {
        read(response)
          .finally(() => outgoing.destroy())
          .then(resolve, reject)
      },
    )
    outgoing.on('socket', (socket) => {
      const late = setTimeout(
        () => outgoing.destroy(new SafeHttpError('timeout', 'connect')),
        connectTimeoutMs,
      )
      socket
        .once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late))
        .once('close', () => clearTimeout(late))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const readAnswer = async (response: IncomingMessage): Promise<SafeHttpResponse> => ({
  status: response.statusCode ?? 0,
  text: await readBodyPrefix(response),
  retry_after_s: parseRetryAfter(response.headers['retry-after']),
})
const readWholeAnswer = async (
  response: IncomingMessage,
  bytesMax = documentBytesMax,
): Promise<SafeDocument> => ({
  status: response.statusCode ?? 0,
  headers: Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  ),
  body: await readDocument(response, bytesMax),
})

export function createSafeHttpClient(options: SafeHttpClientOptions): SafeDocumentClient {
  const { connectTimeoutMs = 5_000, totalTimeoutMs = 15_000 } = options

  const withTimeout = async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    timeoutMs = totalTimeoutMs,
  ): Promise<T> => {
    const signal = AbortSignal.timeout(timeoutMs)
    // Name resolution cannot be canceled, so the timeout rejects without waiting for it.
    const timedOut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new SafeHttpError('timeout')), { once: true })
    })
    return Promise.race([work(signal), timedOut]).catch((error: unknown) => {
      throw toSafeHttpError(error)
    })
  }

  const sendTo = <T>(
    text: string,
    request: SafeDocumentRequest,
    read: (response: IncomingMessage) => Promise<T>,
    timeoutMs?: number,
  ) =>
    withTimeout(async (signal) => {
      const { url, host } = parseTargetUrl(text, options)
      const addresses = await resolvePublicAddresses(host, options)
      return send(url, addresses, request, { signal, connectTimeoutMs, read })
    }, timeoutMs)

  return {
    checkUrl: (text) =>
      withTimeout(async () => {
        await resolvePublicAddresses(parseTargetUrl(text, options).host, options)
      }),
    post: (text, message) => sendTo(text, { method: 'POST', ...message }, readAnswer),
    fetchDocument: (text, request, { bytesMax, timeoutMs } = {}) =>
      sendTo(text, request, (response) => readWholeAnswer(response, bytesMax), timeoutMs),
  }
}
