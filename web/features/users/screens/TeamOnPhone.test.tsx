import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeMember } from '#tests/support/web-data.ts'
import { showAsPhone } from '#tests/support/phone.ts'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'

beforeEach(() => {
  localStorage.clear()
  showAsPhone()
})
async function renderList(path = '/settings/team') {
  const app = await renderApp(path, {
    api: {
      'users.list': () => ({
        items: [makeMember()],
        next_cursor: null,
        counts: { pending: 0, accepted: 1, deactivated: 0 },
      }),
    },
  })
  await screen.findByRole('table', { name: 'Team' })
  return app
}
const lastQuery = () => callsTo('users.list').at(-1)?.query

test('a phone counts the filters and opens them as a sheet', async () => {
  const { user } = await renderList('/settings/team?state=accepted&search=roe')
  expect(screen.queryByRole('button', { name: 'Never joined' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Filter 1' }))
  const sheet = await findDialog('Filter')
  await user.click(sheet.getByRole('button', { name: 'Never joined' }))
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ state: 'accepted', activity: 'never', search: 'roe' }),
  )
  await user.click(sheet.getByRole('button', { name: 'Show results' }))
  await user.click(await screen.findByRole('button', { name: 'Filter 2' }))
  await user.click((await findDialog('Filter')).getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('state'))
  expect(lastQuery()).not.toHaveProperty('search')
})

test('a phone has views, columns and export in one menu', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderList()
  const openMenu = () => user.click(screen.getByRole('button', { name: 'More' }))
  serve({ 'users.csv': () => 'a workbook' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Columns' }))
  const columns = await findDialog('Columns')
  expect(columns.getByRole<HTMLInputElement>('checkbox', { name: 'Email' }).checked).toBe(true)
  await user.click(columns.getByRole('checkbox', { name: 'Email' }))
  expect(screen.queryByText('Email', { selector: 'td *' })).toBeNull()
  await user.click(columns.getByRole('button', { name: 'Close' }))
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Views' }))
  await user.click((await findDialog('Views')).getByRole('button', { name: 'Administrators' }))
  await screen.findByRole('button', { name: 'Filter 1' })
  save.mockRestore()
})
