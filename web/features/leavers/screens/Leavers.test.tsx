import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Leaver, LeaverBadge, LeaverPolicy } from '#contract/schemas/leavers.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { makeLeaverAccount } from '#tests/support/leaver-account.ts'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const id = '00000000-0000-7000-8000-000000000051'
const makeLeaver = (fields: Partial<Leaver> = {}): Leaver => ({
  id,
  user: makePerson({ name: 'Lea Moss', state: 'deactivated' }),
  state: 'open',
  points: 50,
  worth: { currency: 'USD', minor: 500 },
  outcome: 'payroll',
  result: null,
  started_at: '2026-03-01T09:00:00.000Z',
  ends_at: '2026-03-31T09:00:00.000Z',
  ended_at: null,
  ...fields,
})
const policy: LeaverPolicy = { grace_days: 30, outcome: 'return', pays_gift_cards: false }

const renderLeavers = (leavers: Leaver[] = [makeLeaver()]) =>
  renderApp('/settings/leavers', {
    config: makeConfig(),
    api: {
      'leavers.policy': () => policy,
      'leavers.list': () => ({ items: leavers, next_cursor: null }),
      'leavers.change': () => makeLeaver({ state: 'held' }),
    },
  })

test('leavers are listed with balance, money, end and outcome', async () => {
  await renderLeavers()
  await screen.findByText('Lea Moss', { selector: 'b' })
  screen.getByText(/^50 points · \$5\.00 · until .+ · is paid with the payroll$/)
})

test('a team without leavers has an empty state', async () => {
  await renderLeavers([])
  await screen.findByText('Nobody has left yet')
})

test('hold is sent at once, and a held leaver can resume', async () => {
  const { user } = await renderLeavers()
  const hold = await screen.findByRole('button', { name: 'Hold Lea Moss' })
  serve({ 'leavers.list': () => ({ items: [makeLeaver({ state: 'held' })], next_cursor: null }) })
  await user.click(hold)
  expect(callsTo('leavers.change')[0]?.body).toEqual({ action: 'hold' })
  await screen.findByRole('button', { name: 'Resume Lea Moss' })
})

test('the end is confirmed first', async () => {
  const { user } = await renderLeavers()
  await user.click(await screen.findByRole('button', { name: 'End now Lea Moss' }))
  const dialog = await findDialog('End the balance of Lea Moss now?')
  expect(callsTo('leavers.change')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'End now' }))
  await waitFor(() => expect(callsTo('leavers.change')[0]?.body).toEqual({ action: 'end' }))
})

test('a leaver whose grace has ended elsewhere is shown as such', async () => {
  const { user } = await renderLeavers()
  const hold = await screen.findByRole('button', { name: 'Hold Lea Moss' })
  const ended = makeLeaver({
    state: 'ended',
    ended_at: '2026-03-20T09:00:00.000Z',
    result: 'lapsed',
  })
  serve({
    'leavers.change': () => refuse('conflict'),
    'leavers.list': () => ({ items: [ended], next_cursor: null }),
  })
  await user.click(hold)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hold Lea Moss' })).toBeNull())
})

test('the rules are saved, and gift cards cannot be chosen without a worth', async () => {
  const { user, fill } = await renderLeavers()
  serve({ 'leavers.set_policy': () => ({ ...policy, outcome: 'payroll' }) })
  await fill(await screen.findByRole('textbox', { name: 'Days to use the balance' }), '14')
  expect(screen.getByRole('radio', { name: /gift card/ })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: /payroll/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('leavers.set_policy')[0]?.body).toEqual({ grace_days: 14, outcome: 'payroll' }),
  )
})

test('changed days keep the outcome that a colleague has chosen', async () => {
  const { user, fill, client } = await renderLeavers()
  const payroll = await screen.findByRole<HTMLInputElement>('radio', { name: /payroll/ })
  serve({ 'leavers.policy': () => ({ ...policy, outcome: 'payroll' }) })
  await act(() => client.refetchQueries({ queryKey: queryKey('leavers') }))
  await waitFor(() => expect(payroll.checked).toBe(true))
  serve({ 'leavers.set_policy': () => ({ ...policy, grace_days: 14, outcome: 'payroll' }) })
  await fill(screen.getByRole('textbox', { name: 'Days to use the balance' }), '14')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('leavers.set_policy')[0]?.body).toEqual({ grace_days: 14, outcome: 'payroll' }),
  )
})

const account = makeLeaverAccount()
const renderPage = (api: NonNullable<Parameters<typeof renderApp>[1]>['api'] = {}) =>
  renderApp('/leavers/secret', {
    config: null,
    api: { 'leavers.badges': () => ({ badges: [] }), ...api },
  })

test('the page of a link shows balance and shop, and redeems a reward', async () => {
  const { user } = await renderPage({
    'leavers.open': () => account,
    'leavers.redeem': () => account,
    'leavers.tax_note': () => ({
      note: {
        message: 'Ask payroll.',
        borne_by: 'employee',
        value: null,
        taxable: null,
        estimate: null,
      },
    }),
  })
  await screen.findByText(/You have 50 points \(\$5\.00\)/)
  await user.click(screen.getByRole('button', { name: 'Redeem Tea' }))
  const dialog = await findDialog('Redeem Tea?')
  await dialog.findByText('Ask payroll.')
  await user.click(dialog.getByRole('button', { name: 'Redeem' }))
  await waitFor(() =>
    expect(callsTo('leavers.redeem')[0]?.body).toMatchObject({
      token: 'secret',
      reward_id: id,
      price: 30,
    }),
  )
})

test('the page names the last day in the time zone of the team', async () => {
  const ending = makeLeaverAccount({
    ends_at: '2026-03-31T22:30:00.000Z',
    timezone: 'Europe/Berlin',
  })
  await renderPage({ 'leavers.open': () => ending })
  await screen.findByText(/until Apr 1, 2026/)
})

test('a changed price is named, and the next click agrees to it', async () => {
  const { user } = await renderPage({
    'leavers.open': () => account,
    'leavers.redeem': () => refuse('price_changed', { params: { price: 25 } }),
    'leavers.tax_note': () => ({ note: null }),
  })
  await user.click(await screen.findByRole('button', { name: 'Redeem Tea' }))
  const dialog = await findDialog('Redeem Tea?')
  const redeem = dialog.getByRole('button', { name: 'Redeem' })
  await waitFor(() => expect(redeem).toHaveProperty('disabled', false))
  await user.click(redeem)
  await dialog.findByText(/25/)
  serve({ 'leavers.redeem': () => account })
  await user.click(redeem)
  await waitFor(() =>
    expect(callsTo('leavers.redeem').map(({ body }) => body)).toMatchObject([
      { price: 30 },
      { price: 25 },
    ]),
  )
})

test('a reward that has just sold out can no longer be chosen', async () => {
  const [tea] = account.rewards
  const { user } = await renderPage({
    'leavers.open': () => account,
    'leavers.redeem': () => refuse('out_of_stock'),
    'leavers.tax_note': () => ({ note: null }),
  })
  await user.click(await screen.findByRole('button', { name: 'Redeem Tea' }))
  const dialog = await findDialog('Redeem Tea?')
  const redeem = dialog.getByRole('button', { name: 'Redeem' })
  await waitFor(() => expect(redeem).toHaveProperty('disabled', false))
  serve({
    'leavers.open': () =>
      makeLeaverAccount({ rewards: tea ? [{ ...tea, blocked: 'not_available' }] : [] }),
  })
  await user.click(redeem)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Redeem Tea', hidden: true })).toHaveProperty(
      'disabled',
      true,
    ),
  )
})

test('a reward that a leaver cannot redeem says why', async () => {
  const rewards = account.rewards.flatMap((tea) => [
    { ...tea, blocked: 'not_enough_points' as const, missing_points: 20 },
    {
      ...tea,
      id: '00000000-0000-7000-8000-000000000052',
      title: 'Mug',
      blocked: 'person_limit' as const,
      person_max: 1,
      person_period: 'year' as const,
    },
  ])
  await renderPage({ 'leavers.open': () => makeLeaverAccount({ rewards }) })
  await screen.findByText('20 to go')
  screen.getByText('Your limit is reached: 1 per year')
  expect(screen.getByRole('button', { name: 'Redeem Mug' })).toHaveProperty('disabled', true)
})

test('purchases say where they stand, and what an administrator wrote', async () => {
  const purchase = {
    id,
    title: 'Tea',
    emoji: '🍵',
    price: 30,
    status: 'pending',
    stage: 'ordered',
    decline_reason: '',
    order_note: 'Arrives on Friday',
    note: '',
    code: '',
    claim_url: null,
    created_at: '2026-03-02T09:00:00.000Z',
    canceled_at: null,
    returned_at: null,
  } as const
  const returned = {
    ...purchase,
    id: '00000000-0000-7000-8000-000000000052',
    title: 'Hoodie',
    status: 'declined',
    stage: 'declined',
    decline_reason: 'It never arrived',
    returned_at: '2026-03-09T09:00:00.000Z',
  } as const
  await renderPage({ 'leavers.open': () => makeLeaverAccount({ purchases: [purchase, returned] }) })
  await screen.findByText('Ordered · Arrives on Friday')
  screen.getByText('Taken back · It never arrived')
})

test('a link that has ended says so without a retry', async () => {
  await renderPage({ 'leavers.open': () => refuse('leaver_link_invalid') })
  await screen.findByText('This link has ended')
  expect(screen.queryByRole('button', { name: /again/i })).toBeNull()
})

const badge: LeaverBadge = {
  value_id: id,
  name: 'Teamwork',
  emoji: '🤝',
  count: 12,
  first_day: '2026-01-05',
  last_day: '2026-02-20',
}

test('badges are shown with their picture and downloaded without another request', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const makeUrl = vi.spyOn(URL, 'createObjectURL')
  onTestFinished(() => {
    save.mockRestore()
    makeUrl.mockRestore()
  })
  const { user } = await renderPage({
    'leavers.open': () => account,
    'leavers.badges': () => ({ badges: [badge] }),
    'leavers.badge_file': () => '<svg>#</svg>',
  })
  await screen.findByText('Thanked 12 times')
  screen.getByText(/Open Badge that Northwind signs/)
  await waitFor(() =>
    expect(document.querySelector('li img')?.getAttribute('src')).toBe(
      'data:image/svg+xml,%3Csvg%3E%23%3C%2Fsvg%3E',
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Download Teamwork' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const file = makeUrl.mock.calls[0]?.[0] as Blob
  expect([file.type, await file.text()]).toEqual(['image/svg+xml', '<svg>#</svg>'])
  expect(callsTo('leavers.badge_file').map(({ body }) => body)).toEqual([
    { token: 'secret', value_id: id },
  ])
})

test('the page has no badges without thanks', async () => {
  await renderPage({ 'leavers.open': () => account })
  await screen.findByText('Your thanks')
  await waitFor(() => expect(callsTo('leavers.badges')).toHaveLength(1))
  expect(screen.queryByText('Your badges')).toBeNull()
})

test('badges that could not be loaded can be loaded again', async () => {
  const { user } = await renderPage({
    'leavers.open': () => account,
    'leavers.badges': () => refuse('too_many'),
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  serve({ 'leavers.badges': () => ({ badges: [] }) })
  await user.click(retry)
  await waitFor(() => expect(screen.queryByText('Your badges')).toBeNull())
})
