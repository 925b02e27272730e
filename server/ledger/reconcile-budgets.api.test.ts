import { beforeAll, expect, test } from 'vitest'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { expectViolation } from '#tests/support/ledger-tampering.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { reconcileLedger } from './reconcile.ts'

const t = setupTestApp()
beforeAll(async () => {
  const team = await makeTeam(t)
  await makeBudgetHistory(team, await makeMember(t, team.workspace_id))
  await t.call('coins.adjust', {
    token: team.admin.token,
    params: { id: team.admin.user_id },
    body: { amount: 5 },
  })
})

/** Gives two posts from a budget and deletes one. */
async function makeBudgetHistory({ admin, value_id: valueId }: Team, member: Member) {
  const budget = await t.call('budgets.create', {
    token: admin.token,
    body: {
      name: 'Operations',
      period: 'quarter',
      points: 100,
      owner_ids: [admin.user_id],
      recipients: {},
    },
  })
  const give = () =>
    t.call('posts.create', {
      token: admin.token,
      body: {
        to_id: [member.user_id],
        value_id: valueId,
        score: 7,
        description: 'Thank you!',
        budget_id: budget.body.id,
      },
    })
  await give()
  const post = await give()
  await t.call('posts.delete', { token: admin.token, params: { id: post.body.id } })
}

test('finds no violation after posts from a budget', async () => {
  expect(await reconcileLedger(t.ownerUrl)).toEqual([])
})

test.each([
  [
    'a changed balance of a budget',
    'update budgets set balance = balance - 1',
    'cached balance of a budget differs from the sum of its entries',
  ],
  [
    'points of a budget from a wallet',
    `update entries e set account = 'held' from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'budget_funded' and e.account = 'issued'`,
    'movement of a budget is wrong',
  ],
  [
    'more points recovered than a post gave',
    `update entries e set amount = amount * 2 from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'budget_recovered'`,
    'points returned to a budget differ from those recovered from its post',
  ],
  [
    'an adjustment paid by a budget',
    `update entries e set account = 'budget', budget_id = b.id from movements m, budgets b
      where m.workspace_id = e.workspace_id and m.id = e.movement_id and m.type = 'adjust'
      and e.account = 'issued' and b.workspace_id = e.workspace_id`,
    'entry of a budget outside its movements and posts',
  ],
  [
    'a post that no longer names its budget',
    'update posts set budget_id = null where budget_id is not null and deleted_at is null',
    'movement differs from its post',
  ],
])('reports %s as a violation', (_, tampering, what) => expectViolation(t, tampering, what))
