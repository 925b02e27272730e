import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { makePurchase, makeShopReward } from '#tests/support/reward-data.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

/** Renders the shop for a person who sees what points are worth, with an announced lower worth. */
const renderShopWithWorth = (...rewards: ShopReward[]) => {
  const config = makeConfig({
    own_worth: {
      hundred_points: { currency: 'EUR', minor: 1_000 },
      lower: { hundred_points: { currency: 'EUR', minor: 900 }, valid_from: '2999-01-01' },
    },
  })
  return renderApp('/rewards', {
    config: { ...config, user: { ...config.user, balance: 155 } },
    api: {
      'shop.list': () => rewards,
      'shop.purchases': () => ({ items: [], next_cursor: null }),
      'shop.payroll_lines': () => [],
      'shop.tax_note': () => ({ note: null }),
    },
  })
}
const renderShop = (...rewards: ShopReward[]) =>
  renderApp('/rewards', {
    api: {
      'shop.list': () => rewards,
      'shop.purchases': () => ({ items: [], next_cursor: null }),
      'shop.payroll_lines': () => [],
      'shop.tax_note': () => ({ note: null }),
    },
  })
type Dialog = Awaited<ReturnType<typeof findDialog>>
/** Returns the button once the note about tax is loaded. */
const findRedeemButton = async (dialog: Dialog) => {
  const button = dialog.getByRole('button', { name: 'Redeem' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  return button
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('balance and prices have their worth, and a lower one is announced', async () => {
  await renderShopWithWorth(makeShopReward(), makeShopReward({ gift_card_value: 500 }))
  await screen.findByText(/about €15.50$/)
  expect(screen.getAllByText(/^about €2/)).toHaveLength(1)
  screen.getByText('From Jan 1, 2999, 100 points are worth €9 instead of €10.')
})

test('a price changed while the dialog is open needs confirmation', async () => {
  const { user, fill } = await renderShop(makeShopReward())
  await user.click(await screen.findByRole('button', { name: 'Redeem Rare tea' }))
  const dialog = await findDialog()
  const redeem = async () => user.click(await findRedeemButton(dialog))
  await fill(dialog.getByLabelText('Comment (optional)'), 'Green, please')
  serve({ 'shop.redeem': () => refuse('price_changed', { params: { price: 25 } }) })
  await redeem()
  await dialog.findByText('The price has changed to 25. Press again to get it at this price.')
  dialog.getByText('−25')
  await expectNoViolations(screen.getByRole('dialog'))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Comment (optional)').value).toBe(
    'Green, please',
  )
  serve({ 'shop.redeem': () => makePurchase({ price: 25 }) })
  await redeem()
  await screen.findByText('“Rare tea” is yours. We’ll let you know as soon as it’s ready.')
  const enjoy = await findDialog('Enjoy it, Nora!')
  await expectNoViolations(screen.getByRole('dialog'))
  expect(callsTo('shop.redeem').map(({ body }) => body.price)).toEqual([20, 25])
  await user.click(enjoy.getByRole('link', { name: 'See my rewards' }))
  await waitFor(() => expect(location.search).toBe('?tab=mine'))
})

test('a reward deleted after a price change shows one error', async () => {
  const { user } = await renderShop(makeShopReward({ available_amount: 1 }))
  await screen.findByText(/1 left$/)
  await user.click(screen.getByRole('button', { name: 'Redeem Rare tea' }))
  const dialog = await findDialog()
  serve({ 'shop.redeem': () => refuse('price_changed', { params: { price: 25 } }) })
  await user.click(await findRedeemButton(dialog))
  await dialog.findByText(/Press again/)
  serve({ 'shop.redeem': () => refuse('out_of_stock'), 'shop.list': () => [] })
  await user.click(await findRedeemButton(dialog))
  await dialog.findByText('This reward is no longer available')
  expect(dialog.queryByText(/Press again/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed()
  expect(screen.queryByRole('button', { name: 'Redeem Rare tea' })).toBeNull()
})

test('a required comment is asked for before the purchase', async () => {
  const { user } = await renderShop(makeShopReward({ comment_required: true }))
  await user.click(await screen.findByRole('button', { name: 'Redeem Rare tea' }))
  const dialog = await findDialog()
  await user.click(await findRedeemButton(dialog))
  await dialog.findByText('Please add a comment')
  expect(callsTo('shop.redeem')).toEqual([])
})

test('a contribution is limited to the missing points', async () => {
  const lunch = makeShopReward({
    title: 'Team lunch',
    price: 100,
    reward_type: 'team',
    missing_points: 100,
  })
  const { user, fill } = await renderShop(lunch)
  await screen.findByText('Be the first to chip in')
  await user.click(screen.getByRole('button', { name: 'Chip in Team lunch' }))
  const dialog = await findDialog()
  const chipIn = () => user.click(dialog.getByRole('button', { name: 'Chip in' }))
  await chipIn()
  await dialog.findByText('Please enter a price greater than 0')
  await fill(dialog.getByLabelText(/^Points from you/), '101')
  await chipIn()
  await dialog.findByText('Please enter a price no greater than 100')
  expect(dialog.queryByText('That completes it!')).toBeNull()
  await fill(dialog.getByLabelText(/^Points from you/), '30')
  dialog.getByText('30 of 100')
  dialog.getByText('70 to go for all of us')
  expect(callsTo('shop.redeem')).toEqual([])
  serve({ 'shop.redeem': () => makePurchase({ reward_type: 'team' }) })
  await chipIn()
  await screen.findByText('You chipped in 30 points. Thank you!')
})

test.each([
  ['and is seen', true],
  ['before it is seen', false],
])('a team reward funded by a colleague (%s) starts no second one', async (_, isSeen) => {
  const quiz = makeShopReward({
    title: 'Quiz evening',
    price: 10,
    reward_type: 'team',
    missing_points: 6,
    contributed: 4,
    purchase_id: '01900000-0000-7000-8000-00000000ffff',
  })
  const next = { ...quiz, missing_points: 10, contributed: 0, purchase_id: null }
  const { user, client } = await renderShop(quiz)
  await user.click(await screen.findByRole('button', { name: 'Chip in Quiz evening' }))
  const dialog = await findDialog()
  await user.click(dialog.getByRole('button', { name: 'All that’s missing 6' }))
  serve({ 'shop.redeem': () => refuse('conflict'), 'shop.list': () => [next] })
  if (isSeen) {
    await act(() => client.invalidateQueries())
    await dialog.findByText('4 to go for all of us')
  }
  await user.click(dialog.getByRole('button', { name: 'Chip in' }))
  await screen.findByText('Someone else changed this in the meantime')
  await dialog.findByText('4 to go for all of us')
  // The form that shows the change warns first; otherwise the server refuses.
  expect(callsTo('shop.redeem').map(({ body }) => body)).toMatchObject(
    isSeen ? [] : [{ amount: 6, purchase_id: quiz.purchase_id }],
  )
})

test('an empty shop and an empty history show an explanation', async () => {
  const { user } = await renderShop()
  await screen.findByRole('heading', { name: 'The shop is empty' })
  await user.click(screen.getByText('My rewards'))
  await screen.findByRole('heading', { name: 'Nothing redeemed yet' })
  await expectNoViolations(screen.getByRole('main'))
  serve({ 'shop.list': () => [makeShopReward()] })
  await user.click(screen.getByRole('button', { name: 'Go to the shop' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('a category without rewards links to all rewards', async () => {
  const { user } = await renderApp('/rewards?category=charity', {
    api: { 'shop.list': () => [makeShopReward()] },
  })
  await screen.findByRole('heading', { name: 'No rewards match' })
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('link', { name: 'Show all rewards' }))
  await screen.findByRole('button', { name: 'Redeem Rare tea' })
})

test('a shop that fails to load offers a retry', async () => {
  const { user } = await renderApp('/rewards', { api: { 'shop.list': loseConnection } })
  await screen.findByText('Server is not responding. Please try again.')
  await expectNoViolations(screen.getByRole('main'))
  serve({ 'shop.list': () => [makeShopReward()] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Redeem Rare tea' })
})

test('rewards are filtered by words and by the balance', async () => {
  const { user } = await renderShop(
    makeShopReward(),
    makeShopReward({ title: 'Café voucher', blocked: 'not_enough_points', missing_points: 400 }),
  )
  await screen.findByRole('heading', { name: 'Café voucher' })
  await user.type(screen.getByRole('searchbox', { name: 'Search rewards' }), 'cafe')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Rare tea' })).toBeNull())
  screen.getByRole('heading', { name: 'Café voucher' })
  await user.click(screen.getByRole('button', { name: 'I can afford' }))
  await screen.findByRole('heading', { name: 'No rewards match' })
  await user.click(screen.getByRole('link', { name: 'Show all rewards' }))
  await screen.findByRole('heading', { name: 'Rare tea' })
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search rewards' }).value).toBe('')
})

test('an ordered purchase says who ordered it and no longer offers to cancel', async () => {
  const mira = makePerson({ name: 'Mira Okafor', first_name: 'Mira', last_name: 'Okafor' })
  const orderedAt = '2026-06-15T12:00:00.000Z'
  const purchase = makePurchase({
    stage: 'ordered',
    ordered_at: orderedAt,
    ordered_by: mira,
    order_note: 'Here on Friday',
    history: [{ type: 'ordered', actor: mira, amount: null, created_at: orderedAt }],
  })
  await renderApp('/rewards?tab=mine', {
    api: {
      'shop.list': () => [],
      'shop.purchases': () => ({ items: [purchase], next_cursor: null }),
      'shop.payroll_lines': () => [],
    },
  })
  await screen.findByText('Ordered by Mira Okafor on Jun 15, 2026')
  screen.getByText('Ordered')
  screen.getByText('Here on Friday')
  screen.getByText('Mira Okafor ordered it')
  screen.getByText('Need to cancel? Ask an administrator.')
  expect(screen.queryByRole('button', { name: /^Cancel purchase/ })).toBeNull()
})

test('a reached limit of a person says why the button is off', async () => {
  await renderShop(
    makeShopReward({ person_max: 2, person_period: 'month', blocked: 'person_limit' }),
    makeShopReward({ title: 'Mug', person_max: 1, person_period: 'year' }),
  )
  await screen.findByText('Your limit is reached: 2 per month')
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(button('Redeem Rare tea').disabled).toBe(true)
  screen.getByText('For each person: 1 per year')
  expect(button('Redeem Mug').disabled).toBe(false)
})
