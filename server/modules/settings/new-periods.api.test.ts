import { expect, test } from 'vitest'
import { allowanceReminderWorker } from '#server/modules/inbox/worker.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

test('a new limit period does not count points given from a budget', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const member = await makeMember(t, team.workspace_id)
  const budget = await t.call('budgets.create', {
    token,
    body: {
      name: 'Operations',
      period: 'once',
      points: 500,
      owner_ids: [team.admin.user_id],
      recipients: {},
    },
  })
  const give = (score: number) =>
    t.call('posts.create', {
      token,
      body: {
        to_id: [member.user_id],
        value_id: team.value_id,
        score,
        description: 'Thank you so much',
        budget_id: budget.body.id,
      },
    })
  await makePost(t, team.admin, [member], team.value_id, 10)
  await give(60)
  const deleted = await give(70)
  await t.call('posts.delete', { token, params: { id: deleted.body.id } })
  await t.call('settings.update', { token, body: { limit_period: 'quarter' } })
  const { body } = await t.call('profiles.allowance', { token })
  expect(body).toMatchObject({ spent: 10, score_remaining: 90 })
  await t.checkLedger()
})

test('a budget keeps the last day of its period in a new time zone', async () => {
  t.clock.advance(Date.parse('2031-05-20T12:00:00Z') - t.clock.now().getTime())
  const { token, user_id: ownerId } = (await makeTeam(t)).admin
  const update = (timezone: string) => t.call('settings.update', { token, body: { timezone } })
  await update('Asia/Tokyo')
  const create = (body: object) =>
    t.call('budgets.create', {
      token,
      body: { points: 100, owner_ids: [ownerId], recipients: {}, ...body },
    })
  await create({ name: 'Monthly', period: 'month', carry_over_max: 100 })
  await create({ name: 'Single', period: 'once', ends_on: '2031-05-25' })
  await create({ name: 'Unlimited', period: 'once' })
  await update('America/New_York')
  const list = async () =>
    (await t.call('budgets.list', { token })).body.map((budget) => [budget.left, budget.period_end])
  expect(await list()).toEqual([
    [100, '2031-06-01T04:00:00.000Z'],
    [100, '2031-05-26T04:00:00.000Z'],
    [100, null],
  ])
  t.clock.advance(Date.parse('2031-06-01T05:00:00Z') - t.clock.now().getTime())
  expect((await list())[0]).toEqual([200, '2031-07-01T04:00:00.000Z'])
  await t.checkLedger()
})

test('a period that is over in a new time zone ends at its change', async () => {
  t.clock.set(new Date('2031-05-31T18:00:00Z'))
  const team = await makeTeam(t)
  const { token } = team.admin
  const member = await makeMember(t, team.workspace_id)
  const { body: budget } = await t.call('budgets.create', {
    token,
    body: {
      name: 'Monthly',
      period: 'month',
      points: 100,
      owner_ids: [team.admin.user_id],
      recipients: {},
    },
  })
  const post = await t.call('posts.create', {
    token,
    body: {
      to_id: [member.user_id],
      value_id: team.value_id,
      score: 60,
      description: 'Thank you so much',
      budget_id: budget.id,
    },
  })
  t.clock.set(new Date('2031-05-31T20:00:00Z'))
  await t.call('settings.update', { token, body: { timezone: 'Asia/Tokyo' } })
  const find = async () => (await t.call('budgets.list', { token })).body[0]
  const begun = {
    left: 100,
    period_start: '2031-05-31T20:00:00.000Z',
    period_end: '2031-06-30T15:00:00.000Z',
  }
  expect(await find()).toMatchObject(begun)
  const deleted = await t.call('posts.delete', { token, params: { id: post.body.id } })
  expect(deleted.status).toBe(200)
  expect(await find()).toMatchObject(begun)
  await t.checkLedger()
})

test('a new time zone reminds nobody again of points that are left', async () => {
  t.clock.set(new Date('2031-07-29T06:00:00Z'))
  const { token, user_id: id } = (await makeTeam(t)).admin
  const remind = async () => {
    await allowanceReminderWorker.run(t.services, () => false)
    t.clock.advance(86_400_000)
    await processOutbox(t.services)
    return (await t.call('inbox.list', { token })).body.items.filter(
      (item) => item.kind === 'allowance_ending',
    )
  }
  const { email } = (await t.call('users.get', { token, params: { id } })).body
  expect(await remind()).toHaveLength(1)
  await t.call('settings.update', { token, body: { timezone: 'America/New_York' } })
  expect(await remind()).toMatchObject([{ allowance: { ends_at: '2031-08-01T04:00:00.000Z' } }])
  expect(t.mails.filter(({ to, text }) => to === email && text.includes('July 31'))).toHaveLength(1)
})
