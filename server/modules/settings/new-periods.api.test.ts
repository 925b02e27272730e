import { expect, test } from 'vitest'
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
