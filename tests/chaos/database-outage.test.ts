import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { callApiAt, startProcess } from '#tests/support/processes.ts'
import { type TcpProxy, openTcpProxy } from './tcp-proxy.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { reportMeasurement, deadlineMs, durationSeconds } from './duration.ts'

/**
 * The database is unreachable, once silent and once refusing connections: requests fail fast,
 * `/readyz` reports it, and the server recovers.
 */
const t = setupTestApp(() => ({ at: new Date(), jobs: true }))
/** A silent database takes a few seconds to detect; a refused connection is detected at once. */
const outageSeconds = { silent: durationSeconds(3), down: durationSeconds(1) }
let proxy: TcpProxy
let child: ChildProcess
let port: number
let team: Team
let member: Member
beforeAll(async () => {
  proxy = await openTcpProxy(t.ownerUrl)
  ;({ child, port } = await startProcess(proxy.url, { isWorker: true }))
  team = await makeTeam(t, { limit: 100_000 })
  member = await makeMember(t, team.workspace_id)
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await proxy?.close()
})

const probe = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return {
    status: response.status,
    body: (await response.json()) as { reason?: string },
    retry: response.headers.get('retry-after'),
    store: response.headers.get('cache-control'),
  }
}
const createPost = (key: string) =>
  callApiAt<{ id: string }>(
    port,
    'POST',
    '/posts',
    team.admin.token,
    {
      to_id: [member.user_id],
      value_id: team.value_id,
      score: 1,
      description: 'Thank you very much',
    },
    key,
  )
const measure = async <T>(work: Promise<T>): Promise<{ ms: number; answer: T }> => {
  const start = performance.now()
  const result = await work
  return { ms: performance.now() - start, answer: result }
}

/** Opens an event stream and records its events. */
async function openEventStream() {
  const leave = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${member.token}` },
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

type MeasuredPost = Awaited<ReturnType<typeof measure<Awaited<ReturnType<typeof createPost>>>>>
function expectRefusedWithin(refusals: MeasuredPost[], ms: number): void {
  for (const { ms: took, answer: result } of refusals) {
    expect([result.status, result.codes]).toEqual([503, ['unavailable']])
    expect(took).toBeLessThan(deadlineMs(ms))
  }
}

async function expectNotReady(): Promise<void> {
  await waitUntil('/readyz tells', async () => (await probe('/readyz')).status === 503)
  expect(await probe('/readyz')).toMatchObject({
    body: { reason: 'database' },
    retry: '1',
    store: 'no-store',
  })
  expect((await probe('/healthz')).status).toBe(200)
}

/** Repeats a refused call until a time. Returns the longest duration in milliseconds. */
async function callUntil(end: number, text: string): Promise<number> {
  const later: number[] = []
  do {
    const { ms, answer: result } = await measure(createPost(text))
    expect([result.status, result.codes]).toEqual([503, ['unavailable']])
    later.push(ms)
    await new Promise((resolve) => setTimeout(resolve, 20))
  } while (performance.now() < end)
  return Math.max(...later)
}

const countWaitingMails = async () =>
  (
    await t.services.db.tenant(team.workspace_id, (trx) =>
      sql`select 1 from outbox where workspace_id = ${team.workspace_id}
        and kind = 'address_changed' and state = 'waiting'`.execute(trx),
    )
  ).rows.length
const countOpenJobs = async () =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from pgboss.job where name = 'refresh_billing'
          and state <> 'completed'`.execute(t.services.db.global)
  ).rows[0]?.n ?? 0

/** Enqueues a mail and a job, as another process that still reaches the database. */
async function enqueueMailAndJob(): Promise<void> {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    enqueueMails(
      trx,
      team.workspace_id,
      [{ kind: 'address_changed', params: {}, to: member.email, language: 'en' }],
      new Date(),
    ),
  )
  await t.services.db.tenant(team.workspace_id, (trx) =>
    t.services.jobs.send(trx, 'refresh_billing', { workspace_id: team.workspace_id }),
  )
}

/** Asserts that requests repeated with the same keys have one effect each. */
async function expectOneEffect(state: string, count: number): Promise<void> {
  const repeat = () =>
    Promise.all(
      Array.from(
        { length: count },
        async (_, n) => (await createPost(`${state} first ${n}`)).body.id,
      ),
    )
  const ids = await repeat()
  expect(new Set(ids).size).toBe(count)
  expect(await repeat()).toEqual(ids)
}

/** Asserts that the LISTEN connection, the outbox and the jobs work again. */
async function expectWorkResumed(page: Awaited<ReturnType<typeof openEventStream>>): Promise<void> {
  const eventsBefore = page.heard.length
  await waitUntil('news are heard again', async () => {
    await callApiAt(port, 'PUT', '/settings', team.admin.token, { limit: 100_000 })
    return page.heard.slice(eventsBefore).includes('config')
  })
  await waitUntil('mail goes out', async () => (await countWaitingMails()) === 0)
  await waitUntil('the job is done', async () => (await countOpenJobs()) === 0)
}

test.each(['silent', 'down'] as const)(
  'database-away: requests fail fast until the database is back (%s)',
  async (state) => {
    const page = await openEventStream()
    expect((await probe('/readyz')).status).toBe(200)
    expect((await createPost(`${state} before`)).status).toBe(200)
    await waitUntil('news are heard', () => page.heard.includes('posts:'))

    proxy.set(state)
    const began = performance.now()
    // Requests in flight at the start of the outage also fail.
    const first = await Promise.all(
      Array.from({ length: 30 }, (_, n) => measure(createPost(`${state} first ${n}`))),
    )
    expectRefusedWithin(first, 5_000)
    await expectNotReady()
    const worst = await callUntil(began + outageSeconds[state] * 1_000, `${state} later`)
    expect(worst).toBeLessThan(deadlineMs(500))
    await enqueueMailAndJob()
    expect(await countOpenJobs()).toBe(1)

    proxy.set('up')
    const recoveryMs = await waitUntil(
      'back',
      async () => (await createPost(`${state} later`)).status === 200,
    )
    expect(recoveryMs).toBeLessThan(deadlineMs(5_000))
    await waitUntil(
      '/readyz tells that it is back',
      async () => (await probe('/readyz')).status === 200,
    )
    reportMeasurement(
      `${state}: refused within ms, at first`,
      Math.max(...first.map((one) => one.ms)),
    )
    reportMeasurement(`${state}: refused within ms, later`, worst)
    reportMeasurement(`${state}: back after ms`, recoveryMs)
    await expectOneEffect(state, first.length)
    await expectWorkResumed(page)
    await page.leave()
    await t.checkLedger()
  },
  240_000 + 2_000 * outageSeconds.silent,
)
