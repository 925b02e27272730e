import { beforeEach, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let saver: Member
let rewardId: string
beforeEach(async () => {
  team = await makeTeam(t)
  saver = await makeMember(t, team.workspace_id)
  await addBalance(t, saver, 40)
  rewardId = await makeReward()
})
async function makeReward(): Promise<string> {
  const body = { title: 'Headphones', price: 100 }
  return (await t.call('rewards.create', { token: team.admin.token, body })).body.id
}
const setGoal = (id: string | null, who = saver) =>
  t.call('shop.set_goal', { token: who.token, body: { reward_id: id } })
const loadGoal = async (who = saver) =>
  (await t.call('shop.goal', { token: who.token })).body.reward
const hasGoal = async () => (await t.call('config.get', { token: saver.token })).body.has_goal

test('a goal says how many points are missing', async () => {
  expect([await loadGoal(), await hasGoal()]).toEqual([null, false])
  expect((await setGoal(rewardId)).body.reward).toMatchObject({ id: rewardId, missing_points: 60 })
  await addBalance(t, saver, 20)
  expect(await loadGoal()).toMatchObject({ title: 'Headphones', missing_points: 40 })
  expect(await hasGoal()).toBe(true)
})

test('another goal replaces the goal, and none ends it', async () => {
  const other = await makeReward()
  await setGoal(rewardId)
  await setGoal(other)
  expect(await loadGoal()).toMatchObject({ id: other })
  await setGoal(null)
  expect([await loadGoal(), await hasGoal()]).toEqual([null, false])
})

test('redeeming the goal ends it, redeeming another reward does not', async () => {
  const other = await makeReward()
  await addBalance(t, saver, 200)
  await setGoal(rewardId)
  const redeem = (id: string) =>
    t.call('shop.redeem', { token: saver.token, params: { id }, body: {} })
  await redeem(other)
  expect(await loadGoal()).toMatchObject({ id: rewardId })
  await redeem(rewardId)
  expect(await loadGoal()).toBeNull()
})

test('a goal is visible to its owner only', async () => {
  await setGoal(rewardId)
  expect(await loadGoal(await makeMember(t, team.workspace_id))).toBeNull()
  expect(await loadGoal(team.admin)).toBeNull()
})

test('rewards outside the shop cannot be goals', async () => {
  const foreign = await makeTeam(t)
  const body = { title: 'Elsewhere', price: 5 }
  const { id } = (await t.call('rewards.create', { token: foreign.admin.token, body })).body
  expect((await setGoal(id)).status).toBe(404)
  await t.call('rewards.delete', { token: team.admin.token, params: { id: rewardId } })
  expect((await setGoal(rewardId)).status).toBe(404)
})

test('a goal that leaves the shop is hidden until it returns', async () => {
  await setGoal(rewardId)
  const stock = (amount: number) =>
    t.call('rewards.update', {
      token: team.admin.token,
      params: { id: rewardId },
      body: { available_amount: amount },
    })
  await stock(0)
  expect(await loadGoal()).toBeNull()
  await stock(3)
  expect(await loadGoal()).toMatchObject({ id: rewardId })
})
