import { beforeEach, expect, test } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { importFactors, setFactors } from '#tests/support/price-factors.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(t)
  await setFactors(t, team.admin, { FR: '1' })
})

const upload = (table: string | Buffer) => importFactors(t, team.admin, table)
const list = async () =>
  (await t.call('price_factors.list', { token: team.admin.token })).body.map(
    ({ country, factor }) => `${country} ${factor}`,
  )

test('a table replaces all factors', async () => {
  expect((await upload('Country,Factor\nPoland,0.7\nJP,0.8500\n\nDeutschland,1\n')).codes).toEqual([
    'line_country',
  ])
  expect((await upload('Country,Factor\nPoland,0.7\nJP,0.8500\n\nGermany,1\n')).status).toBe(200)
  expect(await list()).toEqual(['DE 1', 'JP 0.85', 'PL 0.7'])
})

test.each([
  [
    'by names of columns',
    'Rank;City;Страна;Коэффициент\n1;Tokyo;Япония;0,85\n2;Kyiv;Україна;0,5\n',
  ],
  ['without a header', 'JP\t0.85\nUA\t0.5\n'],
  ['with an unknown header', 'Nation,Cost of living\nJapan,0.85\nUcrania,0.5\n'],
])('a table is read %s', async (_, table) => {
  expect((await upload(table)).status).toBe(200)
  expect(await list()).toEqual(['JP 0.85', 'UA 0.5'])
})

test('a wrong line refuses the whole table', async () => {
  const reply = await upload(
    'country,factor\nPL,0.7\nAtlantis,1\nJP,0\nDE,1.23456\nPoland,0.8\nIT,\n',
  )
  expect(reply.status).toBe(422)
  expect(reply.errors.map(({ code, field, params }) => [code, field, params])).toEqual([
    ['line_country', 'file', { line: 3, name: 'Atlantis' }],
    ['line_factor', 'file', { line: 4, start: 0.01, finish: 100 }],
    ['line_factor', 'file', { line: 5, start: 0.01, finish: 100 }],
    ['line_repeated', 'file', { line: 6, name: 'Poland' }],
    ['line_factor', 'file', { line: 7, start: 0.01, finish: 100 }],
  ])
  expect(await list()).toEqual(['FR 1'])
})

test.each([
  ['', 'file_unreadable'],
  ['country,factor\n', 'file_unreadable'],
  ['\u0000\u0001\u0002', 'file_unreadable'],
  ['JP,1\n'.repeat(400), 'out_of_range'],
  [`"${'x'.repeat(1_100_000)}"`, 'file_too_large'],
])('an unreadable table is refused', async (table, code) => {
  expect((await upload(table)).codes).toEqual([code])
  expect(await list()).toEqual(['FR 1'])
})

test('a quoted name with a delimiter and quotes is one cell', async () => {
  const { errors } = await upload('country,factor\n"Korea, ""South"" \\ x",1\n')
  expect(errors[0]?.params).toEqual({ line: 2, name: String.raw`Korea, "South" \ x` })
})
