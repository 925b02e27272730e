import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/web-data.ts'
import { findDialog, renderApp, serve } from '#tests/support/render.tsx'

const [ada, bo] = ['Ada', 'Bo'].map((name) => makeMember({ first_name: name, name: `${name} Roe` }))
const toPage = (items: (ReturnType<typeof makeMember> | undefined)[], accepted: number) => ({
  items: items.filter((item) => item !== undefined),
  next_cursor: null,
  counts: { pending: 0, accepted, deactivated: 0 },
})

/** Opens the second page of the accepted members, where Bo is alone. */
async function openLastPage() {
  const app = await renderApp('/settings/team?state=accepted', {
    api: {
      'users.list': ({ query }) =>
        query.cursor ? toPage([bo], 51) : { ...toPage([ada], 51), next_cursor: 'second' },
      'users.update_many': ({ body }) => {
        serve({ 'users.list': ({ query }) => toPage(query.cursor ? [] : [ada], 50) })
        return { results: body.ids.map((id) => ({ id, outcome: 'done' as const, code: null })) }
      },
    },
  })
  await app.user.click(await screen.findByRole('button', { name: 'Next page' }))
  await screen.findByText('51–51 of 51')
  return app
}

test('a last page without people leads back to the page before it', async () => {
  const { user } = await openLastPage()
  await user.click(screen.getByRole('checkbox', { name: 'Select everyone on this page' }))
  await user.click(screen.getByRole('button', { name: 'Deactivate' }))
  await user.click((await findDialog()).getByRole('button', { name: 'Deactivate' }))
  await screen.findByRole('link', { name: 'Ada Roe' })
  await waitFor(() => expect(screen.queryByText('No one found')).toBeNull())
  expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true)
})

test('a list without its search again starts at its first page', async () => {
  const { fill } = await openLastPage()
  const field = screen.getByRole('searchbox', { name: 'Search by name or address' })
  await fill(field, 'ada')
  await waitFor(() => expect(location.search).toBe('?state=accepted&search=ada'))
  await screen.findByText('1–1 of 51')
  await fill(field, '')
  await waitFor(() => expect(location.search).toBe('?state=accepted'))
  await screen.findByText('1–1 of 51')
  expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true)
})

test('the search field follows a link to the team without a search', async () => {
  const { user, fill } = await renderApp('/settings/team', {
    api: { 'users.list': () => toPage([ada], 1) },
  })
  const field = await screen.findByRole<HTMLInputElement>('searchbox', {
    name: 'Search by name or address',
  })
  await fill(field, 'ada')
  await waitFor(() => expect(location.search).toBe('?search=ada'))
  expect(field.value).toBe('ada')
  const [link] = screen.getAllByRole('link', { name: 'Team' })
  if (link) await user.click(link)
  await waitFor(() => expect(location.search).toBe(''))
  expect(field.value).toBe('')
})
