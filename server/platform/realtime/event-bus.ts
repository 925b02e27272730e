// No LISTEN/NOTIFY package, because pages must detect every gap, and a new stream replays the
// latest changes.
import { limits } from '#contract/limits.ts'
import type { Change } from '#contract/change-topics.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createListenConnection } from './listen-connection.ts'
import { createNoticeSender, type ReceivedNotice } from './notices.ts'

export { notifyProcesses } from './notices.ts'

/**
 * A subscriber; `null` means that changes may have been missed, so that everything must be loaded
 * again.
 */
type Subscriber = { user_id: string; onChanges: (changes: Change[] | null) => void }

type WorkListener = (queue: string | null) => void

export type EventBus = {
  /**
   * Publishes a change to every server process, and through it to every open page, after a short
   * delay. Call it after the change is committed. Never throws.
   */
  publish(workspaceId: string, changes: Change[], users?: string[]): void
  /**
   * Subscribes to the changes of a workspace, including the latest ones. Returns a function that
   * unsubscribes.
   */
  subscribe(workspaceId: string, listener: Subscriber): () => void
  /**
   * Calls `listener` with the queue that got work, in any process. `null` means that notifications
   * may have been missed. Returns a function that unsubscribes.
   */
  onWork(listener: WorkListener): () => void
  /** Returns the number of subscribers. */
  subscriberCount(): number
  stop(): Promise<void>
}

/** Creates the listeners of background work; `add` returns a function that removes one. */
function createWorkListeners() {
  const listeners = new Set<WorkListener>()
  return {
    add(listener: WorkListener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    announce(queue: string | null) {
      for (const listener of listeners) listener(queue)
    },
  }
}

/**
 * Starts the exchange of changes between server processes by LISTEN/NOTIFY. The listening
 * connection opens with the first subscriber or worker.
 */
export function startEventBus(url: string, db: Database, log: Log): EventBus {
  const listeners = new Map<string, Set<Subscriber>>()
  const workers = createWorkListeners()
  let stopped = false
  /** The latest changes, oldest first; complete since `completeFrom`. */
  const recent: { at: number; notice: ReceivedNotice }[] = []
  let completeFrom = Infinity

  const allSubscribers = () => [...listeners.values()].flatMap((set) => [...set])
  const deliverTo = (
    [, changes, users]: ReceivedNotice,
    { user_id: userId, onChanges }: Subscriber,
  ) => {
    if (!users || users.includes(userId)) onChanges(changes)
  }
  /** A page loads its data, then opens its stream. Changes between the two are replayed here. */
  function replayRecent(workspaceId: string, listener: Subscriber) {
    const since = performance.now() - limits.stream_recall_ms
    while (recent[0] && recent[0].at < since) recent.shift()
    if (completeFrom > since) listener.onChanges(null)
    else for (const { notice } of recent) if (notice[0] === workspaceId) deliverTo(notice, listener)
  }
  const sender = createNoticeSender(db, log)
  const connection = createListenConnection(url, log, {
    onNotice(notice) {
      recent.push({ at: performance.now(), notice })
      if (recent.length > limits.stream_recall_max)
        completeFrom = Math.max(completeFrom, recent.shift()?.at ?? 0)
      for (const listener of listeners.get(notice[0]) ?? []) deliverTo(notice, listener)
    },
    onWork: (queue) => workers.announce(queue),
    onGap() {
      completeFrom = Infinity
    },
    onListening() {
      completeFrom = performance.now()
      // Changes before this point may be missing.
      for (const { onChanges } of allSubscribers()) onChanges(null)
      workers.announce(null)
    },
  })

  return {
    publish(workspaceId, changes, users) {
      if (stopped) return
      // A change for many users goes to all of the workspace: they load only data they may see.
      sender.send({
        workspace_id: workspaceId,
        changes,
        users: users && users.length <= 100 ? users : undefined,
      })
    },
    subscribe(workspaceId, listener) {
      const set = listeners.get(workspaceId) ?? new Set()
      listeners.set(workspaceId, set.add(listener))
      if (completeFrom < Infinity) replayRecent(workspaceId, listener)
      void connection.open()
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(workspaceId) === set) listeners.delete(workspaceId)
      }
    },
    onWork(listener) {
      void connection.open()
      return workers.add(listener)
    },
    subscriberCount: () => allSubscribers().length,
    async stop() {
      await sender.stop()
      stopped = true
      await connection.stop()
    },
  }
}
