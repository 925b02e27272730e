import { minuteMs } from '#contract/durations.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { defineJobWorker, defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { JobData } from '#server/platform/background/jobs.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { applyRun } from './apply-run.ts'
import { checkRun } from './check-run.ts'
import { fetchPeopleFile } from './fetch-file.ts'
import {
  findRun,
  findSyncSettings,
  hasActiveRun,
  listDueSyncs,
  lockDueSchedule,
  lockRun,
  type RunRow,
  setNextRun,
} from './run-queries.ts'
import { createRun, failRun } from './service.ts'
import { findNextRun } from './settings.ts'
import { storeFile } from './store-file.ts'

const schedulesPerRun = 20

/**
 * Fetches and stores the file of a run outside any transaction, or fails the run. When two processes
 * do it, the second file or failure is dropped.
 */
async function fetchFile(services: Services, run: RunRow): Promise<void> {
  const { db, clock } = services
  const { workspace_id: workspaceId, id } = run
  const settings = await db.tenant(workspaceId, (trx) => findSyncSettings(trx, workspaceId))
  const fail = (code: string, detail = '') =>
    failRun(services, workspaceId, id, { code, detail, unlessRead: true })
  if (!settings || settings.source !== run.source) return fail('people_file_fetch', 'settings')
  try {
    const fetched = await fetchPeopleFile(services, settings)
    if ('problem' in fetched) return await fail('people_file_fetch', fetched.problem)
    const { file, name: fileName } = fetched
    if (!file.length) return await fail('file_unreadable')
    await storeFile(services, { workspaceId, file, fileName, at: clock.now() }, async (trx) => {
      const locked = await lockRun(trx, workspaceId, id)
      return locked?.state === 'checking' && locked.read_at === null ? id : undefined
    })
  } catch (error) {
    const code = error instanceof Refusal ? error.list[0]?.code : undefined
    if (code === undefined || code === 'too_many' || code === 'unavailable') throw error
    await fail(code)
  }
}

/** Continues a run until it ends or `stopped` is true. Returns whether nothing is left to do. */
export async function runPeopleSync(
  services: Services,
  { workspace_id: workspaceId, run_id: runId }: JobData['run_people_sync'],
  stopped: () => boolean = () => false,
): Promise<boolean> {
  const { db, events } = services
  const load = () => db.tenant(workspaceId, (trx) => findRun(trx, workspaceId, runId))
  let run = await load()
  if (run?.state === 'checking' && run.read_at === null) {
    await fetchFile(services, run)
    run = await load()
  }
  if (run?.state === 'checking') {
    const { isOver, inboxes } = await checkRun(services, run, stopped)
    publishInboxChanged({ events }, workspaceId, inboxes)
    if (!isOver) return false
    run = await load()
  }
  if (run?.state !== 'applying') return true
  const { isOver, inboxes } = await applyRun(services, run, stopped)
  publishInboxChanged({ events }, workspaceId, inboxes)
  return isOver
}

/** Fails a run after its last attempt, so that it does not block later runs. */
async function markSyncFailed(
  services: Services,
  { workspace_id: workspaceId, run_id: runId }: JobData['run_people_sync'],
  error: unknown,
): Promise<void> {
  const detail = error instanceof Error ? error.message : String(error)
  await failRun(services, workspaceId, runId, { code: 'unknown', detail })
}

/** Checks and applies files of people. On shutdown another process continues a run. */
export const peopleSyncWorker = defineJobWorker({
  name: 'people-sync',
  job: 'run_people_sync',
  run: (services, data, { stopped }) => runPeopleSync(services, data, stopped),
  fail: markSyncFailed,
})

/** Starts the run of a schedule that is due, with the rights of who set it up. */
async function startScheduledRun(services: Services, workspaceId: string): Promise<void> {
  const { db, clock, jobs } = services
  await db.tenant(workspaceId, async (trx) => {
    const at = clock.now()
    const { timezone } = await lockSettings(trx, workspaceId)
    const settings = await lockDueSchedule(trx, workspaceId, at)
    if (!settings) return
    await setNextRun(trx, workspaceId, findNextRun(settings, timezone, at))
    // The file of a run that takes long is fetched again at the next time.
    if (await hasActiveRun(trx, workspaceId)) return
    const { source, coverage, updated_by: userId } = settings
    const actor = { workspace_id: workspaceId, user_id: userId, kind: 'session' } as const
    const id = await createRun(trx, { source, coverage, dry_run: false, actor, at })
    await jobs.send(trx, 'run_people_sync', { workspace_id: workspaceId, run_id: id })
  })
}

/** Starts the runs whose time has come, in all workspaces. Returns whether more are due. */
export async function startScheduledRuns(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<boolean> {
  const due = await listDueSyncs(services.db.global, services.clock.now(), schedulesPerRun)
  const done = await forEachDue(
    due,
    {
      log: services.log,
      message: 'people sync was not started',
      describe: (workspaceId) => ({ workspace: workspaceId }),
      stopped,
    },
    (workspaceId) => startScheduledRun(services, workspaceId),
  )
  return done > 0 && due.length === schedulesPerRun && !stopped()
}

/** Starts scheduled runs. Safe with several processes: each time starts one run. */
export const peopleSyncScheduleWorker = defineWorker({
  name: 'people-sync-schedule',
  everyMs: minuteMs,
  run: startScheduledRuns,
})
