import { dayMs } from '#contract/durations.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/test-app.ts'
import { makeMember } from '#tests/support/factories.ts'
import { assertBillingConsistent, startLocalBilling } from '#tests/support/local-billing.ts'
import {
  billingCallback,
  adminToken,
  loadLocalSubscription,
  listInvoices,
  listReceipts,
  loadBalance,
  addLocalCard,
  startSubscribedTeam,
} from '#tests/support/local-subscriptions.ts'

let t: TestApp
let turn: () => Promise<void>
beforeAll(async () => {
  ;({ t, runDueWork: turn } = await startLocalBilling())
})
afterEach(() => assertBillingConsistent(t))
afterAll(() => t?.close())

async function advanceTo(time: string | Date): Promise<void> {
  t.clock.set(new Date(time))
  await turn()
}

test('renews with a draft for an hour, then charges it under the next number', async () => {
  const team = await startSubscribedTeam(t, '2026-01-31T10:00:00Z')
  await advanceTo('2026-02-28T10:00:01Z')
  expect((await listInvoices(t, team))[0]).toMatchObject({
    label: 'draft',
    number: null,
    pdf_url: null,
    created: '2026-02-28T10:00:00.000Z',
    next_payment_attempt: '2026-02-28T11:00:00.000Z',
    period_end: '2026-03-31T10:00:00.000Z',
  })
  expect(await listReceipts(t, team)).toHaveLength(1)
  await advanceTo('2026-02-28T10:59:59Z')
  expect((await listInvoices(t, team))[0]?.label).toBe('draft')
  await advanceTo('2026-02-28T11:00:00Z')
  await advanceTo('2026-03-31T12:00:00Z')
  const start = team.workspace_id.slice(-8).toUpperCase()
  expect((await listInvoices(t, team)).map((one) => [one.label, one.number])).toEqual([
    ['paid', `${start}-0003`],
    ['paid', `${start}-0002`],
    ['paid', `${start}-0001`],
  ])
  expect((await listInvoices(t, team)).map((one) => one.period_start.slice(0, 10))).toEqual([
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
  ])
})

test('retries a failed payment after 1, 3, 5 and 7 days, then ends', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T10:00:00Z')
  await addLocalCard(t, team, 'fails_later')
  await advanceTo('2026-07-01T10:00:00Z')
  await advanceTo('2026-07-01T11:00:00Z')
  const failed = Date.parse('2026-07-01T11:00:00Z')
  for (const days of [1, 3, 5, 7]) {
    expect((await loadLocalSubscription(t, team)).open_invoice).toEqual({
      amount: 9_000,
      next_attempt_at: new Date(failed + days * dayMs).toISOString(),
    })
    await advanceTo(new Date(failed + days * dayMs - 1_000))
    expect((await loadLocalSubscription(t, team)).status).toBe('past_due')
    await advanceTo(new Date(failed + days * dayMs))
  }
  expect(await loadLocalSubscription(t, team)).toMatchObject({
    status: 'canceled',
    unpaid: true,
    ended_at: '2026-07-08T11:00:00.000Z',
  })
  expect((await listInvoices(t, team))[0]).toMatchObject({
    label: 'void',
    payment_failed: true,
    next_payment_attempt: null,
  })
})

test('keeps the retry schedule when a new card is declined', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T10:00:00Z')
  await addLocalCard(t, team, 'fails_later')
  await advanceTo('2026-07-01T11:00:00Z')
  const { open_invoice: openInvoice } = await loadLocalSubscription(t, team)
  await addLocalCard(t, team, 'fails_later')
  expect((await loadLocalSubscription(t, team)).open_invoice).toEqual(openInvoice)
  await addLocalCard(t, team, 'works')
  expect((await loadLocalSubscription(t, team)).status).toBe('active')
})

test('charges nothing for a long downtime and keeps the billing day', async () => {
  const team = await startSubscribedTeam(t, '2026-01-10T10:00:00Z')
  // The server was down from before the end of the period (10 February) until 20 May.
  await advanceTo('2026-05-20T10:00:00Z')
  const [draft, ...before] = await listInvoices(t, team)
  expect(before).toHaveLength(1)
  const share = Math.round((9_000 * 21) / 31)
  expect(draft).toMatchObject({
    label: 'draft',
    period_start: '2026-05-10T10:00:00.000Z',
    period_end: '2026-06-10T10:00:00.000Z',
    created: '2026-05-20T10:00:00.000Z',
    total: share,
  })
  expect(draft?.lines).toMatchObject([{ period_start: '2026-05-20T10:00:00.000Z', amount: share }])
  await advanceTo('2026-05-20T11:00:00Z')
  await advanceTo('2026-06-10T11:00:00Z')
  expect((await listReceipts(t, team)).map((one) => one.amount)).toEqual([9_000, share, 9_000])
})

test('charges the whole period after a downtime of a day', async () => {
  const team = await startSubscribedTeam(t, '2026-01-10T10:00:00Z')
  await advanceTo('2026-02-11T15:00:00Z')
  expect((await listReceipts(t, team)).map((one) => one.amount)).toEqual([9_000, 9_000])
})

test('settles the seats of the last period when a canceled subscription ends', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z')
  t.clock.set(new Date('2026-06-16T00:00:00Z'))
  for (let n = 0; n < 6; n += 1) await makeMember(t, team.workspace_id)
  await turn()
  await t.call('billing.cancel', { token: await adminToken(t, team), body: { reason: 'unused' } })
  const upcoming = (await t.call('billing.upcoming', { token: await adminToken(t, team) })).body
  expect(upcoming).toMatchObject({ total: 300, created: '2026-07-01T00:00:00.000Z' })
  await advanceTo('2026-07-01T00:00:00Z')
  expect(await loadLocalSubscription(t, team)).toMatchObject({
    status: 'canceled',
    ended_at: '2026-07-01T00:00:00.000Z',
  })
  expect((await listInvoices(t, team)).map((one) => [one.label, one.total])).toEqual([
    ['paid', 300],
    ['paid', 9_000],
  ])
})

test('returns the balance of an unpaid invoice and applies it to the next', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z', 'year')
  await t.call('billing.change_plan', { token: await adminToken(t, team), body: { plan: 'month' } })
  const left = 97_200 - 9_000
  expect(await loadBalance(t, team)).toBe(left)
  // The balance pays nine months and a part of the tenth; the card is declined for the rest.
  for (let month = 7; month <= 15; month += 1)
    await advanceTo(new Date(Date.UTC(2026, month - 1, 1, 2)))
  expect(await loadBalance(t, team)).toBe(left - 9 * 9_000)
  await addLocalCard(t, team, 'fails_later')
  await advanceTo('2027-04-01T02:00:00Z')
  expect((await listInvoices(t, team))[0]).toMatchObject({
    label: 'open',
    total: 9_000,
    balance_applied: 7_200,
    amount_due: 1_800,
  })
  await t.call('billing.cancel', { token: await adminToken(t, team), body: {} })
  expect(await loadBalance(t, team)).toBe(7_200)
  await addLocalCard(t, team, 'works')
  await t.call('billing.subscribe', {
    token: await adminToken(t, team),
    body: { plan: 'month', callback: billingCallback },
  })
  expect((await listInvoices(t, team))[0]).toMatchObject({
    label: 'paid',
    balance_applied: 7_200,
    amount_due: 1_800,
  })
})

test('charges exactly the previewed renewal and plan change', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z')
  t.clock.set(new Date('2026-06-11T00:00:00Z'))
  for (let n = 0; n < 8; n += 1) await makeMember(t, team.workspace_id)
  await turn()
  const shown = async (query = {}) => {
    const { body } = await t.call('billing.upcoming', { token: await adminToken(t, team), query })
    return (
      body && {
        lines: body.lines,
        subtotal: body.subtotal,
        total: body.total,
        balance_applied: body.balance_applied,
        amount_due: body.amount_due,
        created: body.created,
        period_end: body.period_end,
      }
    )
  }
  const coming = await shown()
  expect(coming?.lines.map((line) => line.description)).toEqual([
    'Monthly plan, 5 seats included',
    '4 additional seats',
    'Unused time of the monthly plan, 5 seats',
    'Remaining time of the monthly plan, 9 seats',
  ])
  await advanceTo('2026-07-01T02:00:00Z')
  expect((await listInvoices(t, team))[0]).toMatchObject({ ...coming, label: 'paid' })
  t.clock.set(new Date('2026-07-20T06:00:00Z'))
  for (const plan of ['year', 'month'] as const) {
    const change = await shown({ plan })
    await t.call('billing.change_plan', { token: await adminToken(t, team), body: { plan } })
    expect((await listInvoices(t, team))[0]).toMatchObject({ ...change, label: 'paid' })
  }
})

test('stores the reason of a cancellation until it is resumed', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z')
  const kept = () =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('local_subscriptions')
        .select(['cancel_reason', 'cancel_comment'])
        .where('workspace_id', '=', team.workspace_id)
        .executeTakeFirst(),
    )
  await t.call('billing.cancel', {
    token: await adminToken(t, team),
    body: { reason: 'missing_features', comment: 'No snow' },
  })
  expect(await kept()).toEqual({ cancel_reason: 'missing_features', cancel_comment: 'No snow' })
  await t.call('billing.resume', { token: await adminToken(t, team) })
  expect(await kept()).toEqual({ cancel_reason: null, cancel_comment: '' })
  // Any text is a reason (specification, section 7).
  await t.call('billing.cancel', {
    token: await adminToken(t, team),
    body: { reason: 'We move to the country' },
  })
  expect(await kept()).toEqual({ cancel_reason: 'We move to the country', cancel_comment: '' })
  for (const reason of ['', 'x'.repeat(501)])
    expect(
      (await t.call('billing.cancel', { token: await adminToken(t, team), body: { reason } }))
        .status,
    ).toBe(422)
})

test('keeps the payer data of an invoice from its finalization', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z')
  await t.call('billing.update_details', {
    token: await adminToken(t, team),
    body: { name: 'Later Ltd' },
  })
  await advanceTo('2026-07-01T02:00:00Z')
  const payers = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('local_invoices')
      .select('payer')
      .where('workspace_id', '=', team.workspace_id)
      .orderBy('id')
      .execute(),
  )
  expect(payers.map((one) => (one.payer as { name: string }).name)).toEqual([
    expect.stringMatching(/^Team/),
    'Later Ltd',
  ])
})

test('runs a delayed command at the later time and credits nothing twice', async () => {
  const team = await startSubscribedTeam(t, '2026-05-01T10:00:00Z')
  const customer = { workspace_id: team.workspace_id, ref: team.workspace_id }
  const change = (plan: 'month' | 'year', time: string) =>
    t.services.billing?.changePlan(customer, { plan, seats: 5 }, new Date(time), plan + time)
  await change('year', '2026-05-01T10:00:00.010Z')
  await change('month', '2026-05-01T10:00:00.100Z')
  // The clocks of two servers differ, or this command was delayed.
  await change('year', '2026-05-01T10:00:00.060Z')
  await change('month', '2026-05-01T10:00:00.100Z')
  const lines = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('local_invoice_lines')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .where('kind', '=', 'unused')
      .orderBy('id')
      .execute(),
  )
  for (const line of lines)
    expect(line.period_end.getTime() - line.period_start.getTime()).toBeLessThanOrEqual(366 * dayMs)
  expect(lines.filter((line) => line.plan === 'month').map((line) => line.amount_cents)).toEqual([
    -9000, -9000,
  ])
})
