import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { PayrollDraft, PayrollRun } from '#contract/schemas/payroll.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { fulfilByAdmin } from '#server/modules/purchases/service.ts'
import { authenticate, isActor } from '#server/platform/auth/sessions.ts'
import { makeReward } from '#tests/support/concurrent-calls.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makePayrollRun } from '#tests/support/payroll.ts'
import { serverErrors, setupTwoProcesses } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Runs that are locked while purchases are fulfilled and taken back, over two server processes. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

const range = () => {
  const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
  return { from: yesterday, to: yesterday }
}

/** Returns a function that fulfills purchases as transactions of yesterday that commit now. */
async function makeFulfil({ workspace_id: workspaceId, admin }: Team) {
  const actor = await authenticate(t.services.db, admin.token, new Date(), 'local')
  if (!isActor(actor)) throw new Error('no session')
  return (id: string) =>
    fulfilByAdmin(
      t.services,
      actor,
      id,
      { note: '', code: '', force: false },
      {
        workspace_id: workspaceId,
        user_id: admin.user_id,
        key: null,
        hash: Buffer.alloc(32),
        at: new Date(Date.now() - dayMs),
      },
    )
}

async function redeem(buyer: Member, rewardId: string): Promise<string> {
  const path = `/shop/rewards/${rewardId}`
  return (await callAlternately<Purchase>('POST', path, buyer.token, {})).body.id
}

/** Locks the draft of yesterday. Returns the codes of the answer, none after success. */
async function lockYesterday(team: Team): Promise<string[]> {
  const { from, to } = range()
  const { token } = team.admin
  const path = `/payroll-runs/draft?from=${from}&to=${to}`
  const draft = await callAlternately<PayrollDraft>('GET', path, token)
  const body = { from, to, country: null, hash: draft.body.hash }
  const locked = await callAlternately<PayrollRun>('POST', '/payroll-runs', token, body)
  expect(serverErrors([draft, locked])).toEqual([])
  return locked.codes
}

const listLines = (team: Team) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('payroll_lines')
      .select(['purchase_id', 'corrects', 'value_minor', 'name'])
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )

async function makeRaceTeam(points: number) {
  const team = await makeTeam(t)
  await makePayrollRun(t, team)
  await t.call('point_worths.create', {
    token: team.admin.token,
    body: { currency: 'EUR', hundred_points_minor: 1_000, valid_from: range().from },
  })
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, points)
  const reward = await makeReward(t, team, { price: 10, available_amount: 100 })
  return { team, buyer, reward, fulfil: await makeFulfil(team) }
}

test('runs take each purchase once while purchases are fulfilled and taken back', async () => {
  const { team, buyer, reward, fulfil } = await makeRaceTeam(1_000)
  const purchases: string[] = []
  for (let n = 0; n < 30; n += 1) purchases.push(await redeem(buyer, reward.id))
  const [returned, early, late] = [
    purchases.slice(0, 5),
    purchases.slice(0, 10),
    purchases.slice(10),
  ]
  const fulfilAll = async (ids: string[]) => {
    for (const id of ids) await fulfil(id)
  }
  await fulfilAll(early)
  const lockOften = async () => {
    for (let n = 0; n < 6; n += 1) await lockYesterday(team)
  }
  const takeBack = async () => {
    const reason = { reason: 'Lost' }
    for (const id of returned)
      await callAlternately('DELETE', `/rewards/purchases/${id}`, team.admin.token, reason)
  }
  await Promise.all([lockOften(), lockOften(), fulfilAll(late), takeBack()])
  await lockYesterday(team)
  expect(await lockYesterday(team)).toEqual(['payroll_empty'])
  const lines = await listLines(team)
  for (const id of purchases.slice(5))
    expect(lines.filter((line) => line.purchase_id === id)).toMatchObject([
      { corrects: null, value_minor: 100 },
    ])
  // Today's corrections follow in the run of today.
  const today = new Date().toISOString().slice(0, 10)
  const path = `/payroll-runs/draft?from=${today}&to=${today}`
  const { body: draft } = await callAlternately<PayrollDraft>('GET', path, team.admin.token)
  const sortIds = (rows: { purchase_id: string }[]) => rows.map((row) => row.purchase_id).toSorted()
  expect(sortIds(draft.first_lines)).toEqual(
    sortIds(lines.filter((line) => returned.includes(line.purchase_id))),
  )
  expect(draft.first_lines.every((line) => line.correction && line.value_minor === -100)).toBe(true)
  const { body: runs } = await t.call('payroll_runs.list', { token: team.admin.token })
  const numbers = runs.items.map((run) => run.number)
  expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index))
})

test('an erasure during the lock leaves no name in a run', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { team, buyer, reward, fulfil } = await makeRaceTeam(10)
    await fulfil(await redeem(buyer, reward.id))
    const erase = callAlternately('DELETE', `/users/${buyer.user_id}`, team.admin.token)
    await Promise.all([lockYesterday(team), lockYesterday(team), erase])
    await lockYesterday(team)
    expect(await listLines(team)).toMatchObject([{ name: '', value_minor: 100 }])
  }
})
