import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeReward } from '#tests/support/reward-data.ts'
import { callsTo, refuseAll, renderApp, serve } from '#tests/support/render.tsx'

const brands = ['Bakery', 'Bookshop', ...Array.from({ length: 14 }, (_, n) => `Brand ${n + 1}`)]

/** Opens the form of a new gift card reward for a reader whose browser has a region. */
async function renderGiftCardForm(languages = ['de-DE', 'en']) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const app = await renderApp('/settings/rewards/new?kind=automatic', {
    api: {
      'rewards.list': () => [],
      'rewards.countries': () => [
        { country: 'DE', currency: 'EUR' },
        { country: 'US', currency: 'USD' },
      ],
      'rewards.products': ({ query }) =>
        brands.map((name) => ({
          id: name.toLowerCase(),
          name,
          country: query.country,
          currency: 'EUR',
          values_cents: [1_000, 2_500],
        })),
      'rewards.create': ({ body }) =>
        makeReward({ ...body, audience: null, category: body.category ?? 'creative' }),
    },
  })
  await screen.findByRole('button', { name: 'Add to shop' })
  return app
}
const card = (name: string) => screen.findByRole('radio', { name: new RegExp(`^${name}`) })
const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const pickValue = (index: number) =>
  within(screen.getByRole('group', { name: 'Value' })).getAllByRole('radio')[index] ??
  expect.fail('no such value')

test("the country of the reader's browser is chosen", async () => {
  await renderGiftCardForm()
  await card('Bakery')
  expect(screen.getByLabelText<HTMLSelectElement>(/^Country/).value).toBe('DE')
})

test.each([['en'], ['en-US@posix']])('the language %s chooses no country', async (language) => {
  await renderGiftCardForm([language])
  expect((await screen.findByLabelText<HTMLSelectElement>(/^Country/)).value).toBe('')
  expect(callsTo('rewards.products')).toEqual([])
})

test('the search narrows the gift cards', async () => {
  const { user } = await renderGiftCardForm()
  await card('Bakery')
  expect(screen.getAllByRole('radio')).toHaveLength(12)
  await user.type(screen.getByRole('searchbox', { name: 'Search gift cards' }), 'shop')
  expect(screen.getAllByRole('radio')).toEqual([await card('Bookshop')])
  await user.type(screen.getByRole('searchbox', { name: 'Search gift cards' }), ' xyz')
  await screen.findByText('No gift cards match.')
})

test('the rest of the gift cards appears on request', async () => {
  const { user } = await renderGiftCardForm()
  await card('Bakery')
  await user.click(screen.getByRole('button', { name: 'Show 4 more' }))
  expect(screen.getAllByRole('radio')).toHaveLength(16)
})

test('a chosen value fills in title and price until they are edited', async () => {
  const { user, fill } = await renderGiftCardForm()
  await user.click(await card('Bookshop'))
  await user.click(pickValue(0))
  expect([valueOf(/^Title/), valueOf(/^Price in points/)]).toEqual(['Bookshop €10', '100'])
  await user.click(pickValue(1))
  expect([valueOf(/^Title/), valueOf(/^Price in points/)]).toEqual(['Bookshop €25', '250'])
  await user.click(await card('Bakery'))
  await user.click(pickValue(0))
  expect([valueOf(/^Title/), valueOf(/^Price in points/)]).toEqual(['Bakery €10', '100'])
  await fill(screen.getByLabelText(/^Title/), 'A good book')
  await fill(screen.getByLabelText(/^Price in points/), '90')
  await user.click(pickValue(1))
  expect([valueOf(/^Title/), valueOf(/^Price in points/)]).toEqual(['A good book', '90'])
  await user.click(screen.getByRole('button', { name: 'Use this price' }))
  expect(valueOf(/^Price in points/)).toBe('250')
  expect(screen.queryByRole('button', { name: 'Use this price' })).toBeNull()
})

test('title and price follow a gift card of another country', async () => {
  const { user } = await renderGiftCardForm()
  await user.click(await card('Bakery'))
  await user.click(pickValue(0))
  await user.selectOptions(screen.getByLabelText(/^Country/), 'US')
  await user.click(await card('Bookshop'))
  await user.click(pickValue(1))
  expect([valueOf(/^Title/), valueOf(/^Price in points/)]).toEqual(['Bookshop €25', '250'])
})

test('the chosen gift card is sent with its country and value', async () => {
  const { user } = await renderGiftCardForm()
  await user.click(await card('Bakery'))
  await user.click(pickValue(1))
  await user.click(screen.getByRole('button', { name: 'Add to shop' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.create').map(({ body }) => body)).toMatchObject([
    {
      type: 'automatic',
      title: 'Bakery €25',
      country: 'DE',
      product_id: 'bakery',
      gift_card_value: 2_500,
      price: 250,
    },
  ])
})

test('a gift card is chosen after a refusal that asks for it', async () => {
  const { user, fill } = await renderGiftCardForm(['en'])
  serve({
    'rewards.create': () =>
      refuseAll([
        { code: 'required', field: 'country' },
        { code: 'card_required', field: 'product_id' },
      ]),
  })
  await fill(screen.getByLabelText(/^Title/), 'A voucher for books')
  await fill(screen.getByLabelText(/^Price in points/), '1')
  await user.click(screen.getByRole('button', { name: 'Add to shop' }))
  await screen.findByText('required')
  await user.selectOptions(screen.getByLabelText(/^Country/), 'DE')
  await screen.findByText('Choose a card to redeem')
  await user.click(await card('Bookshop'))
  await user.click(pickValue(0))
  // Title and price that are already there stay.
  expect([valueOf(/^Title/), valueOf(/^Price in points/)]).toEqual(['A voucher for books', '1'])
  await user.click(screen.getByRole('button', { name: 'Use this price' }))
  expect(valueOf(/^Price in points/)).toBe('100')
})
