// No package for graceful shutdown, because such packages close the listener and then wait for open
// requests. Measured under load, that resets connections that the kernel has accepted and Node has
// not, and it cuts answers that slow readers still receive. Here the process serves on for a grace
// period, closes the listener when no connection is waiting, and closes no connection before its
// answer has left (decision 032; `npm run chaos -- drain` counts lost requests).
import { once } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Starts the shutdown: /readyz fails, streams end, and every answer closes its connection.
     * Resolves after the grace period (or on abort), when the app may be closed.
     */
    startDraining(graceMs?: number, enough?: AbortSignal): Promise<void>
    isDraining(): boolean
    /**
     * Registers work that ends long-lived responses: it runs when the shutdown starts, and
     * repeatedly until the app is closed.
     */
    onShutdown(work: () => void): void
  }
}

/** Time for the first request of connections accepted just before the server stopped listening. */
const lastRequestsMs = 100
/** Maximum wait for answers still being sent to slow readers. */
const flushMs = 10_000
const pollMs = 25
/**
 * An event loop iteration this short did no work. Busy machines get a longer limit after half of
 * `idleWaitMaxMs`.
 */
const idleTurnMaxMs = 0.03
const idleWaitMaxMs = 1_000

/**
 * Stops a server without losing a request. HTTP/1.1 ends a kept-alive connection by an answer with
 * `connection: close`; closing an idle connection may race with a request just sent. So all answers
 * carry the header for DRAIN_SECONDS, then the server stops listening, and finally it closes idle
 * connections.
 */
export function mountGracefulShutdown(app: FastifyInstance): void {
  let draining = false
  let hasGracePeriod = false
  let connectionCount = 0
  const shutdownHooks: (() => void)[] = []
  const runShutdownHooks = () => {
    for (const work of shutdownHooks) work()
  }
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connectionCount += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  /**
   * Waits for an event loop iteration without work or new connections: every pending connection and
   * request has then been read. Closing right after it minimizes the risk to cut off a new request.
   */
  async function waitForIdleTurn(): Promise<void> {
    for (const waitStart = performance.now(); performance.now() - waitStart < idleWaitMaxMs;) {
      const [before, startedAt] = [connectionCount, performance.now()]
      await nextTurn()
      const now = performance.now()
      if (
        connectionCount === before &&
        now - startedAt < (now - waitStart < idleWaitMaxMs / 2 ? idleTurnMaxMs : 10 * idleTurnMaxMs)
      )
        return
    }
  }
  function markDraining(): void {
    if (draining) return
    draining = true
    runShutdownHooks()
  }
  app.decorate('isDraining', () => draining)
  app.decorate('onShutdown', (work: () => void) => {
    shutdownHooks.push(work)
  })
  app.decorate('startDraining', async (graceMs = 0, enough?: AbortSignal) => {
    markDraining()
    hasGracePeriod = graceMs > 0
    await sleep(graceMs, undefined, enough && { signal: enough }).catch(() => {})
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) void reply.header('connection', 'close')
    done()
  })

  app.addHook('preClose', async () => {
    markDraining()
    if (!app.server.listening) return
    const closed = once(app.server, 'close')
    await waitForIdleTurn()
    // Only stops listening: close() of Node's HTTP server would also close idle connections at
    // once, before they are read.
    Server.prototype.close.call(app.server)
    if (hasGracePeriod) await sleep(lastRequestsMs)
    const flushDeadline = performance.now() + flushMs
    let isClosed = false
    void closed.then(() => {
      isClosed = true
    })
    while (!isClosed) {
      runShutdownHooks()
      await waitForIdleTurn()
      // Node considers a connection idle while its answer is still being sent, and would cut it
      // off.
      if (
        performance.now() > flushDeadline ||
        ![...sockets].some((socket) => socket.writableLength > 0)
      )
        app.server.closeIdleConnections()
      await Promise.race([closed, sleep(pollMs)])
    }
  })
}
