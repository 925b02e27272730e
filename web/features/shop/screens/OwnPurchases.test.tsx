import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { exampleTime, makeConfig, makePerson } from '#tests/support/web-data.ts'
import { makePurchase } from '#tests/support/reward-data.ts'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'

const config = makeConfig()
const tomas = makePerson()
const none = makePurchase().abilities
const { user: me } = config
const part = (user: { id: string }, amount: number): Purchase['contributions'][number] => ({
  user_id: user.id,
  user: { ...tomas, id: user.id },
  email: null,
  amount,
  status: 'pending',
  created_at: exampleTime,
})

/** Renders the reader's purchases, in the order of the server. */
async function renderOwn(purchases: Purchase[], search = '') {
  const app = await renderApp(`/rewards?tab=mine${search}`, {
    config,
    api: {
      'shop.list': () => [],
      'shop.purchases': () => ({ items: purchases, next_cursor: null }),
      'shop.payroll_lines': () => [],
      'shop.tax_note': () => ({ note: null }),
    },
  })
  await screen.findByText(purchases[0]?.title ?? '', { selector: 'b' })
  return app
}
const listedTitles = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent)
    .filter(Boolean)
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('a canceled purchase returns its points and names it in the history', async () => {
  const open = makePurchase({ price: 25, abilities: { ...none, cancel: true } })
  const { user } = await renderOwn([open])
  await user.click(screen.getByRole('button', { name: 'Cancel purchase Rare tea' }))
  const dialog = await findDialog()
  dialog.getByText('You get your 25 points back right away.')
  const canceled = makePurchase({
    id: open.id,
    status: 'declined',
    canceled_at: exampleTime,
    history: [{ type: 'canceled', actor: tomas, amount: null, created_at: exampleTime }],
  })
  serve({
    'shop.cancel': () => canceled,
    'shop.purchases': () => ({ items: [canceled], next_cursor: null }),
  })
  await user.click(dialog.getByRole('button', { name: 'Cancel purchase' }))
  await isClosed()
  await screen.findByText('Canceled')
  await user.click(screen.getByText('History'))
  screen.getByText('Tomás Pereira canceled it')
  expect(callsTo('shop.cancel').map(({ params }) => params.id)).toEqual([open.id])
})

test('an undelivered gift card can be sent to another address', async () => {
  const gift = makePurchase({
    title: 'Voucher',
    type: 'automatic',
    status: 'fulfilled',
    country: 'US',
    gift_card_value: 2_500,
    claim_url: 'https://laurel.example/claim/x',
    delivery: { state: 'failed', email: 'old@laurel.example' },
    history: [{ type: 'delivery_failed', actor: null, amount: null, created_at: exampleTime }],
    abilities: { ...none, readdress: true },
  })
  const { user, fill } = await renderOwn([gift])
  screen.getByText(/\$25/)
  expect(screen.getByRole('link', { name: 'Open gift card Voucher' }).getAttribute('href')).toBe(
    'https://laurel.example/claim/x',
  )
  screen.getByText('The email with your gift card didn’t reach old@laurel.example.')
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Use another address' }))
  const dialog = await findDialog()
  await fill(dialog.getByLabelText(/^Email address/), 'new@laurel.example')
  serve({ 'shop.readdress': () => gift })
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await screen.findByText('Sent to the new address.')
  expect(callsTo('shop.readdress').map(({ params, body }) => [params.id, body])).toEqual([
    [gift.id, { email: 'new@laurel.example' }],
  ])
})

test('a redeemed gift card is first and announces its outcome once', async () => {
  const waiting = makePurchase({ title: 'Waits for weeks' })
  const gift = makePurchase({
    title: 'Books',
    type: 'automatic',
    status: 'fulfilled',
    claim_url: 'https://laurel.example/claim/x',
  })
  await renderOwn([waiting, gift], `&purchase=${gift.id}`)
  const outcome = (await screen.findByText('“Books” is yours')).closest('[role=status]')
  await waitFor(() => expect(document.activeElement).toBe(outcome))
  within(outcome as HTMLElement).getByRole('link', { name: 'Open gift card Books' })
  expect(listedTitles()).toEqual(['Books', 'Waits for weeks'])
  await expectNoViolations(screen.getByRole('main'))
})

test('own purchases without an outcome keep their order', async () => {
  await renderOwn([makePurchase({ title: 'Waits for weeks' }), makePurchase({ title: 'Books' })])
  expect(listedTitles()).toEqual(['Waits for weeks', 'Books'])
  expect(screen.queryByText('“Books” is yours')).toBeNull()
})

test('a failed order of a gift card says that the points are back', async () => {
  const failed = makePurchase({
    title: 'Books',
    type: 'automatic',
    status: 'declined',
    decline_reason: 'The purchase failed',
  })
  await renderOwn([failed], `&purchase=${failed.id}`)
  const outcome = (await screen.findByText('We couldn’t buy “Books”')).closest('[role=status]')
  within(outcome as HTMLElement).getByText('You have your points back. The purchase failed')
  expect(within(outcome as HTMLElement).queryByRole('link')).toBeNull()
})

test('more points are added to a team reward and taken back', async () => {
  const boat = makePurchase({
    title: 'Boat trip',
    price: 200,
    reward_type: 'team',
    contributed: 100,
    contributions: [part(tomas, 40), part(me, 60)],
    abilities: { ...none, withdraw: true },
  })
  const { user, fill } = await renderOwn([boat])
  screen.getByText('In progress')
  screen.getByText('60 points from you')
  await user.click(screen.getByRole('button', { name: 'Add more points Boat trip' }))
  const dialog = await findDialog()
  const more = { ...boat, contributed: 105, contributions: [...boat.contributions, part(me, 5)] }
  serve({
    'shop.redeem': () => more,
    'shop.purchases': () => ({ items: [more], next_cursor: null }),
  })
  await fill(dialog.getByLabelText(/^Points from you/), '5')
  await user.click(dialog.getByRole('button', { name: 'Chip in' }))
  await screen.findByText('65 points from you')
  await isClosed()
  await user.click(screen.getByRole('button', { name: 'Take my points back Boat trip' }))
  const question = await findDialog()
  question.getByText('You get 65 points back right away. The others stay in.')
  serve({
    'shop.cancel': () => boat,
    'shop.purchases': () => ({ items: [], next_cursor: null }),
  })
  await user.click(question.getByRole('button', { name: 'Take my points back' }))
  await screen.findByText('You have your points back.')
  await waitFor(() => expect(screen.queryByText('In progress')).toBeNull())
  expect(callsTo('shop.redeem').map(({ body }) => body)).toMatchObject([
    { amount: 5, purchase_id: boat.id },
  ])
})

test('notes about orders, decisions and take-backs are shown', async () => {
  await renderOwn([
    makePurchase({
      title: 'Desk lamp',
      stage: 'ordered',
      ordered_at: exampleTime,
      order_note: 'It arrives on Friday',
    }),
    makePurchase({
      title: 'Concert',
      status: 'fulfilled',
      stage: 'done',
      note: 'Doors open at seven',
      code: 'ROW-7',
    }),
    makePurchase({
      title: 'Hotel night',
      status: 'declined',
      stage: 'declined',
      decline_reason: 'The night fell through',
      returned_at: exampleTime,
    }),
  ])
  screen.getByText('It arrives on Friday')
  screen.getByText('Doors open at seven')
  screen.getByText('ROW-7')
  screen.getByText('Taken back: The night fell through')
  await expectNoViolations(screen.getByRole('main'))
})
