import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCelebrations } from './worker.ts'

const t = setupTestApp()

test('a post names people without a name, also a manager, by their address', async () => {
  t.clock.set(new Date('2026-09-07T00:30:00Z'))
  const team = await makeTeam(t)
  const nameless = { first_name: '', last_name: '' }
  const kim = await makeMember(t, team.workspace_id, { ...nameless, email: 'kim@example.test' })
  const lee = await makeMember(t, team.workspace_id, { ...nameless, email: 'lee@example.test' })
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  await t.call('celebrations.update', {
    token,
    params: { kind: 'birthday' },
    body: { enabled: true, texts: { en: ['Cheers, {first_name}! {name}, {manager}'] } },
  })
  await t.call('users.update', {
    token,
    params: { id: kim.user_id },
    body: { birth_date: '1990-09-07', organization: { manager_id: lee.user_id } },
  })
  t.clock.set(new Date('2026-09-07T12:00:00Z'))
  await runCelebrations(t.services)
  const { body } = await t.call('posts.list', { token })
  expect(body[0]?.description).toBe('Cheers, kim! kim, lee')
})
