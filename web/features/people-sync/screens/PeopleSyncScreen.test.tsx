import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '#tests/support/fake-api.ts'
import { makeSyncRunData, makeSyncSettings } from '#tests/support/people-sync-data.ts'
import { callsTo, neverAnswer, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import type { PeopleSyncRun, PeopleSyncSettings } from '../api/queries.ts'

async function renderSync({
  settings = {},
  runs = [],
  api = {},
}: {
  settings?: Partial<PeopleSyncSettings>
  runs?: PeopleSyncRun[]
  api?: Handlers
} = {}) {
  let current = makeSyncSettings({ last_run: runs[0] ?? null, ...settings })
  const started = makeSyncRunData({ state: 'checking', rows: 0, checked: 0, synced: 0 })
  const app = await renderApp('/settings/team/sync', {
    api: {
      'people_sync.get': () => current,
      'people_sync.runs': () => ({ items: runs, next_cursor: null }),
      'people_sync.update': ({ body: { authorization, ...body } }) => {
        current = {
          ...current,
          ...(body as Partial<PeopleSyncSettings>),
          has_authorization:
            authorization === undefined ? current.has_authorization : authorization !== '',
        }
        return current
      },
      'people_sync.upload': () => started,
      'people_sync.start': () => started,
      'people_sync.get_run': () => started,
      ...api,
    },
  })
  const section = async (name: string) => within(await screen.findByRole('group', { name }))
  return { ...app, section, started }
}
const updates = () => callsTo('people_sync.update').map(({ body }) => body)

test('the command of the API source has the address and the chosen coverage', async () => {
  const { user } = await renderSync()
  const command = await screen.findByLabelText('curl')
  expect(command.textContent).toContain(`${location.origin}/api/people-file?coverage=full'`)
  await user.click(screen.getByRole('radio', { name: 'Only some people' }))
  expect(command.textContent).toContain('coverage=partial')
  expect(screen.queryByLabelText(/Safety stop/)).toBeNull()
  const link = screen.getByRole('link', { name: 'Create an access token' })
  expect(link.getAttribute('href')).toBe('/edit-profile')
})

test('an unreadable safety stop does not block a list of some people', async () => {
  const { user, fill, section } = await renderSync()
  const source = await section('Source')
  await fill(source.getByLabelText(/^Safety stop/), 'ten')
  await user.click(source.getByRole('radio', { name: 'Only some people' }))
  await user.click(source.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updates()).toHaveLength(1))
  expect(updates()[0]).toMatchObject({ coverage: 'partial' })
})

test('a changed invitation keeps the safety stop of a colleague', async () => {
  const { user, section, client } = await renderSync()
  const source = await section('Source')
  serve({ 'people_sync.get': () => makeSyncSettings({ leavers_percent_max: 3 }) })
  await act(() => client.refetchQueries({ queryKey: queryKey('people_sync', 'settings') }))
  await source.findByDisplayValue('3')
  await user.click(source.getByRole('switch'))
  await user.click(source.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updates()).toEqual([{ invites: expect.any(Boolean) }]))
})

test('the server folder is not offered unless the operator has set one up', async () => {
  const { section } = await renderSync()
  const source = await section('Source')
  expect(source.queryByRole('radio', { name: 'Server folder' })).toBeNull()
})

test('the server folder shows its path', async () => {
  const { user, section } = await renderSync({
    settings: { folder: true, folder_path: 'team-folder' },
  })
  const source = await section('Source')
  await user.click(source.getByRole('radio', { name: 'Server folder' }))
  source.getByDisplayValue('team-folder')
})

test('a stored authorization stays until it is replaced or removed', async () => {
  const { user, fill, section } = await renderSync({
    settings: { source: 'https', address: 'https://hr.example/a.csv', has_authorization: true },
  })
  const source = await section('Source')
  source.getByText('A header is stored. Leave this empty to keep it.')
  const save = () => user.click(source.getByRole('button', { name: 'Save' }))
  await save()
  await waitFor(() => expect(updates()).toHaveLength(1))
  expect(updates()[0]).not.toHaveProperty('authorization')
  await fill(source.getByLabelText(/^Authorization header/), 'Bearer new')
  await save()
  await waitFor(() => expect(updates()[1]).toMatchObject({ authorization: 'Bearer new' }))
  await waitFor(() => expect(source.queryByDisplayValue('Bearer new')).toBeNull())
  await user.click(source.getByRole('checkbox', { name: 'Remove the stored header' }))
  await save()
  await waitFor(() => expect(updates()[2]).toMatchObject({ authorization: '' }))
  await waitFor(() => expect(source.queryByRole('checkbox')).toBeNull())
})

test('another address asks for the authorization again', async () => {
  const { fill, section } = await renderSync({
    settings: { source: 'https', address: 'https://hr.example/a.csv', has_authorization: true },
  })
  const source = await section('Source')
  await fill(source.getByLabelText('Address of the file'), 'https://hr.example/b.csv')
  source.getByText('The stored header belongs to the old address. Please enter it again.')
  expect(source.queryByRole('checkbox')).toBeNull()
})

test('a refused address and a percentage that is no number stay at their fields', async () => {
  const { user, fill, section } = await renderSync({
    settings: { source: 'https', address: 'https://10.0.0.1/a.csv' },
    api: { 'people_sync.update': () => refuse('address_refused', { field: 'address' }) },
  })
  const source = await section('Source')
  const percent = source.getByLabelText(/Safety stop/)
  await fill(percent, 'ten')
  await user.click(source.getByRole('button', { name: 'Save' }))
  expect(updates()).toEqual([])
  await fill(percent, '20')
  await user.click(source.getByRole('button', { name: 'Save' }))
  await source.findByText('Please use an https URL on the public internet')
  expect(updates()).toEqual([{ leavers_percent_max: 20 }])
})

test('the hour is chosen only for the daily schedule', async () => {
  const { user, section } = await renderSync({
    settings: { source: 'https', address: 'https://hr.example/a.csv' },
  })
  const source = await section('Source')
  expect(source.queryByLabelText(/^Time/)).toBeNull()
  await user.selectOptions(source.getByLabelText('How often'), 'daily')
  await user.selectOptions(source.getByLabelText(/^Time/), '06:00')
  await user.click(source.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updates()).toMatchObject([{ schedule: 'daily', hour: 6 }]))
})

test('the columns of the last file are kept with one field each', async () => {
  const { user, section } = await renderSync({ runs: [makeSyncRunData()] })
  const columns = await section('Columns')
  columns.getByText(/We’ve matched these columns on our own/)
  await user.selectOptions(columns.getByLabelText('Notes'), 'job_title')
  expect(columns.getByLabelText<HTMLSelectElement>('Job').value).toBe('ignore')
  await user.selectOptions(columns.getByLabelText('Date order of Started'), 'dmy')
  await user.click(columns.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updates()).toHaveLength(1))
  expect(updates()[0]).toEqual({
    columns: [
      { header: 'E-mail', field: 'email' },
      { header: 'Name', field: 'full_name' },
      { header: 'Job', field: 'ignore' },
      { header: 'Started', field: 'hire_date' },
      { header: 'Notes', field: 'job_title' },
    ],
    date_orders: { hire_date: 'dmy' },
  })
  await user.click(await columns.findByRole('button', { name: 'Match automatically' }))
  await waitFor(() => expect(updates()[1]).toEqual({ columns: [], date_orders: {} }))
})

test('unsaved fields of columns stay when another file arrives', async () => {
  const { user, client, section } = await renderSync({ runs: [makeSyncRunData()] })
  const columns = await section('Columns')
  await user.selectOptions(columns.getByLabelText('Notes'), 'job_title')
  const next = makeSyncRunData()
  serve({
    'people_sync.get': () =>
      makeSyncSettings({
        last_run: { ...next, columns: [...next.columns, { header: 'Site', field: 'location' }] },
      }),
  })
  await act(() => client.refetchQueries({ queryKey: queryKey('people_sync', 'settings') }))
  const fieldOf = (header: string) =>
    screen.getByLabelText<HTMLSelectElement>(header, { selector: 'select' }).value
  await waitFor(() => expect(fieldOf('Site')).toBe('location'))
  expect(fieldOf('Notes')).toBe('job_title')
  expect(fieldOf('Job')).toBe('ignore')
})

test('columns without addresses cannot be saved, and lost columns are named', async () => {
  const { user, section } = await renderSync({
    runs: [makeSyncRunData({ state: 'failed', code: 'people_file_columns' })],
    settings: {
      columns: [
        { header: 'e-mail', field: 'email' },
        { header: 'Position', field: 'job_title' },
      ],
    },
  })
  const columns = await section('Columns')
  columns.getByText('No longer in the last file: Position. Saving forgets them.')
  await user.selectOptions(columns.getByLabelText('E-mail'), 'ignore')
  columns.getByText(/^Choose the column with the email addresses/)
  expect(columns.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test('a file is checked as a dry run and its page opens', async () => {
  const { user, router, started } = await renderSync({ settings: { coverage: 'partial' } })
  await screen.findByText('Drop the file here')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['Email\n'], 'people.csv'))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/settings/team/sync/${started.id}`),
  )
  expect(callsTo('people_sync.upload').map(({ query }) => query)).toEqual([
    { coverage: 'partial', dry_run: true },
  ])
  await screen.findByText('Fetching the file…')
})

test('the file of the source is fetched as a dry run, unless another is in work', async () => {
  const { user, section } = await renderSync({
    settings: { source: 'https', address: 'https://hr.example/a.csv' },
    api: { 'people_sync.start': () => refuse('conflict') },
  })
  const check = await section('Check a file')
  await user.click(check.getByRole('button', { name: 'Check the file now' }))
  await check.findByText(/^Another file is being checked or applied/)
  expect(callsTo('people_sync.start').map(({ body }) => body)).toEqual([{ dry_run: true }])
})

test('the runs show their state and counts in words, and a waiting one is announced', async () => {
  const waiting = makeSyncRunData({ state: 'waiting', counts: { new: 3, deactivated: 1 } })
  await renderSync({ runs: [waiting, makeSyncRunData({ file_name: 'old.csv' })] })
  const list = within(await screen.findByRole('list', { name: 'Runs' }))
  const links = list.getAllByRole('link')
  expect(links[0]?.getAttribute('href')).toBe(`/settings/team/sync/${waiting.id}`)
  expect(links[0]?.textContent).toContain('3\u00A0new · 1\u00A0leaving')
  expect(links[0]?.textContent).toContain('Waiting for you')
  expect(links[1]?.textContent).toContain('No differences')
  const alert = screen.getByText('A checked file is waiting for you')
  expect(alert.closest('[role=status]')).not.toBeNull()
})

test('a run that stops on screen is announced without another visit', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const checking = makeSyncRunData({ state: 'checking' })
  await renderSync({ runs: [checking] })
  await screen.findByText('Checking')
  const stopped: PeopleSyncRun = { ...checking, state: 'stopped' }
  serve({
    'people_sync.get': () => makeSyncSettings({ last_run: stopped }),
    'people_sync.runs': () => ({ items: [stopped], next_cursor: null }),
  })
  await act(() => vi.advanceTimersByTimeAsync(3_100))
  await screen.findByText('Stopped')
  await screen.findByText('The last run stopped')
})

test('the page shows that it loads, and an error with a retry', async () => {
  const { user } = await renderSync({
    api: {
      'people_sync.get': () => refuse('unavailable'),
      'people_sync.runs': neverAnswer,
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  serve({ 'people_sync.get': () => makeSyncSettings() })
  await user.click(retry)
  const runs = await screen.findByRole('group', { name: 'Runs' })
  expect(runs.querySelector('[aria-busy=true]')).not.toBeNull()
})
