import { z } from 'zod'
import { changeSchema } from '#contract/schemas/events.ts'
import type { Change } from '#contract/change-topics.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** A change in a workspace, for all of its users or for these only. */
export type ChangeNotice = {
  workspace_id: string
  changes: Change[]
  users?: string[] | undefined
}

export const channel = 'laurel_events'
/** Notified in the transaction that adds work; the payload is the name of the queue. */
export const workChannel = 'laurel_work'
/** Changes within this interval share one notification, as commits that notify run in sequence. */
const batchMs = 25
/** The limit of PostgreSQL is 8,000 bytes. */
const payloadCharsMax = 7_000
export const noticePayload = z.array(
  z.tuple([z.string(), z.array(changeSchema), z.array(z.string()).nullable()]),
)
export type ReceivedNotice = z.output<typeof noticePayload>[number]

/** Notifies all server processes at once, for a process that ends afterwards. */
export async function notifyProcesses(db: Database, payload: string): Promise<void> {
  await db.call('events_notify', `select pg_notify('${channel}', $1)`, [payload])
}

/** A notice for more users becomes several. */
const usersPerNotice = 100

/** Returns notices for at most `usersPerNotice` users each. */
function* splitUsers({ users, ...notice }: ChangeNotice): Generator<ChangeNotice> {
  if (!users) yield notice
  else
    for (let start = 0; start < users.length; start += usersPerNotice)
      yield { ...notice, users: users.slice(start, start + usersPerNotice) }
}

/** Joins notices to payloads below the limit of PostgreSQL. */
export function* toPayloads(notices: ChangeNotice[]): Generator<string> {
  let batch = ''
  for (const { workspace_id: workspaceId, changes, users } of notices.flatMap((one) => [
    ...splitUsers(one),
  ])) {
    const row = JSON.stringify([workspaceId, changes, users ?? null])
    if (batch && batch.length + row.length >= payloadCharsMax) {
      yield `[${batch}]`
      batch = ''
    }
    batch += batch ? `,${row}` : row
  }
  if (batch) yield `[${batch}]`
}

/** Collects notices and sends them in batches. `stop` sends the pending ones. */
export function createNoticeSender(
  db: Database,
  log: Log,
): { send(notice: ChangeNotice): void; stop(): Promise<void> } {
  const pending: ChangeNotice[] = []
  let timer: NodeJS.Timeout | undefined
  async function flush(): Promise<void> {
    timer = undefined
    for (const payload of toPayloads(pending.splice(0)))
      await notifyProcesses(db, payload).catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'events'),
      )
  }
  return {
    send(notice) {
      pending.push(notice)
      timer ??= setTimeout(() => void flush(), batchMs)
    },
    async stop() {
      if (!timer) return
      clearTimeout(timer)
      await flush()
    },
  }
}
