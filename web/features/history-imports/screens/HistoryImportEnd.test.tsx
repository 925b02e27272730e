import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HistoryImport } from '#contract/schemas/history-imports.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  makeCheckedImport,
  makeEndedImport,
  makeHistoryCheck,
  makeHistoryImportData,
  unknownPeople,
} from '#tests/support/history-import-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { exampleTime, makePerson } from '#tests/support/web-data.ts'

async function renderEnd(first: HistoryImport, api: Handlers = {}) {
  let current = first
  return renderApp(`/settings/history-imports/${first.id}`, {
    api: {
      'history_imports.list': () => [current],
      'history_imports.get': () => makeHistoryCheck(current),
      'history_imports.people': ({ query: { search } }) => {
        const people = unknownPeople.filter(({ name }) => name.includes(search))
        return { total: search ? people.length : 120, people }
      },
      'history_imports.undo': () =>
        (current = { ...current, state: 'undoing', done: current.created }),
      ...api,
    },
  })
}
const member = makePerson({ first_name: 'Cara', last_name: 'Lind' })
const foundPeople = () => toFoundPeople(member)

/** Opens the dialog that merges the first former teammate, and chooses a member. */
async function chooseMember(user: Awaited<ReturnType<typeof renderEnd>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Merge with… (Cara Nowak)' }))
  const dialog = await findDialog('Merge Cara Nowak')
  await user.click(dialog.getByRole('combobox', { name: 'Member' }))
  await user.click(await dialog.findByRole('option', { name: /^Cara Lind/ }))
  return dialog
}

test('the end of an import shows its result and refetches the team', async () => {
  const running = makeCheckedImport({ state: 'in_progress', done: 24_105, started_at: exampleTime })
  await renderEnd(running)
  const bar = await screen.findByRole('progressbar', { name: 'Importing the posts' })
  expect(bar.getAttribute('aria-valuenow')).toBe('50')
  const configs = callsTo('config.get').length
  serve({ 'history_imports.get': () => makeHistoryCheck(makeEndedImport({ id: running.id })) })
  await screen.findByRole('heading', { name: 'The posts are here' }, { timeout: 3_000 })
  await waitFor(() => expect(callsTo('config.get').length).toBeGreaterThan(configs))
  const feed = screen.getByRole('link', { name: 'Open the feed' })
  expect(feed.getAttribute('href')).toBe('/feed')
  screen.getByText('Points as opening balances')
})

test('a former teammate is searched and merged with a member', async () => {
  const { user, fill } = await renderEnd(makeEndedImport(), {
    'people.list': foundPeople,
    'history_imports.merge': () => ({ posts: 383 }),
  })
  const section = within(await screen.findByRole('group', { name: 'Former teammates' }))
  await fill(await section.findByRole('searchbox'), 'Cara')
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
  const dialog = await chooseMember(user)
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await screen.findByText('383 posts moved to Cara Lind')
  expect(callsTo('history_imports.merge').map(({ body }) => body)).toEqual([
    { former_user_id: unknownPeople[0]?.former_user_id, user_id: member.id },
  ])
})

test('administrators can merge their own former address', async () => {
  const { user } = await renderEnd(makeEndedImport(), {
    'people.list': foundPeople,
    'history_imports.merge': () => ({ posts: 3 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Merge with… (Cara Nowak)' }))
  const dialog = await findDialog('Merge Cara Nowak')
  await user.type(dialog.getByRole('combobox', { name: 'Member' }), 'alb')
  await user.click(await dialog.findByRole('option', { name: /^Nora Albrecht/ }))
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await screen.findByText('3 posts moved to Nora Albrecht')
})

test('a refused merge shows the reason at the member', async () => {
  const { user } = await renderEnd(makeEndedImport(), {
    'people.list': foundPeople,
    'history_imports.merge': () => refuse('history_merge_overlap', { field: 'user_id' }),
  })
  const dialog = await chooseMember(user)
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await dialog.findByText(/^These two are together in a post/)
})

test('an undo states what it deletes and shows its progress', async () => {
  const { user } = await renderEnd(makeEndedImport())
  await screen.findByText(/: 6 days left\.$/)
  await user.click(screen.getByRole('button', { name: 'Undo import' }))
  const dialog = await findDialog('Undo this import?')
  dialog.getByText('48,210 imported posts are deleted.')
  dialog.getByText(/^421,930 points of opening balances are taken back/)
  await user.click(dialog.getByRole('button', { name: 'Undo import' }))
  const bar = await screen.findByRole('progressbar', { name: 'Undoing the import' })
  expect(bar.getAttribute('aria-valuenow')).toBe('0')
  screen.getByText('Posts removed: 0 of 48,210')
})

test('an old import can no longer be undone', async () => {
  await renderEnd(makeEndedImport({ undo_until: exampleTime }))
  await screen.findByText(/^The time to undo this import is over\./)
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull()
})

test('an undone import says which points stayed', async () => {
  await renderEnd(makeEndedImport({ state: 'undone', kept_points: 12, undo_until: null }))
  await screen.findByRole('heading', { name: 'The import is undone' })
  screen.getByText(/^12 points of opening balances were already spent/)
})

test('a failed import can be undone', async () => {
  await renderEnd(makeEndedImport({ state: 'failed', created: 1_200 }))
  await screen.findByText(/^1,200 posts had been imported before that\./)
  screen.getByRole('button', { name: 'Undo import' })
})

test('a failed check runs again', async () => {
  const failed = makeHistoryImportData({ state: 'failed' })
  const { user } = await renderEnd(failed, {
    'history_imports.check': () => ({ ...failed, state: 'checking' }),
  })
  await screen.findByText(/^Nothing has changed\. Please check the file again\./)
  serve({ 'history_imports.get': () => makeHistoryCheck({ ...failed, state: 'checking' }) })
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('progressbar', { name: 'Checking the file' })
})
