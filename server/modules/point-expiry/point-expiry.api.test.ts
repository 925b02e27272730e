import { afterEach, beforeEach, expect, test } from 'vitest'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import {
  addBalance,
  inviteTokenOf,
  makeMember,
  makePost,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { callAs, makeFinanceTeam, redeemReward } from '#tests/support/liability.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'
import { deletePolicy } from './queries.ts'
import { takeDueSteps } from './worker.ts'

const t = setupTestApp()
afterEach(() => t.checkLedger())
let team: Team
let member: Member
beforeEach(async () => {
  t.clock.set(new Date('2026-01-10T12:00:00Z'))
  team = await makeFinanceTeam(t)
  member = await makeMember(t, team.workspace_id)
})

const goTo = (day: string) => t.clock.set(new Date(`${day}T12:00:00Z`))
const add = (points: number) => addBalance(t, member, points)
const setMonths = (months: number | null) =>
  t.call('point_expiry.set', { token: team.admin.token, body: { months } })
const run = () =>
  takeDueSteps(t.services.db, team.workspace_id, { at: t.clock.now(), stopped: () => false })
const readBalance = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    findWalletBalance(trx, team.workspace_id, member.user_id),
  )
/** Lists the mails about points that expire. */
async function listMails(): Promise<string[]> {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('outbox').set({ next_at: t.clock.now() }).execute(),
  )
  await processOutbox(t.services)
  return t.mails.filter((mail) => mail.to === member.email).map((mail) => mail.subject)
}

/** Expects a warning of all points of the member, and their expiry at the end of February 2027. */
async function expectExpiryInFebruary(points: number): Promise<void> {
  goTo('2027-02-21')
  await run()
  expect(await listMails()).toContainEqual(expect.stringContaining(`${points} of your points`))
  goTo('2027-03-01')
  await run()
  expect(await readBalance()).toBe(0)
}

test('points do not expire until a team insists on it', async () => {
  await add(100)
  goTo('2036-01-10')
  await run()
  expect(await readBalance()).toBe(100)
})

test('the expiry begins in 90 days at the earliest, also when it becomes shorter', async () => {
  expect((await setMonths(24)).body).toEqual({ months: 24, first_day: '2026-04-30' })
  goTo('2026-01-20')
  expect((await setMonths(36)).body).toEqual({ months: 36, first_day: '2026-04-30' })
  goTo('2026-02-05')
  expect((await setMonths(12)).body).toEqual({ months: 12, first_day: '2026-05-31' })
  expect((await setMonths(null)).body).toEqual({ months: null, first_day: null })
  const entries = await listAuditDetails(t, team, 'point_expiry.update')
  expect(entries).toHaveLength(4)
})

test.each([
  [11, 'out_of_range'],
  [61, 'out_of_range'],
  [12.5, 'wrong_format'],
])('an expiry after %d months is refused', async (months, code) => {
  expect((await setMonths(months)).codes).toEqual([code])
})

test('the oldest points expire, without those that are spent or young', async () => {
  await setMonths(12)
  await add(100)
  await makePost(t, team.admin, [member], team.value_id, 20)
  // Spent points are the oldest ones.
  const { token } = team.admin
  const reward = await t.call('rewards.create', { token, body: { title: 'Tea', price: 30 } })
  const params = { id: reward.body.id }
  const bought = await t.call('shop.redeem', { token: member.token, params, body: {} })
  await t.call('rewards.fulfil', { token, params: { id: bought.body.id }, body: {} })
  goTo('2026-02-01')
  await add(7)
  goTo('2027-01-31')
  await run()
  expect(await readBalance()).toBe(97)
  goTo('2027-02-01')
  await run()
  await run()
  // All of January is gone: 120 received, 30 spent.
  expect(await readBalance()).toBe(7)
  goTo('2027-03-01')
  await run()
  expect(await readBalance()).toBe(0)
})

test('an interrupted or missed expiry is made up for later', async () => {
  await setMonths(12)
  await add(100)
  goTo('2027-02-01')
  await takeDueSteps(t.services.db, team.workspace_id, {
    at: t.clock.now(),
    stopped: () => true,
  })
  expect(await readBalance()).toBe(100)
  goTo('2027-04-15')
  await run()
  expect(await readBalance()).toBe(0)
})

test('people are warned 90, 30 and 7 days before, each time once', async () => {
  await setMonths(12)
  await add(40)
  const warnings = async (day: string) => {
    goTo(day)
    await run()
    await run()
    return (await listMails()).length
  }
  expect(await warnings('2026-11-01')).toBe(0)
  expect(await warnings('2026-11-02')).toBe(1)
  expect(await warnings('2026-12-31')).toBe(1)
  expect(await warnings('2027-01-01')).toBe(2)
  expect(await warnings('2027-01-23')).toBe(2)
  expect(await warnings('2027-01-24')).toBe(3)
  expect(await warnings('2027-02-10')).toBe(3)
})

test('a shorter expiry warns again on a day whose warnings were sent', async () => {
  goTo('2025-04-10')
  await add(40)
  goTo('2026-01-10')
  await setMonths(24)
  goTo('2026-01-30')
  await run()
  expect(await listMails()).toHaveLength(0)
  expect((await setMonths(12)).body.first_day).toBe('2026-04-30')
  goTo('2026-01-31')
  await run()
  expect(await listMails()).toEqual([expect.stringContaining('40 of your points')])
})

test('a warning says how many points expire, by mail and inbox', async () => {
  await setMonths(12)
  await add(40)
  goTo('2026-02-02')
  await add(5)
  goTo('2027-01-24')
  await run()
  expect(await listMails()).toContainEqual(expect.stringContaining('40 of your points'))
  expect(t.mails.at(-1)?.text).toContain('/rewards')
})

const decline = (id: string) =>
  callAs(t, team.admin, 'rewards.decline', { params: { id }, body: { reason: 'None left' } })

test.each(['declined', 'taken back'])(
  'points of a purchase that is %s after the last warning stay a month',
  async (how) => {
    await setMonths(12)
    await add(40)
    const id = await redeemReward(t, team, member, 30)
    goTo('2026-06-10')
    if (how === 'taken back')
      await callAs(t, team.admin, 'rewards.fulfil', { params: { id }, body: {} })
    goTo('2027-01-24')
    await run()
    expect(await listMails()).toContainEqual(expect.stringContaining('10 of your points'))
    goTo('2027-01-28')
    await decline(id)
    expect(await readBalance()).toBe(40)
    goTo('2027-02-01')
    await run()
    expect(await readBalance()).toBe(30)
    await expectExpiryInFebruary(30)
  },
)

test('a purchase that begins and ends after the warning keeps no points', async () => {
  await setMonths(12)
  await add(40)
  goTo('2027-01-24')
  await run()
  goTo('2027-01-26')
  const id = await redeemReward(t, team, member, 30)
  expect(await readBalance()).toBe(10)
  goTo('2027-01-28')
  await decline(id)
  expect(await readBalance()).toBe(40)
  goTo('2027-02-01')
  await run()
  expect(await readBalance()).toBe(0)
})

test('leavers keep their points until their own rules end them', async () => {
  await setMonths(12)
  await add(40)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: member.user_id },
    body: { state: 'deactivated' },
  })
  goTo('2027-02-01')
  await run()
  expect(await readBalance()).toBe(40)
})

test('points of a leaver who joins again after the last warning stay a month', async () => {
  await setMonths(12)
  await add(40)
  const setState = (state: 'deactivated' | 'pending') =>
    callAs(t, team.admin, 'users.update', { params: { id: member.user_id }, body: { state } })
  goTo('2027-01-20')
  await setState('deactivated')
  goTo('2027-01-24')
  await run()
  goTo('2027-01-28')
  await setState('pending')
  await listMails()
  // The mail to the leaver is sent at the same time, so either may be the last one.
  const invite = t.mails.find(({ to, text }) => to === member.email && text.includes('accept#'))
  const [link = ''] = /http\S+accept#\S+/.exec(invite?.text ?? '') ?? []
  const accepted = await t.call('auth.accept_invite', { body: { token: inviteTokenOf(link) } })
  expect(accepted.status).toBe(200)
  goTo('2027-02-01')
  await run()
  expect(await readBalance()).toBe(40)
  await expectExpiryInFebruary(40)
})

test('points stay when the expiry is switched off during its night', async () => {
  await setMonths(12)
  await add(100)
  goTo('2027-02-02')
  const { db } = t.services
  const readSnapshot = db.readSnapshot.bind(db)
  // The nightly run has read the expiry and its steps, and takes no points yet.
  let reads = 0
  db.readSnapshot = async (workspaceId, work) => {
    const result = await readSnapshot(workspaceId, work)
    reads += 1
    if (reads === 2)
      await db.tenant(team.workspace_id, (trx) => deletePolicy(trx, team.workspace_id))
    return result
  }
  try {
    await run()
  } finally {
    db.readSnapshot = readSnapshot
  }
  expect(await readBalance()).toBe(100)
})
