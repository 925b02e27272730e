import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fromKysely, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
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
/** Ends the row of a job that gets no further attempt, if it is still in progress. */
type EndFailedJob<N extends JobName> = (data: JobData[N], error: unknown) => Promise<void>

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
type QueueOptions = Omit<Queue, 'name'>
/**
 * Maximum number of jobs that a process works on at a time, each of another workspace: the long list
 * of one does not hold up the others. Not for jobs that keep the database or a core busy.
 */
const concurrentJobs: Partial<Record<JobName, number>> = {
  run_import: 3,
  run_people_sync: 3,
  run_history_import: 3,
  export_workspace: 3,
  refresh_billing: 3,
}
const queues: Record<JobName, QueueOptions> = {
  run_import: { ...listQueueOptions, deadLetter: 'run_import_failed' },
  run_people_sync: { ...listQueueOptions, deadLetter: 'run_people_sync_failed' },
  run_history_import: { ...listQueueOptions, deadLetter: 'run_history_import_failed' },
  export_workspace: { ...listQueueOptions, deadLetter: 'export_workspace_failed' },
  erase_workspace: defaultQueueOptions,
  refresh_billing: defaultQueueOptions,
  compute_groups: { ...defaultQueueOptions, retryLimit: 2 },
}
/** Jobs of one workspace wait for each other, in all processes. */
const groupOf = ({ workspace_id: id }: { workspace_id: string }) => ({ group: { id } })
/**
 * pg-boss copies a job here when its last attempt fails, also when it was the last attempt of a
 * process that died, where no code of ours runs. A job needs this if it leaves a row in progress.
 */
const deadLetterQueues = Object.fromEntries(
  Object.values(queues).flatMap(({ deadLetter }) =>
    deadLetter ? [[deadLetter, defaultQueueOptions]] : [],
  ),
)
/** All queues, those of dead letters first, as the others refer to them. */
const allQueues: Record<string, QueueOptions> = { ...deadLetterQueues, ...queues }
/** The interval for finding jobs of dead processes and due retries, in seconds. */
const pollingIntervalS = 10
/** The interval of workers that need not find these in time: a new job wakes them at once. */
const idleIntervalS = 60
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
      for (const [name, options] of Object.entries(allQueues)) {
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
  const known = jobs.filter((job) => job.name in allQueues)
  for (const { name, data } of known)
    await boss.send(name, data, {
      ...groupOf(data as JobData[JobName]),
      db: { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) },
    })
  return known.length
}

export type Jobs = {
  /** Enqueues a job in the transaction of its cause: the job exists if and only if that commits. */
  send<N extends JobName>(trx: Trx, name: N, data: JobData[N]): Promise<void>
  /** With `fail`, a job whose last attempt throws is done once `fail` has ended its row. */
  work<N extends JobName>(
    name: N,
    handler: (data: JobData[N]) => Promise<void>,
    fail?: EndFailedJob<N>,
  ): Promise<void>
  /** Handles jobs whose last attempt failed, unless another job with the same data is open. */
  workDeadLetters<N extends JobName>(
    name: N,
    handler: (data: JobData[N]) => Promise<void>,
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

const openStates = ['created', 'retry', 'active']
async function hasOpenJob(boss: PgBoss, name: JobName, data: object): Promise<boolean> {
  const jobs = await boss.findJobs(name, { data })
  return jobs.some(({ state }) => openStates.includes(state))
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
  const workQueue = <N extends JobName>(
    queue: string,
    intervalS: number,
    handler: (data: JobData[N]) => Promise<void>,
    { fail, workers = 1 }: { fail?: EndFailedJob<N> | undefined; workers?: number } = {},
  ) =>
    boss.work(
      queue,
      {
        batchSize: 1,
        localConcurrency: workers,
        groupConcurrency: 1,
        pollingIntervalSeconds: intervalS,
        notifyPollingIntervalSeconds: intervalS,
        includeMetadata: true,
      },
      async ([job]: JobWithMetadata<JobData[N]>[]) => {
        if (!job) return
        const { data, retryCount, retryLimit } = job
        // Log lines of the job carry its id. A failed job is retried, so only this line reports
        // it.
        await requestContext.run({ job: job.id, source: data }, () =>
          retryWhileUnavailable(() => handler(data)).catch(async (error: unknown) => {
            const isLast = retryCount >= retryLimit
            const level = isLast ? 'error' : 'warn'
            log[level]({ err: error, name: queue, attempt: retryCount }, 'job failed')
            if (!isLast || !fail) throw error
            await retryWhileUnavailable(() => fail(data, error))
          }),
        )
      },
    )
  return {
    async send(trx, name, data) {
      await boss.send(name, data, { ...groupOf(data), db: fromKysely(trx) })
    },
    async work(name, handler, fail) {
      await workQueue(name, pollingIntervalS, handler, { fail })
      const workers = (concurrentJobs[name] ?? 1) - 1
      if (workers) await workQueue(name, idleIntervalS, handler, { fail, workers })
    },
    async workDeadLetters(name, handler) {
      const { deadLetter } = queues[name]
      if (!deadLetter) throw new Error(`no queue for dead letters of ${name}`)
      await workQueue<typeof name>(deadLetter, idleIntervalS, async (data) => {
        if (!(await hasOpenJob(boss, name, data))) await handler(data)
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
