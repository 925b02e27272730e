import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { connect, mustActAsApp } from '#server/platform/database.ts'
import { freshDatabase, withClient } from '../database.ts'
import { askAt, many, startProcess } from '../two.ts'
import { until } from '../until.ts'
import { figure, promised_ms, seconds, soaking } from './lengths.ts'
import { type Crowd, makeCrowd, startLoad, verify } from './load.ts'
import { missing, openPooler, type Pooler } from './pgbouncer.ts'

/**
 * The server behind PgBouncer in transaction mode, as deploy/ ships it: two processes of 200
 * connections each, on 20 of the database.
 */
const reason = missing()
const connections = 200
const children: ChildProcess[] = []
const ports: { direct: number[]; pooled: number[] } = { direct: [], pooled: [] }
let database: Awaited<ReturnType<typeof freshDatabase>>
let pooler: Pooler
let crowd: Crowd
beforeAll(async () => {
  if (reason) return
  database = await freshDatabase()
  crowd = await makeCrowd(database.ownerUrl)
  pooler = await openPooler(database.ownerUrl)
  const settings = JSON.stringify({ DATABASE_DIRECT_URL: database.ownerUrl, RATE_LIMITS: 'off' })
  for (let n = 0; n < 2; n += 1) {
    // Ten connections each without it: the same twenty of the database.
    for (const [kind, url, size] of [
      ['direct', database.ownerUrl, 10],
      ['pooled', pooler.url, connections],
    ] as const) {
      const { child, port } = await startProcess(url, 'work', settings, String(size))
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
const here = (context: TestContext) => context.skip(reason !== null, reason ?? '')
const long = { timeout: (seconds(1) * 3 + 200) * 1_000 }

test(
  'pgbouncer: whoever comes through it is laurel_app, within its limits, and no more',
  long,
  async (context) => {
    here(context)
    await withClient(pooler.url, async (client) => {
      const { rows } = await client.query(`select current_user as role, session_user as login,
          current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`)
      expect(rows).toEqual([
        {
          role: 'laurel_app',
          login: pooler.login,
          zone: 'UTC',
          statement: '15s',
          idle: '30s',
          jit: 'off',
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

test(
  'pgbouncer: with the owner’s login, whose options it drops, the server does not start',
  long,
  async (context) => {
    here(context)
    const owner = new URL(database.ownerUrl.replace('@/', '@socket/'))
    const careless = await openPooler(database.ownerUrl, (ini) =>
      ini
        .replace('auth_type = scram-sha-256', 'auth_type = any')
        .replace(
          /^laurel = .+$/m,
          (line) => `${line} user=${owner.username} password=${owner.password}`,
        ),
    )
    const db = connect({ url: careless.url, connections_max: 1 })
    try {
      await expect(mustActAsApp(db)).rejects.toThrow(/did not arrive/)
    } finally {
      await db.close()
      await careless.remove()
    }
  },
)

test(
  'pgbouncer: work of all kinds goes on through it, also while it is restarted, and nothing is lost',
  long,
  async (context) => {
    here(context)
    const load = startLoad(crowd, () => ports.pooled.map((port) => `http://127.0.0.1:${port}`))
    const token = crowd.members[0]?.token ?? ''
    const stream = new AbortController()
    const events = await fetch(`http://127.0.0.1:${ports.pooled[0]}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stream.signal,
    })
    let heard = ''
    const reading = (async () => {
      for await (const piece of events.body ?? [])
        heard += new TextDecoder().decode(piece as Uint8Array)
    })().catch(() => {})
    await load.again()
    let worst = 0
    for (
      const end = performance.now() + seconds(1) * 1_000;
      worst === 0 || performance.now() < end;
    ) {
      await pooler.stop()
      await pooler.start()
      worst = Math.max(worst, await load.again())
      // The other process may learn a moment later that its database is back.
      for (const port of ports.pooled)
        await until('it is ready', () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
      // Many at once, more than the database has connections for: reading, in one statement and in
      // several.
      const paths = [
        '/posts',
        '/config',
        '/users',
        '/leaderboards',
        '/reports/values',
        '/shop/rewards',
      ]
      const read = await many(120, (n) =>
        askAt(ports.pooled[n % 2], 'GET', paths[n % paths.length] ?? '', token),
      )
      expect(read.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
    }
    await until('events arrive past it', () => /posts:/.test(heard))
    stream.abort()
    await reading
    await load.finish()
    figure('pgbouncer: restarted, and acknowledged again after ms, at worst', worst)
    figure(
      'pgbouncer: acknowledged and there',
      `${load.posts.size + load.deleted.size} posts, ${load.purchases.size} purchases`,
    )
    await verify(database.ownerUrl, crowd, load)
    const { rows } = await withClient(database.ownerUrl, (owner) =>
      owner.query<{ used: number }>(
        'select count(*)::int as used from pg_stat_activity where usename = $1',
        [pooler.login],
      ),
    )
    expect(rows[0]?.used).toBeLessThanOrEqual(20)
    expect(load.posts.size).toBeGreaterThan(0)
    expect(worst).toBeLessThan(promised_ms(10_000))
  },
)

test('pgbouncer: giving points costs little more than without it', long, async (context) => {
  here(context)
  const give = async (kind: keyof typeof ports): Promise<number> => {
    let given = 0
    const until_ms = performance.now() + seconds(1) * 250
    await many(64, async (n) => {
      const giver = crowd.members[n % crowd.members.length]
      const to = crowd.members[(n + 1) % crowd.members.length]
      while (performance.now() < until_ms) {
        const { status } = await askAt(ports[kind][n % 2], 'POST', '/posts', giver?.token ?? '', {
          to_id: [to?.user_id],
          value_id: crowd.team.value_id,
          score: 1,
          description: 'Thank you for the help',
        })
        expect(status).toBe(200)
        given += 1
      }
    })
    return given
  }
  await give('direct')
  await give('pooled')
  const rates = { direct: 0, pooled: 0 }
  // In turns, so that a busy moment of the machine meets both.
  for (const kind of ['direct', 'pooled', 'pooled', 'direct'] as const)
    rates[kind] += await give(kind)
  figure('pgbouncer: gives a second without it', rates.direct / (seconds(1) / 2))
  figure('pgbouncer: gives a second through it', rates.pooled / (seconds(1) / 2))
  figure('pgbouncer: of a hundred', (100 * rates.pooled) / rates.direct)
  // Moments say nothing about speed: there it is enough that it gives.
  expect(rates.pooled).toBeGreaterThan(soaking ? rates.direct * 0.6 : 0)
})
