import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCelebrations } from './worker.ts'

const t = setupTestApp()

async function makeCelebrators() {
  t.clock.set(new Date('2026-07-07T12:00:00Z'))
  const team = await makeTeam(t)
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  await t.call('celebrations.update', {
    token,
    params: { kind: 'birthday' },
    body: { enabled: true, hour: 9 },
  })
  const place = (member: Member, timezone: string) =>
    t.call('users.update', {
      token,
      params: { id: member.user_id },
      body: { birth_date: '--07-08', organization: { timezone } },
    })
  return { team, place }
}

test('a birthday is at the summer hour of a person in the zone CET', async () => {
  const { team, place } = await makeCelebrators()
  const ada = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Lind' })
  expect((await place(ada, 'CET')).status).toBe(200)
  await runCelebrations(t.services)
  t.clock.set(new Date('2026-07-08T07:00:00Z'))
  await runCelebrations(t.services)
  expect((await t.call('posts.list', { token: ada.token })).body).toHaveLength(1)
})

test('an abbreviation is refused and leaves other birthdays as they are', async () => {
  const { team, place } = await makeCelebrators()
  const ada = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Lind' })
  const bo = await makeMember(t, team.workspace_id, { first_name: 'Bo', last_name: 'Berg' })
  await place(ada, 'UTC')
  const refused = await place(bo, 'CAT')
  expect(refused.errors).toMatchObject([{ code: 'wrong_format', field: 'organization.timezone' }])
  await runCelebrations(t.services)
  t.clock.advance(24 * hourMs)
  await runCelebrations(t.services)
  expect((await t.call('posts.list', { token: ada.token })).body).toHaveLength(1)
})
