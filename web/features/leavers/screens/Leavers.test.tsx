import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Leaver, LeaverAccount, LeaverPolicy } from '#contract/schemas/leavers.ts'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const id = '00000000-0000-7000-8000-000000000051'
const makeLeaver = (fields: Partial<Leaver> = {}): Leaver => ({
  id,
  user: makePerson({ name: 'Lea Moss', state: 'deactivated' }),
  state: 'open',
  points: 50,
  cents: 500,
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

const account: LeaverAccount = {
  team: 'Northwind',
  logo: { url: null },
  first_name: 'Lea',
  balance: 50,
  cents: 500,
  outcome: 'return',
  ends_at: '2026-03-31T09:00:00.000Z',
  rewards: [
    {
      id,
      title: 'Tea',
      description: '',
      emoji: '🍵',
      picture: { url: null },
      price: 30,
      type: 'manual',
      comment_required: false,
      is_blocked: false,
    },
  ],
  purchases: [],
}
const renderPage = (api: NonNullable<Parameters<typeof renderApp>[1]>['api'] = {}) =>
  renderApp('/leavers/secret', { config: null, api })

test('the page of a link shows balance and shop, and redeems a reward', async () => {
  const { user } = await renderPage({
    'leavers.open': () => account,
    'leavers.redeem': () => account,
  })
  await screen.findByText(/You have 50 points \(\$5\.00\)/)
  await user.click(screen.getByRole('button', { name: 'Redeem Tea' }))
  const dialog = await findDialog('Redeem Tea?')
  await user.click(dialog.getByRole('button', { name: 'Redeem' }))
  await waitFor(() =>
    expect(callsTo('leavers.redeem')[0]?.body).toMatchObject({
      token: 'secret',
      reward_id: id,
      price: 30,
    }),
  )
})

test('a link that has ended says so without a retry', async () => {
  await renderPage({ 'leavers.open': () => refuse('leaver_link_invalid') })
  await screen.findByText('This link has ended')
  expect(screen.queryByRole('button', { name: /again/i })).toBeNull()
})
