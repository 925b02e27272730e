import fc from 'fast-check'
import { expect } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const peopleCount = 6

/** Parameters of a random history; equal parameters create an equal history. */
export const historyStep = fc.record({
  hours: fc.integer({ min: 0, max: 26 }),
  from: fc.nat(peopleCount - 1),
  to: fc.uniqueArray(fc.nat(peopleCount - 1), { minLength: 1, maxLength: 3 }),
  value: fc.nat(2),
  score: fc.integer({ min: 1, max: 9 }),
  private: fc.boolean(),
  after: fc.constantFrom('keep', 'keep', 'keep', 'delete', 'change'),
  redeem: fc.boolean(),
})
type HistoryStep = {
  hours: number
  from: number
  to: number[]
  value: number
  score: number
  private: boolean
  after: string
  redeem: boolean
}

/** Inserts a value that will be retired and a reward for 3 points. Returns their ids. */
async function insertValueAndReward(t: TestApp, workspaceId: string) {
  const [retired, reward] = [newId(t.clock.now()), newId(t.clock.now())]
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('values')
      .values({
        workspace_id: workspaceId,
        id: retired,
        name: 'Old',
        color: '#112233',
        emoji: '🪨',
        tag: 'old',
        created_at: t.clock.now(),
        retired_at: null,
      })
      .execute()
    await trx
      .insertInto('rewards')
      .values({
        workspace_id: workspaceId,
        id: reward,
        title: 'Mug',
        price: 3,
        category: 'uncategorised',
        picture_file_id: null,
        type: 'manual',
        reward_type: 'individual',
        country: null,
        available_amount: null,
        gift_card_value: null,
        deadline: null,
        created_at: t.clock.now(),
        deleted_at: null,
      })
      .execute()
  })
  return { retired, reward }
}

type HistoryTeam = { team: Team; people: Member[]; values: string[]; reward: string }

/** Creates a post, and deletes it or changes its value if the step says so. */
async function playPost(t: TestApp, { team, people, values }: HistoryTeam, step: HistoryStep) {
  const from = people[step.from] as Member
  const to = step.to.filter((n) => n !== step.from).map((n) => (people[n] as Member).user_id)
  if (!to.length) return
  const { token } = team.admin
  const { body, status } = await t.call('posts.create', {
    token: from.token,
    body: {
      to_id: to,
      value_id: values[step.value],
      score: step.score,
      description: 'Well done',
      private: step.private,
    },
  })
  expect(status).toBe(200)
  if (step.after === 'delete') await t.call('posts.delete', { token, params: { id: body.id } })
  if (step.after === 'change')
    await t.call('posts.update', {
      token,
      params: { id: body.id },
      body: { value_id: team.value_id },
    })
}

/** Redeems the reward, and cancels the purchase if the step says so. */
async function playPurchase(t: TestApp, { people, reward }: HistoryTeam, step: HistoryStep) {
  if (!step.redeem) return
  const buyer = people[step.from] as Member
  await addBalance(t, buyer, 3)
  const { token } = buyer
  const bought = await t.call('shop.redeem', { token, params: { id: reward }, body: {} })
  if (step.after === 'delete')
    await t.call('shop.cancel', { token, params: { id: bought.body.id } })
}

/** Creates a team with the history of the steps. Returns its rows with local days. */
export async function createRandomHistory(t: TestApp, steps: HistoryStep[], timezone: string) {
  const team = await makeTeam(t, { limit: null, timezone })
  const { workspace_id: workspaceId } = team
  const people: Member[] = []
  for (let n = 0; n < peopleCount; n += 1) people.push(await makeMember(t, workspaceId))
  const { retired, reward } = await insertValueAndReward(t, workspaceId)
  const values = [team.value_id, team.other_value_id, retired]
  for (const step of steps) {
    t.clock.advance(step.hours * 3_600_000)
    await playPost(t, { team, people, values, reward }, step)
    await playPurchase(t, { team, people, values, reward }, step)
  }
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .updateTable('values')
      .set({ retired_at: t.clock.now() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', retired)
      .execute(),
  )
  const posts = await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('posts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .execute(),
  )
  const parts = await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('contributions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('status', '<>', 'declined')
      .execute(),
  )
  // Days are derived from timestamps only.
  return {
    team,
    people,
    values,
    retired,
    posts: posts.map((one) => ({ ...one, day: toLocalDay(one.created_at, timezone) })),
    parts: parts.map((one) => ({ ...one, day: toLocalDay(one.created_at, timezone) })),
  }
}
export type RandomHistory = Awaited<ReturnType<typeof createRandomHistory>>
