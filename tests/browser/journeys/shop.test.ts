import { beforeAll, expect, test } from 'vitest'
import { expectFits } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let tomas: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  tomas = await createSession(product, 'tomas@laurel.example')
  const { id } = await api<{ id: string }>('GET', '/profiles/me', tomas)
  await api('PUT', `/coins/${id}`, admin, { amount: 500, comment: 'To spend' })
})
const makeReward = (fields: object) =>
  api<{ id: string }>('POST', '/rewards/rewards', admin, fields)

test('the shop, its dialog and own purchases fit a desktop and a dark phone', async () => {
  await makeReward({
    title: 'Choir evening',
    price: 80,
    description: 'For all of us.',
    category: 'group_activities',
    emoji: '🍕',
    reward_type: 'team',
    available_amount: 5,
    deadline: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
  })
  const tea = await makeReward({ title: 'Rare tea', price: 20, category: 'goods_and_experiences' })
  await api('POST', `/shop/rewards/${tea.id}`, tomas, {})
  const looks = [
    [1280, false],
    [375, true],
  ] as const
  const page = await open(tomas, '/rewards')
  await page.getByRole('article').first().waitFor()
  await expectFits(page, 'shop', looks)
  await page.getByRole('article').filter({ hasText: 'Choir evening' }).getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'chipping in', looks)
  await page.keyboard.press('Escape')
  // The tabs are radio buttons, which the arrow keys change.
  await page.getByRole('radio', { name: 'Shop' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/rewards?tab=mine')
  await page.locator('details').first().waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectFits(page, 'my rewards', looks)
  expect(await page.getByText('Tomás Pereira redeemed it').count()).toBe(1)
})
