import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { connectDatabase, assertAppRole } from '#server/platform/database/database.ts'
import { createTestDatabase, withClient } from '#tests/support/database.ts'
import { callApiAt, runConcurrently, startProcess } from '#tests/support/processes.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { reportMeasurement, deadlineMs, durationSeconds, isChaosRun } from './duration.ts'
import { type WorkloadTeam, makeWorkloadTeam, startLoad, verifyLoad } from './load.ts'
import { whyPgbouncerUnavailable, openPgbouncer, type PgBouncer } from './pgbouncer.ts'

/**
 * The server behind PgBouncer in transaction mode with the shipped configuration (deploy/): two
 * processes with 200 connections each, on 20 of the database.
 */
const skipReason = whyPgbouncerUnavailable()
const connections = 200
const children: ChildProcess[] = []
const ports: { direct: number[]; pooled: number[] } = { direct: [], pooled: [] }
let database: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: PgBouncer
let workload: WorkloadTeam
beforeAll(async () => {
  if (skipReason) return
  database = await createTestDatabase()
  workload = await makeWorkloadTeam(database.ownerUrl)
  pooler = await openPgbouncer(database.ownerUrl)
  const settings = { DATABASE_DIRECT_URL: database.ownerUrl, RATE_LIMITS: 'off' }
  for (let n = 0; n < 2; n += 1) {
    // Without PgBouncer ten connections per process: the same twenty on the database.
    for (const [kind, url, size] of [
      ['direct', database.ownerUrl, 10],
      ['pooled', pooler.url, connections],
    ] as const) {
      const { child, port } = await startProcess(url, {
        isWorker: true,
        settings,
        maxConnections: size,
      })
      children.push(child)
      ports[kind].push(port)
    }
  }
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await pooler?.remove()
  await database?.drop()
})
const skipUnlessAvailable = (context: TestContext) =>
  context.skip(skipReason !== null, skipReason ?? '')
const longTimeout = { timeout: (durationSeconds(1) * 3 + 200) * 1_000 }

test(
  'pgbouncer: pooled connections run as laurel_app with its timeouts',
  longTimeout,
  async (context) => {
    skipUnlessAvailable(context)
    await withClient(pooler.url, async (client) => {
      const { rows } = await client.query(`select current_user as role, session_user as login,
          current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
          current_setting('max_parallel_workers_per_gather') as parallel_workers`)
      expect(rows).toEqual([
        {
          role: 'laurel_app',
          login: pooler.login,
          zone: 'UTC',
          statement: '15s',
          idle: '30s',
          jit: 'off',
          parallel_workers: '0',
        },
      ])
      for (const attempt of [
        'update wallets set balance = 1',
        'create table own (a int)',
        'set role laurel_owner',
        'alter role laurel_app bypassrls',
      ]) {
        await expect(client.query(`reset role; ${attempt}`), attempt).rejects.toMatchObject({
          code: expect.stringMatching(/^(42501|22023)$/) as string,
        })
        await expect(client.query(`set role none; ${attempt}`), attempt).rejects.toMatchObject({
          code: expect.stringMatching(/^(42501|22023)$/) as string,
        })
      }
    })
  },
)

test('pgbouncer: the server refuses to start with the owner role', longTimeout, async (context) => {
  skipUnlessAvailable(context)
  const owner = new URL(database.ownerUrl.replace('@/', '@socket/'))
  const careless = await openPgbouncer(database.ownerUrl, (ini) =>
    ini
      .replace('auth_type = scram-sha-256', 'auth_type = any')
      .replace(
        /^laurel = .+$/m,
        (line) => `${line} user=${owner.username} password=${owner.password}`,
      ),
  )
  const db = connectDatabase({ url: careless.url, maxConnections: 1 })
  try {
    await expect(assertAppRole(db)).rejects.toThrow(/did not arrive/)
  } finally {
    await db.close()
    await careless.remove()
  }
})

test(
  'pgbouncer: all kinds of work continue while the pooler restarts',
  longTimeout,
  async (context) => {
    skipUnlessAvailable(context)
    const load = startLoad(workload, () => ports.pooled.map((port) => `http://127.0.0.1:${port}`))
    const token = workload.members[0]?.token ?? ''
    const stream = new AbortController()
    const events = await fetch(`http://127.0.0.1:${ports.pooled[0]}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stream.signal,
    })
    let received = ''
    const reading = (async () => {
      for await (const chunk of events.body ?? [])
        received += new TextDecoder().decode(chunk as Uint8Array)
    })().catch(() => {})
    await load.waitForAck()
    let worst = 0
    for (
      const end = performance.now() + durationSeconds(1) * 1_000;
      worst === 0 || performance.now() < end;
    ) {
      await pooler.stop()
      await pooler.start()
      worst = Math.max(worst, await load.waitForAck())
      // The other process may detect a moment later that the database is back.
      for (const port of ports.pooled)
        await waitUntil('it is ready', () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
      // More concurrent reads than the database has connections, in one statement and in several.
      const paths = [
        '/posts',
        '/config',
        '/users',
        '/leaderboards',
        '/reports/values',
        '/shop/rewards',
      ]
      const read = await runConcurrently(120, (n) =>
        callApiAt(ports.pooled[n % 2], 'GET', paths[n % paths.length] ?? '', token),
      )
      expect(read.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
    }
    await waitUntil('events arrive past it', () => /posts:/.test(received))
    stream.abort()
    await reading
    await load.finish()
    reportMeasurement('pgbouncer: restarted, and acknowledged again after ms, at worst', worst)
    reportMeasurement(
      'pgbouncer: acknowledged and there',
      `${load.posts.size + load.deleted.size} posts, ${load.purchases.size} purchases`,
    )
    await verifyLoad(database.ownerUrl, workload, load)
    const { rows } = await withClient(database.ownerUrl, (owner) =>
      owner.query<{ used: number }>(
        'select count(*)::int as used from pg_stat_activity where usename = $1',
        [pooler.login],
      ),
    )
    expect(rows[0]?.used).toBeLessThanOrEqual(20)
    expect(load.posts.size).toBeGreaterThan(0)
    expect(worst).toBeLessThan(deadlineMs(10_000))
  },
)

test(
  'pgbouncer: creating a post costs little more than without it',
  longTimeout,
  async (context) => {
    skipUnlessAvailable(context)
    const measureCreatePosts = async (kind: keyof typeof ports): Promise<number> => {
      let createdCount = 0
      const untilMs = performance.now() + durationSeconds(1) * 250
      await runConcurrently(64, async (n) => {
        const giver = workload.members[n % workload.members.length]
        const to = workload.members[(n + 1) % workload.members.length]
        while (performance.now() < untilMs) {
          const { status } = await callApiAt(
            ports[kind][n % 2],
            'POST',
            '/posts',
            giver?.token ?? '',
            {
              to_id: [to?.user_id],
              value_id: workload.team.value_id,
              score: 1,
              description: 'Thank you for the help',
            },
          )
          expect(status).toBe(200)
          createdCount += 1
        }
      })
      return createdCount
    }
    await measureCreatePosts('direct')
    await measureCreatePosts('pooled')
    const rates = { direct: 0, pooled: 0 }
    // Alternating, so that a busy moment of the machine affects both.
    for (const kind of ['direct', 'pooled', 'pooled', 'direct'] as const)
      rates[kind] += await measureCreatePosts(kind)
    reportMeasurement(
      'pgbouncer: gives a second without it',
      rates.direct / (durationSeconds(1) / 2),
    )
    reportMeasurement(
      'pgbouncer: gives a second through it',
      rates.pooled / (durationSeconds(1) / 2),
    )
    reportMeasurement('pgbouncer: of a hundred', (100 * rates.pooled) / rates.direct)
    // A short run says nothing about speed, so it only requires progress.
    expect(rates.pooled).toBeGreaterThan(isChaosRun ? rates.direct * 0.6 : 0)
  },
)
