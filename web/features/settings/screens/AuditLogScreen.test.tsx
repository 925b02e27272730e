import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePerson } from '#tests/support/web-data.ts'
import { showAsPhone } from '#tests/support/phone.ts'
import { callsTo, findDialog, renderApp } from '#tests/support/render.tsx'

const nora = makePerson({ id: '00000000-0000-7000-8000-0000000000a1', name: 'Nora Lind' })
const isaac = makePerson({ id: '00000000-0000-7000-8000-0000000000a2', name: 'Isaac Jensen' })
const fulfilled = {
  id: '00000000-0000-7000-8000-0000000000b1',
  action: 'purchase.fulfilled',
  actor: nora,
  impersonated: false,
  token: null,
  subject: isaac,
  object: {
    kind: 'purchase' as const,
    id: '00000000-0000-7000-8000-0000000000c1',
    title: 'Museum pass',
  },
  details: { purchase_id: '00000000-0000-7000-8000-0000000000c1', title: 'Museum pass' },
  created_at: '2026-06-15T12:00:00.000Z',
}

const notificationsChanged = {
  ...fulfilled,
  id: '00000000-0000-7000-8000-0000000000b2',
  action: 'settings.update',
  token: { id: '00000000-0000-7000-8000-0000000000d1', name: 'Nightly sync' },
  subject: null,
  object: null,
  details: {
    limit: { from: 1_200, to: null },
    notifications: {
      from: { points_received: true, weekly_digest: true },
      to: { points_received: true, weekly_digest: false },
    },
  },
}

/** Returns queries within the entry of a text. */
const findEntry = async (text: RegExp) =>
  within((await screen.findByText(text)).closest<HTMLElement>('li') ?? document.body)

const runLocked = {
  ...fulfilled,
  id: '00000000-0000-7000-8000-0000000000b3',
  action: 'payroll_run.lock',
  subject: null,
  object: null,
  details: { to: '2026-09-30', from: '2026-09-01', number: 12, country: null },
}

const renderLog = (path = '/settings/audit') =>
  renderApp(path, {
    api: {
      'audit_stream.get': () => ({ stream: null }),
      'workspace.audit': ({ query }) => ({
        items: query.area === 'billing' ? [] : [fulfilled, notificationsChanged, runLocked],
        next_cursor: null,
      }),
      'people.administrators': () => [
        {
          user: nora,
          permissions: {
            global_administrator: true,
            account_administrator: true,
            rewards_administrator: true,
            billing_administrator: true,
          },
        },
      ],
    },
  })

test('names and links the reward and the buyer', async () => {
  await renderLog()
  const row = await findEntry(/fulfilled a purchase/)
  expect(row.getByRole('link', { name: 'Museum pass' }).getAttribute('href')).toBe(
    '/settings/rewards/purchases?stage=done&search=Museum+pass',
  )
  expect(row.getByRole('link', { name: 'Isaac Jensen' }).getAttribute('href')).toBe(
    `/profile/${isaac.id}`,
  )
  expect(row.queryByText('title: Museum pass')).toBeNull()
})

test('shows the old and the new value of each changed setting', async () => {
  await renderLog()
  const entry = await findEntry(/changed settings/)
  const facts = entry.getAllByRole('listitem')
  expect(facts.map((fact) => fact.textContent)).toEqual([
    'points to give per period: 1,200 → –',
    'The week in the team: yes → no',
  ])
  entry.getByText('with the access token “Nightly sync”', { exact: false })
})

test('shows a range of days from its start, as days are written', async () => {
  await renderLog()
  const entry = await findEntry(/locked a payroll run/)
  expect(entry.getAllByRole('listitem').map((fact) => fact.textContent)).toEqual([
    'from: Sep 1, 2026',
    'to: Sep 30, 2026',
    'number: 12',
    'country: –',
  ])
})

test('filters by area and administrator of the address', async () => {
  const { user, router } = await renderLog()
  await screen.findByText(/fulfilled a purchase/)
  await user.selectOptions(screen.getByLabelText('Changed by'), 'Nora Lind')
  await user.selectOptions(screen.getByLabelText('Area'), 'Billing')
  await screen.findByText('No matching changes')
  await waitFor(() =>
    expect(callsTo('workspace.audit').at(-1)?.query).toMatchObject({
      area: 'billing',
      actor_id: nora.id,
    }),
  )
  expect(router.state.location.search).toMatchObject({ area: 'billing', actor_id: nora.id })
})

test('ignores invalid values of the address', async () => {
  await renderLog('/settings/audit?area=nonsense&from=2026-13-45&actor_id=me')
  await screen.findByText(/fulfilled a purchase/)
  expect(callsTo('workspace.audit')[0]?.query).toEqual({ limit: 50 })
})

test('a day can be typed although its year begins before the first day', async () => {
  await renderLog('/settings/audit?from=2026-05-01')
  await screen.findByText(/fulfilled a purchase/)
  const last = screen.getByLabelText<HTMLInputElement>('To')
  // What a browser reports after the first digit of the year.
  fireEvent.change(last, { target: { value: '0002-05-31' } })
  expect(last.value).toBe('0002-05-31')
  screen.getByText('The start must be before the end.')
  fireEvent.change(last, { target: { value: '2026-05-31' } })
  await waitFor(() => expect(location.search).toBe('?from=2026-05-01&to=2026-05-31'))
  expect(last.value).toBe('2026-05-31')
  expect(screen.queryByText('The start must be before the end.')).toBeNull()
})

test('a phone has the filters in a sheet and the file in a menu', async () => {
  showAsPhone()
  const { user } = await renderLog('/settings/audit?area=rewards')
  await screen.findByText(/fulfilled a purchase/)
  await user.click(screen.getByRole('button', { name: 'Filter 1' }))
  const sheet = await findDialog('Filter')
  await user.selectOptions(sheet.getByLabelText('Changed by'), 'Nora Lind')
  await user.click(sheet.getByRole('button', { name: 'Show results' }))
  await screen.findByRole('button', { name: 'Filter 2' })
  expect(callsTo('workspace.audit').at(-1)?.query).toMatchObject({ actor_id: nora.id })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'CSV' })
})
