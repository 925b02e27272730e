import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { waitUntil } from '#tests/support/wait-until.ts'
import { mountGracefulShutdown } from './graceful-shutdown.ts'

const big = 40_000_000
let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function serve(): Promise<number> {
  app = fastify({ return503OnClosing: false })
  mountGracefulShutdown(app)
  app.get('/', (_, reply) => reply.send('here'))
  app.get('/big', (_, reply) => reply.send(Buffer.alloc(big)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
/** A connection and the bytes received over it. */
async function line(port: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const own = {
    socket,
    text: '',
    bytes: 0,
    ended: false,
    ask: (path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`),
  }
  socket.on('data', (chunk) => {
    own.bytes += chunk.length
    own.text = (own.text + chunk.toString('latin1')).slice(0, 1_000)
  })
  socket.on('end', () => {
    own.ended = true
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return own
}

test('answers with connection: close while draining, then closes', async () => {
  const port = await serve()
  const [kept, idle, unused] = [await line(port), await line(port), await line(port)]
  for (const one of [kept, idle]) {
    one.ask()
    await waitUntil('an answer', () => one.text.includes('here'))
    expect(one.text).not.toContain('connection: close')
  }
  const enough = new AbortController()
  const left = app.startDraining(60_000, enough.signal)
  expect(app.isDraining()).toBe(true)
  kept.ask()
  await waitUntil('the kept one is closed', () => kept.ended)
  expect(kept.text).toContain('connection: close')
  const fresh = await line(port)
  fresh.ask()
  await waitUntil('a new one is answered', () => fresh.ended)
  expect(fresh.text).toMatch(/^HTTP\/1.1 200[^]*connection: close[^]*here$/)
  expect([idle.ended, unused.ended]).toEqual([false, false])
  // A second signal (Ctrl+C twice) skips the waiting.
  enough.abort()
  await left
  await app.close()
  await waitUntil('nobody is left', () => idle.ended && unused.ended)
  const late = connect(port, '127.0.0.1')
  sockets.push(late)
  expect(
    await new Promise((resolve) => {
      late.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    }),
  ).toBe('ECONNREFUSED')
})

test('finishes sending an answer to a slow reader before it closes', async () => {
  const port = await serve()
  const slow = await line(port)
  slow.socket.pause()
  slow.ask('/big')
  let wasCalled = false
  app.server.once('request', () => {
    wasCalled = true
  })
  await waitUntil('it was asked', () => wasCalled || slow.socket.readableLength > 0)
  const closed = app.close()
  await waitUntil('nobody is let in any more', () => !app.server.listening)
  slow.socket.resume()
  await waitUntil('all of it is there', () => slow.ended)
  expect(slow.bytes).toBeGreaterThan(big)
  await closed
})
