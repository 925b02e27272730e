import type { Page } from 'playwright-core'
import type { Purchase } from '#contract/schemas/rewards.ts'

type PurchasesPage = { items: Purchase[] }

/** Changes the purchases that a call returns. */
const changePurchases =
  (path: string, change: (purchase: Purchase) => Partial<Purchase>) => async (page: Page) => {
    await page.route(new RegExp(`/api/${path}(\\?|$)`), async (route) => {
      const body = (await (await route.fetch()).json()) as PurchasesPage
      const items = body.items.map((one) => ({ ...one, ...change(one) }))
      await route.fulfill({ json: { ...body, items } })
    })
  }

const fulfilled = ({ contributions, abilities, history, created_at: at }: Purchase) => ({
  status: 'fulfilled' as const,
  stage: 'done' as const,
  company_part: 45,
  contributions: contributions.map((part) => ({ ...part, status: 'fulfilled' as const })),
  history: [
    ...history,
    {
      type: 'fulfilled' as const,
      actor: contributions[0]?.user ?? null,
      amount: null,
      created_at: at,
    },
  ],
  abilities: { ...abilities, fulfil: false, order: false, decline: false, take_back: true },
})

/** A fulfilled purchase, with the dialog that takes it back. */
export const takeBackState = {
  name: 'purchase-take-back',
  before: changePurchases('rewards/purchases', fulfilled),
  open: async (page: Page) => {
    await page.locator('main li[data-purchase] button').first().click()
    await page.getByRole('dialog').waitFor()
    await page.locator('[role=dialog] button', { hasText: '…' }).first().click()
    await page.locator('[role=dialog] textarea[required]').waitFor()
  },
}

/** Own purchases that were taken back. */
export const returnedState = {
  name: 'shop-mine-returned',
  viewer: 'member' as const,
  path: () => '/rewards?tab=mine',
  before: changePurchases(
    'shop/purchases',
    ({ history, created_at: at, contributions, abilities }) => ({
      status: 'declined',
      stage: 'declined',
      decline_reason: 'The hotel has closed, so the night fell through.',
      returned_at: at,
      claim_url: null,
      contributed: 0,
      abilities: { ...abilities, cancel: false, withdraw: false },
      history: [
        ...history,
        { type: 'returned', actor: contributions[0]?.user ?? null, amount: null, created_at: at },
      ],
    }),
  ),
  open: async (page: Page) => {
    await page.locator('main details summary').first().click()
  },
}
