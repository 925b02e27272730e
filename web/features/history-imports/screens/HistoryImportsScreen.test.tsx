import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { makeEndedImport, makeHistoryImportData } from '#tests/support/history-import-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const path = '/settings/history-imports'
const renderList = async (api: Handlers = {}) => {
  const app = await renderApp(path, { api: { 'history_imports.list': () => [], ...api } })
  const drop = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await app.user.upload(input as HTMLInputElement, file)
  }
  return { ...app, drop }
}
const posts = new File(['Date\n'], 'posts.csv', { type: 'text/csv' })

test('a file of the chosen product is uploaded and its columns open', async () => {
  const created = makeHistoryImportData({ product: 'nectar' })
  const { user, router, drop } = await renderList({
    'history_imports.create': () => created,
    'history_imports.get': () => ({ import: created, people: [], tags: [] }),
  })
  await screen.findByText('CSV or XLSX, up to 1,000,000 rows and 60 MB')
  await user.selectOptions(screen.getByLabelText('From which product?'), 'Nectar')
  await drop(posts)
  await screen.findByRole('heading', { name: 'Match your columns' })
  expect(router.state.location.pathname).toBe(`${path}/${created.id}`)
  expect(callsTo('history_imports.create').map(({ body }) => body)).toEqual([{ product: 'nectar' }])
})

test('a file that is too large is not sent', async () => {
  const { drop } = await renderList()
  await screen.findByText('No posts have been imported yet.')
  const file = new File(['x'], 'posts.csv', { type: 'text/csv' })
  Object.defineProperty(file, 'size', { value: limits.history_bytes_max + 1 })
  await drop(file)
  await screen.findByText('The file is too large')
  expect(callsTo('history_imports.create')).toEqual([])
})

test.each([
  ['file_unreadable', /one post in each row\.$/],
  ['out_of_range', 'The list is too long: a file can have up to 1,000,000 rows and 60 columns.'],
] as const)('an upload refused with %s says what to change', async (code, text) => {
  const { drop } = await renderList({
    'history_imports.create': () => refuse(code, { field: 'file' }),
  })
  await drop(posts)
  const alert = await screen.findByText(text)
  expect(alert.closest('[role=alert]')).not.toBeNull()
})

test('earlier imports show their product, state and count', async () => {
  const imports = [
    makeHistoryImportData({ product: 'other', state: 'checking' }),
    makeEndedImport({ file_name: 'tacos.csv', product: 'heytaco' }),
  ]
  await renderList({ 'history_imports.list': () => imports })
  const list = within(await screen.findByRole('list', { name: 'Earlier imports' }))
  const [checking, finished] = list.getAllByRole('link')
  expect(checking?.textContent).toMatch(/Another product.*48,264 rowsChecking$/)
  expect(finished?.textContent).toMatch(/^tacos\.csvHeyTaco.*48,210 postsDone$/)
  expect(finished?.getAttribute('href')).toBe(`${path}/${imports[1]?.id}`)
})

test('a list that fails to load offers a retry', async () => {
  const { user } = await renderList({ 'history_imports.list': () => refuse('unavailable') })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  serve({ 'history_imports.list': () => [makeEndedImport()] })
  await user.click(retry)
  await screen.findByRole('list', { name: 'Earlier imports' })
})

test('the page is for account administrators, who find it in the settings', async () => {
  const { abilities } = makeConfig()
  const others = abilities.filter((ability) => ability !== 'manage_workspace')
  await renderApp(path, { config: makeConfig({ abilities: others }) })
  await waitFor(() => expect(location.pathname).toBe('/settings'))
})
