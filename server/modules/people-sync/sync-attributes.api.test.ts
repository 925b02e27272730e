import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { continueSyncRun, syncPeople } from '#tests/support/people-sync.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { findMember } from '#tests/support/user-imports.ts'

const t = setupTestApp()

test('attributes and options that were deleted since the check are left out', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  const call = { token: team.admin.token }
  const addList = async (name: string, options: string[]) => {
    const body = { name, kind: 'list', options, visibility: 'everyone' } as const
    return (await t.call('attributes.create', { ...call, body })).body
  }
  const floor = await addList('Floor', ['3', '4'])
  const shift = await addList('Shift', ['Early', 'Late', 'Night'])
  const run = await syncPeople(
    t,
    team,
    `Email,Floor,Shift\n${member.email},3,early\nlia@example.test,4,night\n`,
    { coverage: 'partial', dry_run: true },
  )
  expect(run).toMatchObject({ state: 'waiting', counts: { new: 1, changed: 1 } })
  await t.call('attributes.delete', { ...call, params: { id: floor.id } })
  await t.call('attributes.update', {
    ...call,
    params: { id: shift.id },
    body: { options: ['EARLY', 'Late'] },
  })
  await t.call('people_sync.apply', { ...call, params: { id: run.id } })
  expect(await continueSyncRun(t, team, run.id)).toMatchObject({
    state: 'finished',
    counts: { new: 1, changed: 1 },
  })
  const valuesOf = async (email: string) =>
    (await findMember(t, team, email))?.organization.attributes.map(({ value }) => value)
  expect([await valuesOf(member.email), await valuesOf('lia@example.test')]).toEqual([
    ['EARLY'],
    [],
  ])
})
