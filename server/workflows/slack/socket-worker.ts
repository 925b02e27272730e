import { randomUUID } from 'node:crypto'
import { secondMs } from '#contract/durations.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Services } from '#server/platform/services.ts'
import { openSlackSocket, type SlackSocket } from './socket-connection.ts'
import { claimSocket, listFreeSockets, releaseSocket, renewSocket } from './socket-queries.ts'

const pollMs = 2 * secondMs
/** Another process connects within ten seconds after this one died. */
const leaseMs = 6 * secondMs
/** A slow connection must not delay the renewal of other leases beyond their end. */
const openTimeoutMs = 3 * secondMs
/** New connections of one run, and connections of one process. */
const openedPerRun = 20
const socketsMax = 500

/** The connections that this process holds, by workspace. */
type Held = { holder: string; sockets: Map<string, SlackSocket> }
const heldByServices = new WeakMap<Services, Held>()

function heldBy(services: Services): Held {
  const held = heldByServices.get(services) ?? { holder: randomUUID(), sockets: new Map() }
  heldByServices.set(services, held)
  return held
}

const leaseOf = ({ clock }: Services, { holder }: Held, workspaceId: string) => {
  const at = clock.now()
  return { workspaceId, holder, at, until: new Date(at.getTime() + leaseMs) }
}

/** Closes a connection and lets other processes have it. */
async function closeSocket(services: Services, held: Held, workspaceId: string): Promise<void> {
  const socket = held.sockets.get(workspaceId)
  held.sockets.delete(workspaceId)
  await socket?.close().catch((error: unknown) => {
    services.log.warn({ workspace: workspaceId, reason: (error as Error).message }, 'slack socket')
  })
  const { holder } = held
  await services.db.tenant(workspaceId, (trx) => releaseSocket(trx, { workspaceId, holder }))
}

/** Renews the leases, and closes connections that were lost, or are no longer ours or wanted. */
async function renewLeases(services: Services, held: Held): Promise<void> {
  for (const [workspaceId, socket] of held.sockets) {
    const isOurs = await services.db.tenant(workspaceId, (trx) =>
      renewSocket(trx, leaseOf(services, held, workspaceId)),
    )
    if (!isOurs || !socket.isOpen()) await closeSocket(services, held, workspaceId)
  }
}

/** Opens the connection of a workspace, unless another process has it. */
async function openFreeSocket(services: Services, held: Held, workspaceId: string): Promise<void> {
  const isOurs = await services.db.tenant(workspaceId, (trx) =>
    claimSocket(trx, leaseOf(services, held, workspaceId)),
  )
  if (!isOurs) return
  try {
    const socket = await openSlackSocket(services, workspaceId, openTimeoutMs)
    if (socket) held.sockets.set(workspaceId, socket)
  } catch (error) {
    // The lease delays the next attempt.
    services.log.warn({ workspace: workspaceId, reason: (error as Error).message }, 'slack socket')
  }
}

async function openFreeSockets(services: Services, held: Held): Promise<void> {
  const free = await listFreeSockets(services.db.global, services.clock.now(), openedPerRun)
  const wanted = free
    .filter((workspaceId) => !held.sockets.has(workspaceId))
    .slice(0, Math.max(socketsMax - held.sockets.size, 0))
  await Promise.all(wanted.map((workspaceId) => openFreeSocket(services, held, workspaceId)))
}

/**
 * Keeps one connection of Socket Mode for each workspace that uses it, in one process of all.
 */
export const slackSocketWorker = defineWorker({
  name: 'slack-sockets',
  everyMs: pollMs,
  async run(services) {
    const held = heldBy(services)
    await renewLeases(services, held)
    await openFreeSockets(services, held)
  },
  async drain(services) {
    const held = heldBy(services)
    await Promise.all(
      [...held.sockets.keys()].map((workspaceId) => closeSocket(services, held, workspaceId)),
    )
    heldByServices.delete(services)
  },
})
