import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { assertBillingConsistent } from '#tests/support/local-billing.ts'
import {
  callApiAt,
  releaseProcess,
  runConcurrently,
  startProcess,
} from '#tests/support/processes.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/**
 * Local billing over two server processes on one database, whose workers use the real clock
 * (promises 5, 14).
 */
const dayMs = 86_400_000
const callbackUrl = 'http://localhost:3000/settings/billing/overview'
let t: TestApp
const servers: { child: ChildProcess; port: number }[] = []
async function startServer(isWorker: boolean): Promise<{ child: ChildProcess; port: number }> {
  const one = await startProcess(t.ownerUrl, { isWorker })
  servers.push(one)
  return one
}
beforeAll(async () => {
  t = await startTestApp({ at: new Date(), jobs: true })
  await Promise.all([startServer(false), startServer(false)])
}, 60_000)
afterAll(async () => {
  for (const { child } of servers) await releaseProcess(child)
  await t?.close()
})
afterEach(() => assertBillingConsistent(t))

let processIndex = 0
const callAlternately = <T>(method: string, path: string, token: string | null, body?: unknown) =>
  callApiAt<T>(servers[(processIndex += 1) % 2]?.port, method, path, token, body)
/** Creates a team after its trial, with a card. */
async function makePayer(kind: 'works' | 'fails_later' = 'works'): Promise<Team> {
  const team = await makeTeam(t)
  const at = new Date()
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await trx
      .updateTable('workspaces')
      .set({ trial_ends_at: at })
      .where('id', '=', team.workspace_id)
      .execute()
    await saveCard(
      trx,
      { workspace_id: team.workspace_id, purpose: 'subscription', created_by: null },
      'local',
      { ref: `local:${kind}`, brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2040 },
      at,
    )
  })
  return team
}
const subscribe = (team: Team, plan = 'month') =>
  callAlternately<{ session_url: string }>('POST', '/billing/subscription', team.admin.token, {
    plan,
    callback: callbackUrl,
  })
const billingRows = (team: Team) =>
  t.services.db.tenant(team.workspace_id, async (trx) => ({
    subscriptions: await trx
      .selectFrom('local_subscriptions')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
    invoices: await trx
      .selectFrom('local_invoices')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .orderBy('id')
      .execute(),
    charges: await trx
      .selectFrom('local_charges')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .orderBy('id')
      .execute(),
  }))
const withOwner = <T>(work: (client: pg.Client) => Promise<T>) => withClient(t.ownerUrl, work)
/** Moves the current period of these teams into the past: renewal is due. */
const expirePeriods = (teams: Team[]) =>
  withOwner(async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select workspace_id, id, anchor - interval '31 days 3 hours' as anchor,
        period_start - interval '31 days 3 hours' as period_start,
        (anchor at time zone 'UTC' - interval '31 days 3 hours' + interval '1 month')
          at time zone 'UTC' as period_end, now() - interval '3 hours' as due_at
      from local_subscriptions where workspace_id = any($1)`,
      [teams.map((team) => team.workspace_id)],
    )
    for (const row of rows)
      await client.query(
        `update local_subscriptions
        set anchor = $3, period_start = $4, period_end = $5, due_at = $6
        where workspace_id = $1 and id = $2`,
        [
          row['workspace_id'],
          row['id'],
          row['anchor'],
          row['period_start'],
          row['period_end'],
          row['due_at'],
        ],
      )
  })
const countCharges = (teams: Team[]) =>
  withOwner(
    async (client) =>
      (
        await client.query<{ n: number }>(
          `select count(*)::int as n from local_charges where workspace_id = any($1)
            and invoice_id is not null`,
          [teams.map((team) => team.workspace_id)],
        )
      ).rows[0]?.n ?? 0,
  )

test('20 concurrent subscribers create one subscription and one charge', async () => {
  const team = await makePayer()
  const replies = await runConcurrently(20, (n) => subscribe(team, n % 2 ? 'month' : 'year'))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['conflict']))
  const { subscriptions, invoices, charges } = await billingRows(team)
  expect([subscriptions.length, invoices.length, charges.length]).toEqual([1, 1, 1])
}, 60_000)

test('20 concurrent returns to one page create one charge', async () => {
  const team = await makeTeam(t)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: new Date() })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  const token = (await subscribe(team)).body.session_url.split('/checkout/')[1]
  const replies = await runConcurrently(20, () =>
    callAlternately<{ redirect_url: string }>('POST', '/checkout/session/card', null, {
      token,
      number: '4242424242424242',
      expiry: '12/40',
      cvc: '123',
    }),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect((await billingRows(team)).charges).toHaveLength(1)

  const otherTeam = await makePayer()
  const { workspace_id: workspaceId } = otherTeam
  const [card] = await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('cards')
      .select(['id', 'provider_ref as ref'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
  )
  await callAlternately('GET', '/billing/invoices', otherTeam.admin.token)
  const order = {
    plan: 'month',
    seats: 5,
    trial_ends_at: null,
    lifetime: false,
    promo: null,
  } as const
  expect(
    new Set(
      await runConcurrently(
        20,
        (n) =>
          t.services.billing?.subscribe(
            { workspace_id: workspaceId, ref: workspaceId },
            order,
            card ?? { id: '', ref: '' },
            new Date(),
            `key-${n}`,
          ) ?? Promise.resolve(false),
      ),
    ),
  ).toEqual(new Set([true]))
  expect((await billingRows(otherTeam)).charges).toHaveLength(1)
}, 60_000)

test('concurrent plan changes create as many charges as changes', async () => {
  const team = await makePayer()
  await subscribe(team)
  const replies = await runConcurrently(6, () =>
    callAlternately<{ interval: string }>('PUT', '/billing/subscription', team.admin.token, {
      plan: 'year',
    }),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 6 }, () => 200))
  const { invoices, charges } = await billingRows(team)
  expect([invoices.length, charges.length]).toEqual([2, 2])
  await runConcurrently(4, (n) =>
    callAlternately('PUT', '/billing/subscription', team.admin.token, {
      plan: n % 2 ? 'year' : 'month',
    }),
  )
  expect(new Set((await billingRows(team)).invoices.map((one) => one.status))).toEqual(
    new Set(['paid']),
  )
}, 60_000)

test('the last use of a promotion code goes to one of 20 teams', async () => {
  await withOwner((client) =>
    client.query(
      "insert into promo_codes (code, percent, times, created_at) values ('SINGLE', 50, 1, now())",
    ),
  )
  const teams = await runConcurrently(20, () => makePayer())
  const replies = await Promise.all(
    teams.map((team) =>
      callAlternately('POST', '/billing/subscription', team.admin.token, {
        plan: 'month',
        callback: callbackUrl,
        promo: 'single',
      }),
    ),
  )
  expect(replies.map((reply) => reply.codes.join()).toSorted((a, b) => a.localeCompare(b))).toEqual(
    ['', ...Array.from({ length: 19 }, () => 'promo_invalid')],
  )
  expect(await countCharges(teams)).toBe(1)
}, 60_000)

test('30 teams renew once under four concurrent billing workers', async () => {
  const teams = await runConcurrently(30, () => makePayer())
  for (const team of teams) expect((await subscribe(team)).status).toBe(200)
  await expirePeriods(teams)
  const turnOf = async () => {
    while (await t.services.billing?.processDue?.(new Date()));
  }
  const seats = (team: Team) =>
    t.services.billing?.changeSeats(
      { workspace_id: team.workspace_id, ref: team.workspace_id },
      7,
      new Date(),
      'seats',
    )
  await Promise.all([startServer(true), turnOf(), turnOf(), ...teams.slice(0, 5).map(seats)])
  await waitUntil('half of them have paid', async () => (await countCharges(teams)) === 60, 45_000)
  for (const team of teams) {
    const { invoices, charges } = await billingRows(team)
    expect([invoices.map((one) => one.status), charges.length]).toEqual([['paid', 'paid'], 2])
  }
  // The job copies the subscription state to our tables.
  await waitUntil(
    'all periods are of today',
    async () =>
      (
        await withOwner((client) =>
          client.query(
            'select 1 from subscriptions where workspace_id = any($1) and period_end < now()',
            [teams.map((team) => team.workspace_id)],
          ),
        )
      ).rowCount === 0,
    30_000,
  )
  servers.pop()?.child.kill('SIGKILL')
}, 120_000)

test('killed billing workers still renew each team exactly once', async () => {
  const teams = await runConcurrently(60, () => makePayer())
  for (const team of teams) expect((await subscribe(team)).status).toBe(200)
  for (const team of teams.slice(0, 10)) await makeMember(t, team.workspace_id)
  await expirePeriods(teams)
  for (let kill = 1; kill <= 3; kill += 1) {
    const { child } = await startServer(true)
    const before = await countCharges(teams)
    await waitUntil(
      'one more has paid',
      async () => (await countCharges(teams)) > before || (await countCharges(teams)) === 120,
      45_000,
    )
    child.kill('SIGKILL')
    servers.pop()
  }
  await startServer(true)
  // Work claimed by the killed workers is available again when its lease ends.
  await waitUntil('all have paid', async () => (await countCharges(teams)) === 120, 60_000)
  for (const team of teams) expect((await billingRows(team)).charges).toHaveLength(2)
  expect(
    Date.parse(
      (
        await callAlternately<{ current_period_end: string }>(
          'GET',
          '/billing/subscription',
          teams[0]?.admin.token ?? '',
        )
      ).body.current_period_end,
    ),
  ).toBeGreaterThan(Date.now() + 20 * dayMs)
}, 240_000)
