import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeUserImport } from '#tests/support/import-data.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'

async function renderUpload() {
  const app = await renderApp('/settings/team/import', { api: { 'imports.list': () => [] } })
  await screen.findByRole('heading', { name: 'Import your team from a list' })
  const choose = async (content = 'email\nada@example.test', size = content.length) => {
    const file = new File([content], 'people.csv', { type: 'text/csv' })
    Object.defineProperty(file, 'size', { value: size })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await app.user.upload(input ?? document.body, file)
  }
  return { ...app, choose }
}

test('an unreadable file shows its error with a hint', async () => {
  const { choose } = await renderUpload()
  serve({ 'imports.create': () => refuse('file_unreadable') })
  await choose()
  await screen.findByText(/^Error reading the file/)
  await expectNoViolations(screen.getByRole('main'))
})

test('a file above the limit is not sent', async () => {
  const { choose } = await renderUpload()
  await choose('a', limits.import_bytes_max + 1)
  await screen.findByText(/^The file is too large/)
  expect(callsTo('imports.create')).toEqual([])
})

test('a list with too many rows names the limit', async () => {
  const { choose } = await renderUpload()
  serve({ 'imports.create': () => refuse('out_of_range') })
  await choose()
  await screen.findByText(/^The list is too long: a file can have up to 100,000 rows/)
})

test('a lost upload shows its error, and the file can be sent again', async () => {
  const { choose } = await renderUpload()
  serve({ 'imports.create': loseConnection })
  await choose()
  await screen.findByText('Upload failed')
  await choose()
  await screen.findByText('Upload failed')
  expect(callsTo('imports.create')).toHaveLength(2)
})

test('a list of imports that fails to load offers a retry', async () => {
  const { user } = await renderApp('/settings/team/import', {
    api: { 'imports.list': loseConnection },
  })
  await screen.findByText('Server is not responding. Please try again.')
  await expectNoViolations(screen.getByRole('main'))
  serve({
    'imports.list': () => [
      makeUserImport({ state: 'canceled', file_name: 'people.xlsx', columns: [], rows: 1 }),
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Earlier imports' })
  screen.getByRole('link', { name: /people\.xlsx.*Canceled/ })
})

test('an unknown import shows the page for nothing', async () => {
  await renderApp('/settings/team/import?id=01900000-0000-7000-8000-000000000000', {
    api: { 'imports.get': () => refuse('not_found') },
  })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
  await expectNoViolations(screen.getByRole('main'))
})
