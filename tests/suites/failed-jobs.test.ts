import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { historyImportWorker } from '#server/modules/history-imports/worker.ts'
import { importWorker } from '#server/modules/imports/worker.ts'
import { peopleSyncWorker } from '#server/modules/people-sync/worker.ts'
import {
  defineJobWorker,
  type WorkerDefinition,
} from '#server/platform/background/define-worker.ts'
import { type JobName, requeueJobs } from '#server/platform/background/jobs.ts'
import { startWorkerGroup } from '#server/platform/background/start-workers.ts'
import { workspaceExportWorker } from '#server/workflows/workspace-exports/worker.ts'
import { withClient } from '#tests/support/database.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { loadHistory, toHistoryFile, uploadHistory } from '#tests/support/history-imports.ts'
import { loadSyncRun, sendPeopleFile } from '#tests/support/people-sync.ts'
import { setupTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createListImport, loadListImport, startListImport } from '#tests/support/user-imports.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { requestExport } from '#tests/support/workspace-exports.ts'

/** Jobs whose process is killed in their last attempt, which pg-boss fails without our code. */
const t = setupTestApp(() => ({ at: new Date(), jobs: true }))
const other = setupTestApp(() => ({ at: new Date(), jobs: true }))

/** Takes the only open job of a queue as its last attempt would, without a heartbeat since. */
async function killLastAttempt({ ownerUrl }: TestApp, name: JobName): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now(),
          heartbeat_on = now() - interval '1 hour'
        where name = $1 and state = 'created' returning id`,
      [name],
    )
    expect(rows).toHaveLength(1)
    await client.query('update pgboss.queue set monitor_on = null')
    const boss = new PgBoss({
      connectionString: ownerUrl,
      migrate: false,
      supervise: false,
      schedule: false,
      max: 2,
    })
    await boss.start()
    await boss.supervise(name)
    await boss.stop({ graceful: false })
    await waitUntil('pg-boss failed the job', async () => {
      const { rowCount } = await client.query(
        `select from pgboss.job where id = $1 and state = 'failed'`,
        [rows[0]?.id],
      )
      return rowCount === 1
    })
  })
}

/** Kills the last attempt of a job, then starts its worker and waits until its row has failed. */
async function expectFailed(
  worker: WorkerDefinition & { job: JobName },
  load: () => Promise<{ state: string } | undefined>,
): Promise<void> {
  const before = (await load())?.state
  await killLastAttempt(t, worker.job)
  expect((await load())?.state).toBe(before)
  const group = await startWorkerGroup(t.services, [worker])
  await waitUntil('the row has failed', async () => (await load())?.state !== before, 15_000)
  await group.stop()
  expect((await load())?.state).toBe('failed')
}

test('a killed people sync fails and lets the next one run', async () => {
  const team = await makeTeam(t)
  const file = 'Email,First name\nlisted@example.test,Lia\n'
  const { body } = await sendPeopleFile(t, team, file)
  expect((await sendPeopleFile(t, team, file)).status).toBe(409)
  await expectFailed(peopleSyncWorker, () => loadSyncRun(t, team, body.id))
  expect(await loadSyncRun(t, team, body.id)).toMatchObject({ code: 'unknown' })
  const inbox = await t.call('inbox.list', { token: team.admin.token })
  expect(inbox.body.items).toMatchObject([{ kind: 'people_sync_stopped' }])
  expect((await sendPeopleFile(t, team, file)).status).toBe(200)
})

test('a killed import of posts fails and can be checked again', async () => {
  const team = await makeTeam(t)
  const { email } = team.admin
  const { body } = await uploadHistory(t, team, toHistoryFile(`2024-03-05,${email},a@b.test,1,T,,`))
  const check = () =>
    t.call('history_imports.check', { token: team.admin.token, params: { id: body.id } })
  await check()
  expect((await check()).status).toBe(409)
  await expectFailed(historyImportWorker, async () => (await loadHistory(t, team, body.id)).import)
  expect((await check()).status).toBe(200)
})

test('a killed import of people fails and tells who started it', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'email\nlisted@example.test\n')
  await startListImport(t, team, id)
  await expectFailed(importWorker, () => loadListImport(t, team, id))
  const inbox = await t.call('inbox.list', { token: team.admin.token })
  expect(inbox.body.items).toMatchObject([{ kind: 'import_finished' }])
})

test('a killed export fails and makes room for another one', async () => {
  const team = await makeTeam(t)
  await requestExport(t, team)
  const list = () => t.call('workspace_exports.list', { token: team.admin.token })
  await expectFailed(workspaceExportWorker, async () => (await list()).body[0])
  expect((await list()).body).toMatchObject([{ code: 'unexpected' }])
  expect((await requestExport(t, team)).status).toBe(200)
})

test('a last attempt that throws ends the row of its job once', async () => {
  const { workspace_id: workspaceId } = await makeTeam(other)
  const { db, jobs } = other.services
  const id = crypto.randomUUID()
  const data = { workspace_id: workspaceId, import_id: id, export_id: id }
  await db.tenant(workspaceId, async (trx) => {
    await jobs.send(trx, 'export_workspace', data)
    await jobs.send(trx, 'run_history_import', data)
  })
  await withClient(other.ownerUrl, (client) =>
    client.query(
      `update pgboss.job set state = 'retry', started_on = now(), retry_count = retry_limit - 1
        where name = 'run_history_import' and data = $1`,
      [data],
    ),
  )
  const error = new Error('no space left')
  const failed: string[] = []
  const defineFailing = (job: 'export_workspace' | 'run_history_import') =>
    defineJobWorker({
      name: job,
      job,
      run: () => Promise.reject(error),
      fail: (_services, one, reason) => {
        expect([one, reason]).toEqual([data, error])
        failed.push(job)
        return Promise.resolve()
      },
    })
  const group = await startWorkerGroup(other.services, [
    defineFailing('export_workspace'),
    defineFailing('run_history_import'),
  ])
  await waitUntil('the first and the last attempt have ended', () =>
    withClient(other.ownerUrl, async (client) => {
      const { rows } = await client.query<{ job: string }>(
        `select name || ' ' || state as job from pgboss.job where data = $1 order by name`,
        [data],
      )
      // No dead letter, which could end the row after a person has started it again.
      return (
        rows.map(({ job }) => job).join() === 'export_workspace retry,run_history_import completed'
      )
    }),
  )
  await group.stop()
  expect(failed).toEqual(['run_history_import'])
})

test('a failed job changes nothing while its work is queued again', async () => {
  const { db, jobs } = other.services
  const { workspace_id: workspaceId } = await makeTeam(other)
  const data = { workspace_id: workspaceId, import_id: crypto.randomUUID() }
  const send = () => db.tenant(workspaceId, (trx) => jobs.send(trx, 'run_import', data))
  await send()
  await killLastAttempt(other, 'run_import')
  await send()
  const failed: object[] = []
  await jobs.workDeadLetters('run_import', (one) => Promise.resolve(void failed.push(one)))
  await waitUntil('the dead letter is done', () =>
    withClient(other.ownerUrl, async (client) => {
      const { rowCount } = await client.query(
        `select from pgboss.job where name = 'run_import_failed' and state = 'completed'`,
      )
      return rowCount === 1
    }),
  )
  expect(failed).toEqual([])
})

test('a restored backup keeps the jobs whose last attempt failed', async () => {
  const data = { workspace_id: crypto.randomUUID(), run_id: crypto.randomUUID() }
  const jobs = [{ name: 'run_people_sync_failed', data }]
  await withClient(other.ownerUrl, async (client) => {
    expect(await requeueJobs(client, jobs)).toBe(1)
    const { rows } = await client.query('select name, data from pgboss.job where data = $1', [data])
    expect(rows).toEqual(jobs)
  })
})
