import { expect, test } from 'vitest'
import type { ImportField } from '#contract/schemas/imports.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { listSyncChanges, syncPeople } from '#tests/support/people-sync.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  findMember,
  previewListImport,
  reviewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))
const columns: ImportField[] = ['email', 'birth_date', 'hire_date', 'away_from']
const header = 'Email,Birthday,Hire date,Away from'
const rows = [
  'a@list.test,2026-06-12,2099-01-01,2036-06-12',
  'b@list.test,--06-12,1949-12-31,1999-12-31',
  'c@list.test,2004-02-29,2027-06-10,2036-06-10',
]

test('dates out of range are warnings, and their cells are left out', async () => {
  t.clock.set(new Date('2026-06-10T12:00:00Z'))
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, [header, ...rows].join('\n'))
  await previewListImport(t, team, id, columns)
  const { rows: reviewed } = await reviewListImport(t, team, id, { view: 'warnings' })
  expect(
    reviewed.map((row) => [row.line, ...row.problems.map(({ field, code }) => [field, code])]),
  ).toEqual([
    [
      2,
      ['birth_date', 'out_of_range'],
      ['hire_date', 'out_of_range'],
      ['away_from', 'out_of_range'],
    ],
    [3, ['hire_date', 'out_of_range'], ['away_from', 'out_of_range']],
  ])
  await startListImport(t, team, id, { invitations: { when: 'later' } })
  expect(await runImportNow(t, team, id)).toBe(true)
  const datesOf = async (email: string) => {
    const member = await findMember(t, team, email)
    return [member?.birth_date, member?.hire_date, member?.organization.away?.from]
  }
  expect(await datesOf('a@list.test')).toEqual([null, null, undefined])
  expect(await datesOf('b@list.test')).toEqual(['--06-12', null, undefined])
  expect(await datesOf('c@list.test')).toEqual(['2004-02-29', '2027-06-10', '2036-06-10'])
  const file = await t.call('imports.refused', { token: team.admin.token, params: { id } })
  expect(file.body).toContain('Birthday: “2026-06-12” is too early or too late')
})

test('the sync refuses rows with dates that nobody may enter by hand', async () => {
  t.clock.set(new Date('2026-06-10T12:00:00Z'))
  const team = await makeTeam(t)
  const run = await syncPeople(t, team, `${[header, ...rows].join('\n')}\n`)
  expect(
    (await listSyncChanges(t, team, run.id)).map(({ line, outcome, code }) => [
      line,
      outcome,
      code,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [2, 'refused', 'out_of_range'],
      [3, 'refused', 'out_of_range'],
    ]),
  )
})
