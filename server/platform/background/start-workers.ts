import { minuteMs, secondMs } from '#contract/durations.ts'
import type { Services } from '#server/platform/services.ts'
import type {
  IntervalWorker,
  JobWorker,
  NightlyWorker,
  QueueWorker,
  WorkerDefinition,
} from './define-worker.ts'
import type { JobData, JobName } from './jobs.ts'
import { runNightly } from './nightly.ts'
import { type Poller, startPoller } from './poller.ts'
import { startQueueScheduler } from './queue-scheduler.ts'

/** Interval between two checks whether the hour of nightly work has come. */
const nightlyCheckMs = 10 * minuteMs
/** Wait of a stopping process for its jobs. pg-boss gives the rest to other processes. */
const jobGraceMs = 10 * secondMs

type Stoppable = { stop(): Promise<void> }

/** Starts the workers of queues, which sleep until their scheduler wakes them. */
function startQueueWorkers(services: Services, workers: QueueWorker[]): Stoppable {
  if (!workers.length) return { stop: () => Promise.resolve() }
  const pollers = new Map<string, Poller>()
  for (const { queue, name, run } of workers) {
    pollers.set(
      queue,
      startPoller(null, name, services.log, async (stopped) => {
        const more = await run(services, stopped)
        scheduler?.lookSoon()
        return more === true
      }),
    )
  }
  const scheduler = startQueueScheduler(services, pollers)
  return {
    async stop() {
      await scheduler.stop()
      await Promise.all([...pollers.values()].map((poller) => poller.stop()))
      await Promise.all(workers.flatMap((worker) => worker.drain?.(services) ?? []))
    },
  }
}

function startIntervalWorker(services: Services, worker: IntervalWorker): Stoppable {
  const poller = startPoller(worker.everyMs, worker.name, services.log, async (stopped) => {
    return (await worker.run(services, stopped)) === true
  })
  return {
    async stop() {
      await poller.stop()
      await worker.drain?.(services)
    },
  }
}

function startNightlyWorker(services: Services, worker: NightlyWorker): Poller {
  return startPoller(nightlyCheckMs, worker.name, services.log, async (stopped) => {
    await runNightly(services, worker, stopped)
  })
}

/** Starts the jobs of a kind. On shutdown an interrupted job is queued again. */
async function startJobWorker<N extends JobName>(
  services: Services,
  { job, run, fail }: JobWorker<N>,
): Promise<Stoppable> {
  let isStopped = false
  const running = new Set<Promise<unknown>>()
  const track = (work: Promise<void>): Promise<void> => {
    const ended = work.catch(() => {}).finally(() => running.delete(ended))
    running.add(ended)
    return work
  }
  const runAttempt = async (data: JobData[N]): Promise<void> => {
    const finished = await run(services, data, { stopped: () => isStopped })
    if (finished === false)
      await services.db.tenant(data.workspace_id, (trx) => services.jobs.send(trx, job, data))
  }
  await services.jobs.work(
    job,
    (data) => track(runAttempt(data)),
    fail && ((data, error) => track(fail(services, data, error))),
  )
  if (fail)
    await services.jobs.workDeadLetters(job, (data) =>
      fail(services, data, new Error('The last attempt did not end.')),
    )
  return {
    async stop() {
      isStopped = true
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, jobGraceMs).unref()
      })
      await Promise.race([Promise.all(running), late])
    },
  }
}

/** Starts the background work of a server process. `stop` waits for current runs. */
export async function startWorkerGroup(
  services: Services,
  definitions: readonly WorkerDefinition[],
): Promise<Stoppable> {
  const needed = definitions.filter((worker) => worker.isNeeded?.(services) ?? true)
  const started: Stoppable[] = [
    startQueueWorkers(
      services,
      needed.filter((worker) => 'queue' in worker),
    ),
  ]
  for (const worker of needed) {
    if ('everyMs' in worker) started.push(startIntervalWorker(services, worker))
    else if ('nightlyAtHourUtc' in worker) started.push(startNightlyWorker(services, worker))
    else if ('job' in worker) started.push(await startJobWorker(services, worker as JobWorker))
  }
  return {
    async stop() {
      await Promise.all(started.map((worker) => worker.stop()))
    },
  }
}
