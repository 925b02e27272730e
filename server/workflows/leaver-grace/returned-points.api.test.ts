import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createLeaverTeam } from '#tests/support/leavers.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { endDueGraces } from './worker.ts'

const t = setupTestApp()

test('an erasure pays out the points of a purchase that it cancels', async () => {
  const l = await createLeaverTeam(t)
  await l.setPolicy({ grace_days: 10, outcome: 'payroll' })
  const reward = await l.createReward({ title: 'Tea', price: 30 })
  await l.deactivate()
  await l.redeem(await l.findToken(), reward)
  t.clock.advance(10 * dayMs)
  await endDueGraces(t.services)
  await t.call('users.delete', {
    token: l.team.admin.token,
    params: { id: l.leaver.user_id },
  })
  expect((await l.list()).map(({ result, points }) => [result, points])).toEqual([
    ['paid_out', 30],
    ['paid_out', 20],
  ])
  await t.checkLedger()
})

test('an erasure after a new invite pays no later points out', async () => {
  const l = await createLeaverTeam(t)
  await l.setPolicy({ grace_days: 10, outcome: 'payroll' })
  await l.deactivate()
  t.clock.advance(10 * dayMs)
  await endDueGraces(t.services)
  const { token } = l.team.admin
  const params = { id: l.leaver.user_id }
  await t.call('users.update', { token, params, body: { state: 'pending' } })
  await t.call('coins.adjust', { token, params, body: { amount: 15 } })
  await t.call('users.delete', { token, params })
  expect((await l.list()).map(({ points }) => points)).toEqual([50])
  await t.checkLedger()
})
