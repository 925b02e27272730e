// No sandbox (decision 040): the data is ours, and a thread starts in a tenth of the time of a process.
import { Worker } from 'node:worker_threads'
import { throwRefusal } from '#server/platform/errors.ts'
import { createFairQueue } from '#server/platform/sandbox/fair-queue.ts'
import { computeGroups, type GroupsInput, type GroupsResult } from './compute-groups.ts'

/** Few pairs are computed at once: they take about 10 ms (docs/reports.md). */
const pairsAtOnceMax = 1_000
const timeoutMs = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

/** One computation of each workspace, and one that waits. The next one fails with too_many. */
const queue = createFairQueue({
  maxConcurrent: 2,
  maxConcurrentPerKey: 1,
  maxWaiting: 20,
  maxWaitingPerKey: 1,
  waitMs: timeoutMs,
})

/** Runs `work` while no other computation of this workspace runs in this process. */
export async function withGroupsSlot<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const release = await queue.acquire(workspaceId)
  try {
    return await work()
  } finally {
    release()
  }
}

/** Computes groups in a thread of its own. Throws `unavailable` after too long or too much memory. */
function computeInThread(input: GroupsInput): Promise<GroupsResult> {
  const { promise, resolve, reject } = Promise.withResolvers<GroupsResult>()
  const worker = new Worker(new URL('./groups-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits,
    execArgv: [],
  })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the computation of groups ended early')))
  return promise
    .catch(() => throwRefusal('unavailable'))
    .finally(() => {
      clearTimeout(timer)
      void worker.terminate()
    })
}

/** Computes groups: a few pairs at once, more in a thread. The caller has a slot for more. */
export const runGroups = async (input: GroupsInput, pairs: number): Promise<GroupsResult> =>
  pairs <= pairsAtOnceMax ? computeGroups(input) : computeInThread(input)

/** Returns whether this number of pairs needs a thread, and so a slot. */
export const needsThread = (pairs: number): boolean => pairs > pairsAtOnceMax
