import type { JobData, JobName } from './jobs.ts'
import type { WorkQueue } from './queues.ts'
import type { Services } from '#server/platform/services.ts'

/** One run. Long work checks `stopped`. Returns true when more work is waiting. */
type RunWorker = (services: Services, stopped: () => boolean) => Promise<boolean | number | void>

type WorkerBase = {
  /** The name in log lines. */
  name: string
  /** Returns whether these settings need the worker. Always, if absent. */
  isNeeded?: (services: Services) => boolean
}
/** Runs as soon as rows of a queue are due. Rows are leased, so that processes share the work. */
export type QueueWorker = WorkerBase & {
  queue: WorkQueue
  run: RunWorker
  /** Waits for work that a run has started, when the process stops. */
  drain?: (services: Services) => Promise<void>
}
/** Runs in every process, with a pause after each run. */
export type IntervalWorker = WorkerBase & {
  everyMs: number
  run: RunWorker
  /** Ends what runs have left open, when the process stops. */
  drain?: (services: Services) => Promise<void>
}
/** Runs once a night in one process of all. `name` is also the name of its lock. */
export type NightlyWorker = WorkerBase & { nightlyAtHourUtc: number; run: RunWorker }
/** Runs jobs of pg-boss. A job that returns false was interrupted and is queued again. */
export type JobWorker<N extends JobName = JobName> = WorkerBase & {
  job: N
  run: (
    services: Services,
    data: JobData[N],
    { stopped }: { stopped: () => boolean },
  ) => Promise<boolean | void>
  /**
   * Ends the row of a job whose last attempt threw, if it is still in progress. Also called when
   * the process died in that attempt. The queue of the job needs a queue for dead letters.
   */
  fail?: (services: Services, data: JobData[N], error: unknown) => Promise<void>
}

/**
 * Defines background work: its trigger, and the work of one run. `server/workers.ts` lists all
 * definitions; tests call `run` directly.
 */
export const defineWorker = <W extends QueueWorker | IntervalWorker | NightlyWorker>(
  worker: W,
): W => worker
export const defineJobWorker = <N extends JobName>(worker: JobWorker<N>): JobWorker<N> => worker

export type WorkerDefinition =
  | QueueWorker
  | IntervalWorker
  | NightlyWorker
  | { [N in JobName]: JobWorker<N> }[JobName]
