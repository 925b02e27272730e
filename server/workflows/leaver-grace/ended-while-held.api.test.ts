import { expect, test } from 'vitest'
import { createLeaverTeam } from '#tests/support/leavers.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { endDueGraces } from './worker.ts'

const t = setupTestApp()

test('points that return after the end of a held grace lapse without a mail', async () => {
  const l = await createLeaverTeam(t)
  const reward = await l.createReward({ title: 'Tea', price: 30 })
  await l.deactivate()
  const { body } = await l.redeem(await l.findToken(), reward)
  const id = (await l.list())[0]?.id ?? ''
  await l.change('hold', id)
  await l.change('end', id)
  await t.call('rewards.decline', {
    token: l.team.admin.token,
    params: { id: body.purchases[0]?.id ?? '' },
    body: { reason: 'Sold out' },
  })
  const mails = (await l.mailsTo()).length
  await endDueGraces(t.services)
  expect((await l.readBalance()).balance).toBe(0)
  expect((await l.list()).map(({ state, points }) => [state, points])).toEqual([
    ['ended', 30],
    ['ended', 20],
  ])
  expect(await l.mailsTo()).toHaveLength(mails)
  await t.checkLedger()
})
