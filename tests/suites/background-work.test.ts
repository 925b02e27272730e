import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { withClient } from '#tests/support/database.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { releaseProcess, startProcess } from '#tests/support/processes.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** Workers of another process with the real clock: idle, woken by a commit, and on time. */
let t: TestApp
let team: Team
let worker: ChildProcess
beforeAll(async () => {
  t = await startTestApp({ at: new Date() })
  team = await makeTeam(t)
  worker = (await startProcess(t.ownerUrl, { isWorker: true })).child
}, 60_000)
afterAll(async () => {
  if (worker) await releaseProcess(worker)
  await t?.close()
})

const enqueue = (sendsAt: Date) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    enqueueMails(
      trx,
      team.workspace_id,
      [
        {
          kind: 'second_factor',
          params: { news: 'added' },
          to: 'ada@example.test',
          language: 'en',
          sends_at: sendsAt,
        },
      ],
      new Date(),
    ),
  )
const readMails = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select(['state', 'next_at', 'sent_at'])
      .where('workspace_id', '=', team.workspace_id)
      .orderBy('id')
      .execute(),
  )
/** Waits until all mails are sent. Returns the delay of the last one in milliseconds. */
async function waitForMails(): Promise<number> {
  await waitUntil(
    'all mails are sent',
    async () => (await readMails()).every((row) => row.state === 'sent'),
    30_000,
  )
  const last = (await readMails()).at(-1)
  return (last?.sent_at?.getTime() ?? Infinity) - (last?.next_at.getTime() ?? 0)
}

test('sends a mail of another process within a second of its commit', async () => {
  // The first mail may find the worker at its start.
  await enqueue(new Date())
  await waitForMails()
  const delays: number[] = []
  for (let n = 0; n < 5; n += 1) {
    await enqueue(new Date())
    delays.push(await waitForMails())
  }
  expect(delays.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000)
})

test('sends a delayed mail when it is due', async () => {
  await enqueue(new Date(Date.now() + 12_000))
  const delay = await waitForMails()
  expect(delay).toBeGreaterThanOrEqual(0)
  expect(delay).toBeLessThan(2_000)
})

test('sends the mail of a killed process when its lease expires', async () => {
  await withClient(t.ownerUrl, (client) =>
    client.query(
      `insert into outbox (workspace_id, id, kind, to_address, language, params, next_at,
          created_at, leased_until)
        select workspace_id, gen_random_uuid(), kind, to_address, language,
          '{"news": "added"}', now(), now() - interval '1 second', now() + interval '2 seconds'
        from outbox where workspace_id = $1 limit 1`,
      [team.workspace_id],
    ),
  )
  await waitForMails()
  const [last] = (await readMails()).toSorted((a, b) => Number(b.sent_at) - Number(a.sent_at))
  const delay = Number(last?.sent_at) - Number(last?.next_at)
  expect(delay).toBeGreaterThanOrEqual(1_900)
  // The next check of all queues is due within ten seconds.
  expect(delay).toBeLessThan(14_000)
})

test('sends a mail after the worker lost its database connections', async () => {
  await withClient(t.ownerUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and application_name = 'laurel events'`,
    ),
  )
  await enqueue(new Date())
  expect(await waitForMails()).toBeLessThan(5_000)
})
