import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requeueJobs } from '#server/platform/background/jobs.ts'
import { withClient } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import {
  createDataFolder,
  freezeDatabase,
  canListProcesses,
  type Server,
  startServer,
} from './server.ts'
import { embeddedOwnerUrl } from '#tests/support/embedded-database.ts'
import { type WorkloadTeam, makeWorkloadTeam, startLoad, verifyLoad } from './load.ts'
import { reportMeasurement, deadlineMs, durationSeconds } from './duration.ts'

/**
 * PostgreSQL is frozen under load (SIGSTOP of all its processes): every connection stays open, and
 * nothing responds.
 */
const { dataDir, remove } = createDataFolder()
let server: Server
let workload: WorkloadTeam
let unfreeze = () => {}
beforeAll(async () => {
  server = startServer(dataDir, await findFreePort())
  await server.ready
  workload = await makeWorkloadTeam(embeddedOwnerUrl(dataDir))
})
afterAll(async () => {
  unfreeze()
  await server?.stop()
  await remove()
})

const probe = async (path: string, init?: RequestInit) => {
  const from = performance.now()
  const response = await fetch(`${server.url}${path}`, init)
  const body = (await response.json()) as { reason?: string; errors?: { code: string }[] }
  return {
    status: response.status,
    said: body.reason ?? body.errors?.[0]?.code,
    ms: performance.now() - from,
  }
}
/** Opens an event stream and records its events. */
async function openEventStream(token: string) {
  const leave = new AbortController()
  const response = await fetch(`${server.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  const page = {
    heard: '',
    leave: async () => {
      leave.abort()
      await reading
    },
  }
  const reading = (async () => {
    for await (const chunk of response.body ?? [])
      page.heard += new TextDecoder().decode(chunk as Uint8Array)
  })().catch(() => {})
  await waitUntil('a page is open', () => page.heard.includes('event: open'))
  return page
}

/**
 * Enqueues a mail and a job that become due during the freeze. Returns a check that both are done.
 */
async function enqueueDueWork(workspaceId: string): Promise<() => Promise<boolean>> {
  const url = embeddedOwnerUrl(dataDir)
  await withClient(url, async (client) => {
    await client.query(
      `insert into outbox (workspace_id, id, kind, to_address, language, params, next_at,
        created_at)
      values ($1, gen_random_uuid(), 'address_changed', 'somebody@example.test', 'en', '{}',
        now() + interval '1 second', now())`,
      [workspaceId],
    )
    await requeueJobs(client, [{ name: 'refresh_billing', data: { workspace_id: workspaceId } }])
  })
  return () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ open: number }>(
        `select (select count(*) from outbox where workspace_id = $1 and kind = 'address_changed'
          and state = 'waiting')::int
      + (select count(*) from pgboss.job where name = 'refresh_billing'
        and state <> 'completed')::int as open`,
        [workspaceId],
      )
      return rows[0]?.open === 0
    })
}

test.skipIf(!canListProcesses)(
  'database-stopped: requests fail fast while the database is frozen',
  { timeout: (durationSeconds(3) * 4 + 240) * 1_000 },
  async () => {
    const { admin, workspace_id: workspaceId } = workload.team
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    const calls = [
      () => probe('/api/config', { headers }),
      () => probe('/api/posts', { headers }),
      () => probe('/api/settings', { method: 'PUT', headers, body: '{"limit":100000}' }),
    ]
    const page = await openEventStream(admin.token)
    const load = startLoad(workload, () => [server.url])
    await load.waitForAck()
    await waitUntil('news are heard', () => page.heard.includes('posts:'))
    const isWorkDone = await enqueueDueWork(workspaceId)

    const began = performance.now()
    unfreeze = freezeDatabase(dataDir)
    // Early requests wait until the heartbeat detects the freeze, but none for long.
    const first = await Promise.all(calls.map((call) => call()))
    const worstFirst = Math.max(...first.map((one) => one.ms))
    await waitUntil('/readyz tells', async () => (await probe('/readyz')).status === 503)
    expect(await probe('/readyz')).toMatchObject({ status: 503, said: 'database' })
    expect((await probe('/healthz')).status).toBe(200)
    const later: number[] = []
    do {
      for (const call of calls) {
        const { status, said, ms } = await call()
        expect([status, said]).toEqual([503, 'unavailable'])
        later.push(ms)
      }
      await sleep(20)
    } while (performance.now() - began < durationSeconds(3) * 1_000)
    const lostBefore = load.lost
    expect(lostBefore).toBeGreaterThan(0)

    unfreeze()
    const recoveryMs = await load.waitForAck()
    await waitUntil(
      '/readyz tells that it is back',
      async () => (await probe('/readyz')).status === 200,
    )
    reportMeasurement('database-stopped: refused within ms, at first', worstFirst)
    reportMeasurement('database-stopped: refused within ms, later', Math.max(...later))
    reportMeasurement('database-stopped: back after ms', recoveryMs)
    expect(first.map((one) => [one.status, one.said])).toEqual(
      first.map(() => [503, 'unavailable']),
    )
    expect(worstFirst).toBeLessThan(deadlineMs(5_000))
    expect(Math.max(...later)).toBeLessThan(deadlineMs(500))
    expect(recoveryMs).toBeLessThan(deadlineMs(5_000))
    // The LISTEN connection, the outbox and the jobs work again.
    const eventsBefore = page.heard.length
    await waitUntil('news are heard again', () => page.heard.slice(eventsBefore).includes('posts:'))
    await waitUntil('mail and jobs go on', isWorkDone)
    await load.finish()
    await page.leave()
    await verifyLoad(embeddedOwnerUrl(dataDir), workload, load)
  },
)
