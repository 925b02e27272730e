import { once } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The process will stop: it says so at /readyz, lets its streams go, and asks whoever it
     * answers not to come back over the same connection. Resolves when those who keep asking had
     * the time to hear it, and the app may be closed.
     */
    startDraining(graceMs?: number, enough?: AbortSignal): Promise<void>
    isDraining(): boolean
    /**
     * Lets go what would never end by itself: done when the process begins to leave, and again
     * until the app is closed.
     */
    onShutdown(work: () => void): void
  }
}

/** Connections that came just before the door was closed get so long to say what they want. */
const lastRequestsMs = 100
/** What was answered and is still on its way to a slow reader is waited for, but not for ever. */
const flushMs = 10_000
const pollMs = 25
/**
 * So short a turn of the event loop has done nothing but look; a busy machine has longer ones after
 * a while; and at last it must be done.
 */
const idleTurnMs = 0.03
const idleWaitMaxMs = 1_000

/**
 * How a server stops without losing a request. HTTP/1.1 knows one way to end a connection that is
 * kept open: an answer that says so. A connection that is closed while nothing happens on it may
 * meet a request that has just left. So there is a time (DRAIN_SECONDS) in which all answers say
 * it; then nobody is let in any more, and at last what is idle is closed.
 */
export function mountGracefulShutdown(app: FastifyInstance): void {
  let leaving = false
  let patient = false
  let came = 0
  const works: (() => void)[] = []
  const runShutdownHooks = () => {
    for (const work of works) work()
  }
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    came += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  /**
   * Waits for a turn of the event loop that took no time and let nobody in: whoever is at the door,
   * or has said something, has been heard. What closes right then (a door whose queue the kernel
   * turns away, a connection on which nothing happens) has the smallest chance to meet somebody who
   * comes just now.
   */
  async function waitForIdleTurn(): Promise<void> {
    for (const from = performance.now(); performance.now() - from < idleWaitMaxMs;) {
      const [before, began] = [came, performance.now()]
      await turn()
      const now = performance.now()
      if (
        came === before &&
        now - began < (now - from < idleWaitMaxMs / 2 ? idleTurnMs : 10 * idleTurnMs)
      )
        return
    }
  }
  function beginDraining(): void {
    if (leaving) return
    leaving = true
    runShutdownHooks()
  }
  app.decorate('isDraining', () => leaving)
  app.decorate('onShutdown', (work: () => void) => {
    works.push(work)
  })
  app.decorate('startDraining', async (graceMs = 0, enough?: AbortSignal) => {
    beginDraining()
    patient = graceMs > 0
    await sleep(graceMs, undefined, enough && { signal: enough }).catch(() => {})
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving) void reply.header('connection', 'close')
    done()
  })

  app.addHook('preClose', async () => {
    beginDraining()
    if (!app.server.listening) return
    const closed = once(app.server, 'close')
    await waitForIdleTurn()
    // Nobody is let in any more; a server of Node's HTTP would close what is idle in the same
    // moment, heard or not.
    Server.prototype.close.call(app.server)
    if (patient) await sleep(lastRequestsMs)
    const patience = performance.now() + flushMs
    let over = false
    void closed.then(() => {
      over = true
    })
    while (!over) {
      runShutdownHooks()
      await waitForIdleTurn()
      // Node takes who was answered for idle, also while the answer is on its way, and would cut it
      // off.
      if (performance.now() > patience || ![...open].some((socket) => socket.writableLength > 0))
        app.server.closeIdleConnections()
      await Promise.race([closed, sleep(pollMs)])
    }
  })
}
