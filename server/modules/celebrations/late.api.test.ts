import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCelebrations } from './worker.ts'

const t = setupTestApp()

/** Makes a team that celebrates the birthday of a member on 9 September, two days later. */
async function makeBirthday() {
  t.clock.set(new Date('2026-09-07T00:30:00Z'))
  const team = await makeTeam(t)
  const ada = await makeMember(t, team.workspace_id)
  const boss = await makeMember(t, team.workspace_id)
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  await t.call('celebrations.update', {
    token,
    params: { kind: 'birthday' },
    body: { enabled: true, points: 20, hour: 9, card: true },
  })
  await t.call('users.update', {
    token,
    params: { id: ada.user_id },
    body: { birth_date: '1990-09-09', organization: { manager_id: boss.user_id } },
  })
  await runCelebrations(t.services)
  return { team, ada, boss, listPosts: async () => (await t.call('posts.list', { token })).body }
}

test('a celebration is left out after an outage of more than a week', async () => {
  const { ada, boss, listPosts } = await makeBirthday()
  const listCards = async ({ token }: Member, filter: 'to_sign' | 'received') =>
    (await t.call('group_cards.list', { token, query: { filter } })).body
  const [card] = await listCards(boss, 'to_sign')
  const params = { id: card?.id ?? '' }
  await t.call('group_cards.sign', { token: boss.token, params, body: { text: 'All the best!' } })
  t.clock.set(new Date('2026-09-20T12:00:00Z'))
  await runCelebrations(t.services)
  expect(await listPosts()).toEqual([])
  expect(await listCards(ada, 'received')).toMatchObject([params])
})

test('the celebrations of weeks without active billing are left out', async () => {
  const { team, listPosts } = await makeBirthday()
  const setTrialEnd = (at: Date) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('workspaces')
        .set({ trial_ends_at: at })
        .where('id', '=', team.workspace_id)
        .execute(),
    )
  await setTrialEnd(new Date('2026-09-08T00:00:00Z'))
  for (let day = 0; day < 2 * limits.celebration_late_days; day += 1) {
    t.clock.advance(dayMs)
    await runCelebrations(t.services)
  }
  await setTrialEnd(new Date('2026-12-01T00:00:00Z'))
  t.clock.advance(dayMs)
  await runCelebrations(t.services)
  expect(await listPosts()).toEqual([])
})
