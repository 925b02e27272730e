import { expect, test } from 'vitest'
import type { ImportField } from '#contract/schemas/imports.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
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
const columns: ImportField[] = ['email', 'birth_date', 'away_from', 'away_until']
async function importRows(team: Team, ...rows: string[]) {
  const text = ['Email,Birthday,Away from,Away until', ...rows].join('\n')
  const { id } = await createListImport(t, team, text)
  await previewListImport(t, team, id, columns)
  const { rows: reviewed } = await reviewListImport(t, team, id, { view: 'warnings' })
  const problems = reviewed.map((row) => [
    row.email,
    ...row.problems.map(({ field, code }) => [field, code]),
  ])
  await startListImport(t, team, id, { invitations: { when: 'later' } })
  expect(await runImportNow(t, team, id)).toBe(true)
  return problems
}
const awayOf = async (team: Team, email: string) =>
  (await findMember(t, team, email))?.organization.away

test.each([
  'Email,Birthday,Away from,Away until',
  'Correo,Cumpleaños,Ausente desde,Ausente hasta',
  'E-mail,Aniversário,Ausente desde,Ausente até',
  'Почта,День рождения,Отсутствует с,Отсутствует по',
  'Пошта,День народження,Відсутність з,Відсутність до',
  'Email,DOB,Leave start date,Leave end date',
])('the columns %s are recognized', async (header) => {
  const team = await makeTeam(t)
  const row = 'a@list.test,14.03.,2026-06-01,2026-07-01'
  const { columns: guessed } = await createListImport(t, team, `${header}\n${row}`)
  expect(guessed.map(({ field }) => field)).toEqual(columns)
})

test('a leave is imported, and empty cells keep it', async () => {
  const team = await makeTeam(t)
  await importRows(team, 'a@list.test,,01.06.2026,30.06.2026', 'b@list.test,,2026-06-01,')
  expect(await awayOf(team, 'a@list.test')).toEqual({ from: '2026-06-01', to: '2026-06-30' })
  expect(await awayOf(team, 'b@list.test')).toEqual({ from: '2026-06-01', to: null })
  await importRows(team, 'a@list.test,--03-14,,', 'b@list.test,,2026-07-01,2026-07-31')
  expect(await findMember(t, team, 'a@list.test')).toMatchObject({
    birth_date: '--03-14',
    organization: { away: { from: '2026-06-01', to: '2026-06-30' } },
  })
  expect(await awayOf(team, 'b@list.test')).toEqual({ from: '2026-07-01', to: '2026-07-31' })
})

test('an end that does not fit is a warning, and the leave is left out', async () => {
  const team = await makeTeam(t)
  const problems = await importRows(
    team,
    'a@list.test,,2026-06-10,2026-06-09',
    'b@list.test,,,2026-06-30',
    'c@list.test,,2026-06-10,soon',
    'd@list.test,,soon,2026-06-30',
  )
  const outOfRange = ['away_until', 'out_of_range']
  expect(problems).toEqual([
    ['a@list.test', outOfRange],
    ['b@list.test', outOfRange],
    ['c@list.test', ['away_until', 'wrong_format']],
    ['d@list.test', ['away_from', 'wrong_format']],
  ])
  for (const name of ['a', 'b', 'c', 'd'])
    expect(await awayOf(team, `${name}@list.test`)).toBeNull()
})

test('an import leaves the leave of another system as it is', async () => {
  const team = await makeTeam(t)
  await importRows(team, 'a@list.test,,2026-06-01,2026-06-30')
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ away: 'scim' }) })
      .where('email', '=', 'a@list.test')
      .execute(),
  )
  await importRows(team, 'a@list.test,,2026-08-01,')
  expect(await awayOf(team, 'a@list.test')).toEqual({ from: '2026-06-01', to: '2026-06-30' })
})

test('birthdays without a year are reviewed and stored', async () => {
  const team = await makeTeam(t)
  await importRows(team, 'a@list.test,14/03,,', 'b@list.test,29.02.,,', 'c@list.test,--12-24,,')
  const dates = await Promise.all(
    ['a', 'b', 'c'].map(
      async (name) => (await findMember(t, team, `${name}@list.test`))?.birth_date,
    ),
  )
  expect(dates).toEqual(['--03-14', '--02-29', '--12-24'])
})
