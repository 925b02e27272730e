import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { makePurchase } from '#tests/support/reward-data.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

const buyer = makePerson({ name: 'Mira Okafor', first_name: 'Mira', last_name: 'Okafor' })
const renderList = (purchase: Purchase) =>
  renderApp(`/settings/rewards/purchases?stage=${purchase.stage}`, {
    config: makeConfig({
      abilities: ['take_part', 'enter_settings', 'manage_rewards', 'fulfil_purchases'],
    }),
    api: {
      'rewards.purchases': () => ({ items: [purchase], next_cursor: null }),
      'rewards.purchase_counts': () => ({
        stages: { to_do: 0, ordered: 0, in_progress: 0, done: 1, declined: 1 },
        rewards: [],
      }),
    },
  })

test('a fulfilled purchase is taken back with a reason', async () => {
  const other = makePerson({ name: 'Ben Li', first_name: 'Ben', last_name: 'Li' })
  const part = (user: typeof buyer, amount: number, status: Purchase['status']) => ({
    user_id: user.id,
    user,
    email: null,
    amount,
    status,
    created_at: '2026-06-15T12:00:00.000Z',
  })
  const done = makePurchase({
    title: 'Lunch',
    status: 'fulfilled',
    stage: 'done',
    reward_type: 'team',
    company_part: 5,
    user_ids: [buyer.id, other.id],
    contributions: [
      part(buyer, 20, 'fulfilled'),
      part(other, 1, 'fulfilled'),
      part(other, 9, 'declined'),
      part(buyer, 4, 'fulfilled'),
    ],
  })
  const purchase = { ...done, abilities: { ...done.abilities, take_back: true } }
  const { user, fill } = await renderList(purchase)
  serve({ 'rewards.decline': () => ({ ...purchase, status: 'declined' as const }) })
  await user.click(await screen.findByRole('button', { name: 'Lunch Details' }))
  await user.click(await screen.findByRole('button', { name: 'Take back… Lunch' }))
  const dialog = await findDialog('Take “Lunch” back?')
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Mira Okafor24 points',
    'Ben Li1 point',
  ])
  dialog.getByText('The company’s 5 points don’t return.')
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Take back' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  expect(confirm.disabled).toBe(true)
  await fill(reason, '  ')
  expect(confirm.disabled).toBe(true)
  await fill(reason, ' The place has closed ')
  await user.click(confirm)
  await screen.findByText('Taken back. The points have returned.')
  expect(callsTo('rewards.decline')).toMatchObject([
    { params: { id: purchase.id }, body: { reason: 'The place has closed' } },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the list names a purchase that was taken back', async () => {
  const at = '2026-06-16T12:00:00.000Z'
  const returned = { status: 'declined', stage: 'declined', returned_at: at } as const
  await renderList(makePurchase({ title: 'Tea', ...returned }))
  await screen.findByText('Taken back')
})

test('a reason stays when the purchase is not taken back', async () => {
  const done = makePurchase({ title: 'Lunch', status: 'fulfilled', stage: 'done' })
  const purchase = { ...done, abilities: { ...done.abilities, take_back: true } }
  const { user, fill } = await renderList(purchase)
  serve({ 'rewards.decline': loseConnection })
  await user.click(await screen.findByRole('button', { name: 'Lunch Details' }))
  await user.click(await screen.findByRole('button', { name: 'Take back… Lunch' }))
  const dialog = await findDialog('Take “Lunch” back?')
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'The place has closed')
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  await screen.findByText('Server is not responding. Please try again.')
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe(
    'The place has closed',
  )
  serve({ 'rewards.decline': () => refuse('purchase_decided') })
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Take “Lunch” back?' })).toBeNull(),
  )
  const [first, second] = callsTo('rewards.decline')
  expect(second?.body).toEqual(first?.body)
})
