import { beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let bob: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

const create = (body: Partial<BodyInputOf<'budgets.create'>>) =>
  t.call('budgets.create', {
    token: team.admin.token,
    body: {
      name: 'Operations',
      period: 'month',
      points: 100,
      owner_ids: [ada.user_id],
      recipients: {},
      ...body,
    },
  })

test('owners and people who have left refuse no change of a budget', async () => {
  const people = { owner_ids: [ada.user_id, bob.user_id], givers: { user_ids: [bob.user_id] } }
  const { id } = (await create(people)).body
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: bob.user_id },
    body: { state: 'deactivated' },
  })
  const update = (body: BodyInputOf<'budgets.update'>) =>
    t.call('budgets.update', { token: team.admin.token, params: { id }, body })
  expect((await update({ ...people, name: 'Support' })).status).toBe(200)
  await update({ owner_ids: [ada.user_id] })
  expect((await update(people)).errors[0]).toMatchObject({
    code: 'user_not_found',
    field: 'owner_ids',
  })
})

test('a last day whose end has a year of five digits is refused', async () => {
  const list = () => t.call('budgets.list', { token: team.admin.token })
  const refused = await create({ period: 'once', ends_on: '9999-12-31' })
  expect(refused.errors[0]).toMatchObject({ code: 'out_of_range', field: 'ends_on' })
  expect((await list()).body).toEqual([])
  expect((await create({ period: 'once', ends_on: '9999-12-30' })).status).toBe(200)
  expect((await list()).status).toBe(200)
})

test('a deleted post says what returned to the budget that paid for it', async () => {
  t.clock.set(new Date('2031-05-20T12:00:00Z'))
  const own = await makeTeam(t)
  const { token, user_id: ownerId } = own.admin
  const member = await makeMember(t, own.workspace_id)
  const { body: budget } = await t.call('budgets.create', {
    token,
    body: { name: 'Yearly', period: 'year', points: 100, owner_ids: [ownerId], recipients: {} },
  })
  const give = () =>
    t.call('posts.create', {
      token,
      body: {
        to_id: [member.user_id],
        value_id: own.value_id,
        score: 30,
        description: 'Thank you so much',
        budget_id: budget.id,
      },
    })
  const remove = async (id: string) =>
    (await t.call('posts.delete', { token, params: { id } })).body.returned
  const left = async () => (await t.call('budgets.list', { token })).body[0]?.left
  const early = await give()
  t.clock.set(new Date('2031-06-05T12:00:00Z'))
  const late = await give()
  expect(await remove(early.body.id)).toBe(30)
  expect(await left()).toBe(70)
  await t.call('budgets.close', { token, params: { id: budget.id } })
  expect(await remove(late.body.id)).toBe(0)
  await t.checkLedger()
})
