import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HistoryCheck, HistoryImport } from '#contract/schemas/history-imports.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  makeCheckedImport,
  makeHistoryCheck,
  makeHistoryImportData,
  makeHistoryTotals,
  unknownPeople,
} from '#tests/support/history-import-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makeValue } from '#tests/support/web-data.ts'

const courage = makeValue({ default: true })
const focus = makeValue({ name: 'Focus', emoji: '🎯' })

/** Renders an import; its calls change the state as the server does. */
async function renderImport(
  first: HistoryImport,
  { api = {}, check = {} }: { api?: Handlers; check?: Partial<HistoryCheck> } = {},
) {
  let current = first
  const change = (fields: Partial<HistoryImport>) => (current = { ...current, ...fields })
  const app = await renderApp(`/settings/history-imports/${first.id}`, {
    config: makeConfig({ values: [courage, focus] }),
    api: {
      'history_imports.list': () => [current],
      'history_imports.get': () => makeHistoryCheck(current, check),
      'history_imports.people': () => ({
        total: unknownPeople.length,
        people: unknownPeople.map((person) => ({ ...person, former_user_id: null })),
      }),
      'history_imports.set_mapping': ({ body }) =>
        change({
          state: 'uploaded',
          columns: current.columns.map((column, at) => ({
            ...column,
            field: body.columns[at] ?? 'ignore',
          })),
        }),
      'history_imports.check': () => change({ state: 'checking', done: 0, totals: null }),
      'history_imports.start': () => change({ state: 'in_progress', done: 0 }),
      ...api,
    },
  })
  return { ...app, change }
}
const group = async (name: string) => within(await screen.findByRole('group', { name }))

test('a column shows its samples, and a field chosen again leaves its other column', async () => {
  const { user } = await renderImport(makeHistoryImportData())
  await screen.findByText('for the calm release night')
  await user.selectOptions(screen.getByLabelText('Department'), 'Text')
  expect(screen.getByLabelText<HTMLSelectElement>('Reason').value).toBe('ignore')
  await user.selectOptions(screen.getByLabelText('Date order of Date'), 'dmy')
  await user.click(screen.getByRole('button', { name: 'Check the file' }))
  await screen.findByRole('heading', { name: 'Checking the file' })
  expect(callsTo('history_imports.set_mapping').map(({ body }) => body)).toEqual([
    {
      columns: ['date', 'giver_email', 'receiver_emails', 'points', 'ignore', 'tag', 'text'],
      date_order: 'dmy',
    },
  ])
})

test('a missing column says what to choose', async () => {
  const { user } = await renderImport(makeHistoryImportData())
  await user.selectOptions(await screen.findByLabelText('Giver Email'), 'Skip')
  const needs = within(screen.getByRole('list', { name: 'Required columns' }))
  needs.getByText('Choose the column with the giver')
  const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check the file' })
  expect(check.disabled).toBe(true)
})

test('a refused check shows the reason above the columns', async () => {
  const { user } = await renderImport(makeHistoryImportData(), {
    api: { 'history_imports.check': () => refuse('history_date_required', { field: 'columns' }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Check the file' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose the column with the date')
})

test('an upload is deleted after a question', async () => {
  const { user, router } = await renderImport(makeHistoryImportData(), {
    api: { 'history_imports.delete': () => undefined, 'history_imports.list': () => [] },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete upload' }))
  const dialog = await findDialog('Delete this upload?')
  await user.click(dialog.getByRole('button', { name: 'Delete upload' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/history-imports'))
})

test('a check shows its progress and then the comparison', async () => {
  const first = makeHistoryImportData({ state: 'checking', rows: 2_000, done: 500 })
  await renderImport(first)
  const bar = await screen.findByRole('progressbar', { name: 'Checking the file' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  screen.getByText('Rows: 500 of 2,000')
  serve({
    'history_imports.get': () => makeHistoryCheck(makeCheckedImport({ id: first.id })),
  })
  await screen.findByRole('heading', { name: 'Nothing has changed yet' }, { timeout: 3_000 })
})

test('the comparison shows totals, years, people and refused rows', async () => {
  await renderImport(makeCheckedImport())
  await screen.findByText(/^Compare these numbers with the report of Bonusly\./)
  screen.getByText('From Feb 1, 2021 to Feb 27, 2026.')
  const years = await group('Year by year')
  years.getByRole('row', { name: '2024 11,080 142,900' })
  const people = await group('People with the most posts')
  people.getByRole('row', { name: 'Ida Holm ida@northwind.example 1,204 1,188 15,120' })
  const refused = await group('Rejected rows')
  expect(refused.getAllByRole('listitem').map(({ textContent: text }) => text)).toEqual([
    'The giver is also a receiver41',
    'The date can’t be read12',
    'The points are negative1',
  ])
  const unknown = await group('People who aren’t on your team')
  await unknown.findByText('Cara Nowak')
  expect(unknown.queryByRole('button')).toBeNull()
})

test('a file without posts cannot be started', async () => {
  await renderImport(
    makeCheckedImport({ totals: makeHistoryTotals({ posts: 0, years: [], unknown: 0 }) }),
  )
  await screen.findByRole('heading', { name: 'We can’t import any of these rows' })
  screen.getByRole('button', { name: 'Change columns' })
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('columns of a checked file can be changed', async () => {
  const { user } = await renderImport(makeCheckedImport())
  await user.click(await screen.findByRole('button', { name: 'Change columns' }))
  await user.click(await screen.findByRole('button', { name: 'Check the file' }))
  await screen.findByRole('heading', { name: 'Checking the file' })
})

test('the start sends the chosen values and states its exact numbers', async () => {
  const { user } = await renderImport(
    makeCheckedImport({ totals: makeHistoryTotals({ known: 10 }) }),
    {
      check: {
        tags: [
          { tag: 'teamwork', posts: 18_230, value_id: null },
          { tag: 'courage', posts: 6_410, value_id: courage.id },
          { tag: 'learning', posts: 1, value_id: null },
        ],
      },
    },
  )
  const tags = await group('Hashtags and values')
  const [teamwork, found] = tags.getAllByRole<HTMLSelectElement>('combobox')
  expect(found?.value).toBe(courage.id)
  await user.selectOptions(teamwork as HTMLElement, '🎯 Focus')
  await user.click(screen.getByRole('switch', { name: /^Give out 421,930 points/ }))
  screen.getByText('318 members get them and can redeem them in the shop.')
  await user.click(screen.getByRole('button', { name: 'Import 48,200 posts' }))
  const dialog = await findDialog('Import 48,200 posts?')
  expect(dialog.getAllByRole('listitem').map(({ textContent: text }) => text)).toEqual([
    '10 posts are already here and stay as they are',
    '54 rows are rejected',
    '1 new value',
    '3 former teammates, without an account or a seat',
    '421,930 points as opening balances',
    'No emails and no notifications',
  ])
  await user.click(dialog.getByRole('button', { name: 'Import 48,200 posts' }))
  await screen.findByRole('progressbar', { name: 'Importing the posts' })
  expect(callsTo('history_imports.start').map(({ body }) => body)).toEqual([
    {
      create_values: true,
      values: [{ tag: 'teamwork', value_id: focus.id }],
      opening_balances: true,
    },
  ])
})

test('without new values the posts of other hashtags get the default one', async () => {
  const { user } = await renderImport(makeCheckedImport())
  const tags = await group('Hashtags and values')
  await user.click(tags.getByRole('switch', { name: /^Create a value/ }))
  expect(tags.getAllByRole('option', { name: 'Default value' })).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Import 48,210 posts' }))
  const dialog = await findDialog('Import 48,210 posts?')
  expect(dialog.queryByText(/new value/)).toBeNull()
  dialog.getByText('Balances stay as they are')
  await user.click(dialog.getByRole('button', { name: 'Import 48,210 posts' }))
  await waitFor(() =>
    expect(callsTo('history_imports.start').map(({ body }) => body)).toEqual([
      { create_values: false, values: [], opening_balances: false },
    ]),
  )
})

test('a start while another import runs says so', async () => {
  const { user } = await renderImport(makeCheckedImport(), {
    api: { 'history_imports.start': () => refuse('conflict') },
  })
  await user.click(await screen.findByRole('button', { name: 'Import 48,210 posts' }))
  const dialog = await findDialog('Import 48,210 posts?')
  await user.click(dialog.getByRole('button', { name: 'Import 48,210 posts' }))
  await screen.findByText(/^Another import of posts is running\./)
})

test('an unknown import is not found', async () => {
  await renderImport(makeHistoryImportData(), {
    api: { 'history_imports.get': () => refuse('not_found') },
  })
  await screen.findByRole('heading', { level: 1, name: 'Nothing to see here' })
})
