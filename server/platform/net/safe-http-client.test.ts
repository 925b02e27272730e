import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress, createSafeHttpClient } from './safe-http-client.ts'

/** Requests to URLs of customers reach the public internet only (promise 15). */
const open: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(
    open.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve)
        }),
    ),
  )
})
async function listen(server: Server): Promise<number> {
  open.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
const serve = (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(createServer(handler))
const message = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
const answers =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses)
const outcome = (sent: Promise<unknown>) =>
  sent.then(
    () => 'sent',
    (error: Error) => error.message,
  )

test('refuses addresses outside the public internet', () => {
  const closed = [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'fec0::1',
    'nonsense',
    '',
  ]
  for (const address of closed)
    expect([address, isPublicAddress(address, false)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect([address, isPublicAddress(address, false)]).toEqual([address, true])
  // Tests may reach this machine, but no other private address.
  expect(
    ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1'].map((address) =>
      isPublicAddress(address, true),
    ),
  ).toEqual([true, true, false, false, false])
})

test('refuses a private address in every notation', async () => {
  const outside = createSafeHttpClient({
    loopback: false,
    resolve: (host) =>
      Promise.resolve(
        host === 'localhost' || host === 'localhost.' ? ['127.0.0.1', '::1'] : ['93.184.215.14'],
      ),
  })
  const refused = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'https://①②⑦.0.0.1/',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:80/',
    'nothing',
    '',
  ]
  for (const url of refused)
    expect([url, await outcome(outside.checkUrl(url))]).toEqual([
      url,
      expect.stringMatching(/^address/),
    ])
  for (const url of [
    'https://example.com/hook',
    'https://example.com:8443/',
    'https://example.com:3000/',
  ])
    expect([url, await outcome(outside.checkUrl(url))]).toEqual([url, 'sent'])
})

test('refuses a host when one of its addresses is private', async () => {
  const check = (...addresses: string[]) =>
    outcome(
      createSafeHttpClient({ loopback: false, resolve: answers(...addresses) }).checkUrl(
        'https://example.com/',
      ),
    )
  expect(await check('8.8.8.8', '10.0.0.1')).toBe('address: not public')
  expect(await check('2606:4700::1111', '::1')).toBe('address: not public')
  expect(await check()).toBe('unknown_host')
  expect(
    await outcome(
      createSafeHttpClient({
        loopback: false,
        resolve: () => Promise.reject(new Error('ENOTFOUND')),
      }).checkUrl('https://example.com/'),
    ),
  ).toBe('unknown_host')
})

test('refuses a name that changes to a private address (DNS rebinding)', async () => {
  let requestCount = 0
  const port = await serve((_, response) => response.end('inside'))
  // First public, then this machine: the answers of a DNS rebinding server.
  const outside = createSafeHttpClient({
    loopback: false,
    resolve: () => Promise.resolve([(requestCount += 1) === 1 ? '93.184.215.14' : '127.0.0.1']),
  })
  expect(await outcome(outside.checkUrl(`https://rebind.example:${port}/`))).toBe('sent')
  expect(await outcome(outside.post(`https://rebind.example:${port}/`, message))).toBe(
    'address: not public',
  )

  // The connection uses the checked address: the name itself does not resolve.
  requestCount = 0
  const pinned = createSafeHttpClient({
    loopback: true,
    resolve: () => Promise.resolve([(requestCount += 1) === 1 ? '127.0.0.1' : '10.0.0.1']),
  })
  expect(await pinned.post(`http://no-such-name.invalid:${port}/`, message)).toMatchObject({
    status: 200,
    text: 'inside',
  })
  expect(requestCount).toBe(1)
})

test('returns a redirect without following it', async () => {
  let inside = 0
  const secret = await serve((_, response) => {
    inside += 1
    response.end('secret')
  })
  const port = await serve((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${secret}/` }).end(),
  )
  expect(
    await createSafeHttpClient({ loopback: true }).post(`http://127.0.0.1:${port}/`, message),
  ).toMatchObject({ status: 302, text: '' })
  expect(inside).toBe(0)
})

test('sends the body unchanged and returns a bounded Retry-After', async () => {
  const received: { headers: IncomingMessage['headers']; body: string }[] = []
  const port = await serve((request, response) => {
    let body = ''
    request
      .on('data', (piece: Buffer) => {
        body += piece.toString()
      })
      .on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(429, { 'retry-after': '999999' }).end('later')
      })
  })
  expect(
    await createSafeHttpClient({ loopback: true }).post(`http://127.0.0.1:${port}/x?y=1`, {
      headers: { 'webhook-id': 'one' },
      body: 'Ж',
    }),
  ).toEqual({ status: 429, text: 'later', retry_after_s: 3_600 })
  expect(received[0]).toMatchObject({
    body: 'Ж',
    headers: { 'user-agent': 'Laurel-Webhooks/1', 'webhook-id': 'one', 'content-length': '2' },
  })
})

test('reads the start of an endless response and times out on silence', async () => {
  const endless = await serve((_, response) => {
    const more = () => {
      while (response.writable && response.write('x'.repeat(10_000)));
      response.once('drain', more)
    }
    more()
  })
  expect(
    (await createSafeHttpClient({ loopback: true }).post(`http://127.0.0.1:${endless}/`, message))
      .text,
  ).toBe('x'.repeat(4_096))
  const silent = await listen(createSocketServer(() => {}))
  expect(
    await outcome(
      createSafeHttpClient({ loopback: true, totalTimeoutMs: 150 }).post(
        `http://127.0.0.1:${silent}/`,
        message,
      ),
    ),
  ).toMatch(/^timeout/)
  // The server accepts the connection but never completes the handshake.
  expect(
    await outcome(
      createSafeHttpClient({ loopback: true, connectTimeoutMs: 150 }).post(
        `https://127.0.0.1:${silent}/`,
        message,
      ),
    ),
  ).toBe('timeout: connect')
  expect(
    await outcome(
      createSafeHttpClient({
        loopback: true,
        totalTimeoutMs: 150,
        resolve: () => new Promise(() => {}),
      }).checkUrl('https://example.com/'),
    ),
  ).toBe('timeout')
  expect(
    await outcome(createSafeHttpClient({ loopback: true }).post('http://127.0.0.1:9/', message)),
  ).toMatch(/^connection/)
  // Plain text instead of TLS.
  const plain = await serve((_, response) => response.end('no TLS here'))
  expect(
    await outcome(
      createSafeHttpClient({ loopback: true }).post(`https://127.0.0.1:${plain}/`, message),
    ),
  ).toMatch(/^certificate/)
})
