import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCelebrations } from './worker.ts'

const t = setupTestApp()

test('a celebration that was posted today is not a coming one', async () => {
  t.clock.set(new Date('2026-09-07T00:30:00Z'))
  const team = await makeTeam(t)
  const ada = await makeMember(t, team.workspace_id)
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  await t.call('celebrations.update', {
    token,
    params: { kind: 'birthday' },
    body: { enabled: true, points: 20, hour: 9 },
  })
  await t.call('users.update', {
    token,
    params: { id: ada.user_id },
    body: { birth_date: '1990-09-07' },
  })
  const listComing = async () => {
    const preview = await t.call('celebrations.preview', { token })
    const rules = await t.call('celebrations.list', { token })
    return {
      ids: preview.body.items.map(({ user }) => user.id),
      ...rules.body.find(({ kind }) => kind === 'birthday')?.coming,
    }
  }
  await runCelebrations(t.services)
  expect(await listComing()).toEqual({ ids: [ada.user_id], people: 1, points: 20 })
  t.clock.set(new Date('2026-09-07T09:30:00Z'))
  await runCelebrations(t.services)
  expect((await t.call('posts.list', { token: ada.token })).body).toHaveLength(1)
  expect(await listComing()).toEqual({ ids: [], people: 0, points: 0 })
  expect((await t.call('celebrations.year', { token })).body).toMatchObject([{ people: 1 }])
})
