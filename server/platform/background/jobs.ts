import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fromKysely, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss'
import { requestContext } from '#server/platform/request-context.ts'
import { connectionOptions, type Trx } from '#server/platform/database/database.ts'
import { toRefusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** Work that outlives a request. The data is small: ids, never contents. */
export type JobData = {
  run_import: { workspace_id: string; import_id: string }
  run_people_sync: { workspace_id: string; run_id: string }
  run_history_import: { workspace_id: string; import_id: string }
  export_workspace: { workspace_id: string; export_id: string }
  erase_workspace: { workspace_id: string }
  refresh_billing: { workspace_id: string }
  compute_groups: { workspace_id: string }
}
export type JobName = keyof JobData
/** One attempt of a job; the last one fails for good. */
export type JobAttempt = { isLast: boolean }

/** Retries with exponential backoff. Seconds. */
const defaultQueueOptions = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 120,
  // A running process sends a heartbeat every few seconds. The job of a dead one is retried.
  heartbeatSeconds: 10,
  notify: true,
}
/** Practically without a time limit: a long list takes its time. */
const listQueueOptions = {
  ...defaultQueueOptions,
  retryDelay: 2,
  retryLimit: 6,
  expireInSeconds: 6 * 3_600,
}
const queues: Record<JobName, QueueOptions> = {
  run_import: listQueueOptions,
  run_people_sync: listQueueOptions,
  run_history_import: listQueueOptions,
  export_workspace: listQueueOptions,
  erase_workspace: defaultQueueOptions,
  refresh_billing: defaultQueueOptions,
  compute_groups: { ...defaultQueueOptions, retryLimit: 2 },
}
/** The interval for finding jobs of dead processes and due retries, in seconds. */
const pollingIntervalS = 10
const retryDelayMs = 500
const retriesMax = 10
const schema = 'pgboss'

/**
 * Creates the job tables and queues as the schema's owner and grants laurel_app access. Part of
 * `migrate`.
 */
export async function installJobQueues(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // A lock serializes this, as concurrent grants conflict. It ends with the connection.
    await client.query('select pg_advisory_lock(772)')
    const boss = new PgBoss({
      connectionString: ownerUrl,
      schema,
      supervise: false,
      schedule: false,
      max: 2,
    })
    boss.on('error', () => {})
    await boss.start()
    try {
      for (const [name, options] of Object.entries(queues)) {
        await boss.createQueue(name, options)
        await boss.updateQueue(name, options)
      }
    } finally {
      await boss.stop({ graceful: false })
    }
    await client.query(`grant usage on schema ${schema} to laurel_app;
      grant select, insert, update, delete on all tables in schema ${schema} to laurel_app;
      grant usage on all sequences in schema ${schema} to laurel_app;
      grant execute on all functions in schema ${schema} to laurel_app`)
  } finally {
    await client.end()
  }
}

/**
 * Enqueues the jobs of a backup again, as the schema's owner, in the transaction of `client`.
 * Returns the number of jobs with a known queue.
 */
export async function requeueJobs(
  client: pg.Client,
  jobs: { name: string; data: object }[],
): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) },
    schema,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  const known = jobs.filter((job) => job.name in queues)
  for (const { name, data } of known)
    await boss.send(name, data, {
      db: { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) },
    })
  return known.length
}

export type Jobs = {
  /** Enqueues a job in the transaction of its cause: the job exists if and only if that commits. */
  send<N extends JobName>(trx: Trx, name: N, data: JobData[N]): Promise<void>
  work<N extends JobName>(
    name: N,
    handler: (data: JobData[N], attempt: JobAttempt) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

/**
 * Retries while the database is unavailable, so that a short outage does not use up an attempt of
 * the job.
 */
async function retryWhileUnavailable(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= retriesMax || toRefusal(error)?.status !== 503) throw error
      await sleep(retryDelayMs)
    }
  }
}

/** Connects to the queues as laurel_app. All processes call `send`; only workers call `work`. */
export async function startJobs(url: string, log: Log): Promise<Jobs> {
  const { connectionString, options } = connectionOptions({ url })
  const boss = new PgBoss({
    ...(connectionString ? { connectionString } : {}),
    ...(options ? { options } : {}),
    schema,
    max: 4,
    migrate: false,
    schedule: false,
    reindex: false,
    useListenNotify: true,
    superviseIntervalSeconds: pollingIntervalS,
    monitorIntervalSeconds: pollingIntervalS,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'jobs'))
  await boss.start()
  return {
    async send(trx, name, data) {
      await boss.send(name, data, { db: fromKysely(trx) })
    },
    async work(name, handler) {
      await boss.work(
        name,
        {
          batchSize: 1,
          pollingIntervalSeconds: pollingIntervalS,
          notifyPollingIntervalSeconds: pollingIntervalS,
          includeMetadata: true,
        },
        async ([job]: JobWithMetadata<JobData[typeof name]>[]) => {
          if (!job) return
          // Log lines of the job carry its id. A failed job is retried, so only this line reports
          // it.
          await requestContext.run({ job: job.id, source: job.data }, () =>
            retryWhileUnavailable(() =>
              handler(job.data, { isLast: job.retryCount >= job.retryLimit }),
            ).catch((error: unknown) => {
              log.warn({ err: error, name, attempt: job.retryCount }, 'job failed')
              throw error
            }),
          )
        },
      )
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
