import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  makeSyncChange,
  makeSyncRunData,
  makeSyncSettings,
  syncChanges,
  syncCounts,
} from '#tests/support/people-sync-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import type { PeopleSyncRun } from '../api/queries.ts'

async function renderRun(
  fields: Parameters<typeof makeSyncRunData>[0] = {},
  api: Handlers = {},
  changes = syncChanges,
) {
  let run: PeopleSyncRun = makeSyncRunData({
    state: 'waiting',
    dry_run: true,
    counts: syncCounts,
    ...fields,
  })
  return renderApp(`/settings/team/sync/${run.id}`, {
    api: {
      'people_sync.get': () => makeSyncSettings({ last_run: run }),
      'people_sync.get_run': () => run,
      'people_sync.changes': ({ query: { outcome } }) => ({
        items: changes.filter((change) => change.outcome === outcome),
        next_cursor: null,
      }),
      'people_sync.apply': () => (run = { ...run, state: 'applying' }),
      'people_sync.discard': () => (run = { ...run, state: 'discarded' }),
      ...api,
    },
  })
}
const openTab = async (user: Awaited<ReturnType<typeof renderRun>>['user'], name: string) => {
  const tabs = within(await screen.findByRole('navigation', { name: 'Differences by kind' }))
  await user.click(tabs.getByRole('button', { name }))
  return within(await screen.findByRole('list', { name }))
}

test('differences are listed by outcome, people who leave first', async () => {
  const { user } = await renderRun()
  const leaving = within(await screen.findByRole('list', { name: 'Leaving' }))
  leaving.getByText('Missing from two files in a row.')
  leaving.getByText('The file says they’ve left.')
  const missing = await openTab(user, 'Missing')
  missing.getByText('Not in the file. Leaves after the next full file.')
  const conflicts = await openTab(user, 'Conflicts')
  const versions = conflicts.getAllByRole('listitem').map(({ textContent: text }) => text)
  expect(versions.slice(1)).toEqual([
    'Last file: Engineer',
    'Changed by hand: Team lead',
    'This file, which wins: Staff Engineer',
  ])
  const refused = await openTab(user, 'Rejected')
  refused.getByText('This isn’t an email address')
  const changed = await openTab(user, 'Changed')
  const fields = changed.getAllByRole('definition').map(({ textContent: text }) => text)
  expect(fields.slice(0, 2)).toEqual(['Engineer becomes Senior Engineer', 'empty becomes Platform'])
  const added = await openTab(user, 'New')
  expect(added.getAllByRole('definition').map(({ textContent: text }) => text)).toEqual([
    'Data scientist',
    'Apr 1, 2026',
    'Sweden',
  ])
})

test('a part of a change that was left out says why', async () => {
  await renderRun({ counts: { changed: 1 } }, {}, [makeSyncChange({ code: 'people_file_changed' })])
  await screen.findByText('This person has changed since the check')
})

test('more differences load after the last one', async () => {
  const first = makeSyncChange()
  const { user } = await renderRun(
    { counts: { changed: 2 } },
    {
      'people_sync.changes': ({ query: { cursor } }) =>
        cursor === 0
          ? { items: [first], next_cursor: String(first.id) }
          : { items: [makeSyncChange({ email: 'second@northwind.example' })], next_cursor: null },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText(/second@northwind\.example/)
  expect(callsTo('people_sync.changes').map(({ query }) => query.cursor)).toEqual([0, first.id])
})

test('the confirmation says how many people leave before a run is applied', async () => {
  const { user } = await renderRun()
  await user.click(await screen.findByRole('button', { name: 'Apply' }))
  const dialog = await findDialog('Apply these changes?')
  dialog.getByText('5 people leave now: they’re signed out and deactivated.')
  dialog.getByText('3 people leave after the next full file, unless it lists them again.')
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('heading', { name: 'Applying the changes' })
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
})

test('a run is discarded after a question', async () => {
  const { user } = await renderRun()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  const dialog = await findDialog('Discard this run?')
  await user.click(dialog.getByRole('button', { name: 'Discard' }))
  await screen.findByRole('heading', { name: 'Discarded' })
})

test('a decision about a run that somebody else decided shows the newest state', async () => {
  const { user } = await renderRun({}, { 'people_sync.apply': () => refuse('conflict') })
  await user.click(await screen.findByRole('button', { name: 'Apply' }))
  const dialog = await findDialog()
  serve({ 'people_sync.get_run': () => makeSyncRunData({ counts: syncCounts }) })
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Someone else changed this in the meantime')
  await screen.findByRole('heading', { name: 'Done' })
})

test('a stopped run says how many people would leave and what to do', async () => {
  await renderRun({
    state: 'stopped',
    dry_run: false,
    code: 'people_file_leavers',
    synced: 2_000,
    counts: { deactivated: 12, missing: 300 },
  })
  await screen.findByRole('heading', {
    name: 'Stopped: 312 of 2,000 people would leave, more than 10%',
  })
  screen.getByText(/^Nobody has changed. Have they really left\?/)
  screen.getByRole('button', { name: 'Apply' })
})

test.each([
  ['people_file_columns', /^The columns aren’t the ones we know/],
  ['people_file_cut', /^The file ends in the middle of a row/],
  ['file_too_large', 'The file is too large: at most 20 MB.'],
  ['a_new_code', /^Something went wrong on our side/],
])('a run that failed with %s says what to change', async (code, text) => {
  await renderRun({ state: 'failed', code, counts: {} })
  await screen.findByRole('heading', { name: 'This file couldn’t be used' })
  screen.getByText(text)
  expect(screen.queryByText('Differences')).toBeNull()
})

test('a check shows its progress and then the differences', async () => {
  await renderRun({ state: 'checking', checked: 500, rows: 2_000, counts: {} })
  const bar = await screen.findByRole('progressbar', { name: 'Checking the file' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  screen.getByText('Rows: 500 of 2,000')
  serve({ 'people_sync.get_run': () => makeSyncRunData({ state: 'waiting', counts: { new: 1 } }) })
  await waitFor(() => screen.getByRole('heading', { name: 'Ready for you to check' }), {
    timeout: 3_000,
  })
  await screen.findByRole('list', { name: 'New' })
})

test('a file without differences can still be applied', async () => {
  await renderRun({ counts: {} })
  await screen.findByRole('heading', { name: 'The file says nothing new' })
  screen.getByRole('button', { name: 'Apply' })
})

test('an unknown run is not found', async () => {
  await renderRun({}, { 'people_sync.get_run': () => refuse('not_found') })
  await screen.findByRole('heading', { level: 1, name: 'Nothing to see here' })
})
