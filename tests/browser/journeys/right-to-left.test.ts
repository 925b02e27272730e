import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Names and texts in a right-to-left script on left-to-right pages. */
const { product, open, api, inDatabase } = setupFixtures()
const text = 'תודה על העזרה!'
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  const elif = await createSession(product, 'elif@laurel.example')
  const { user, values } = await api<AppConfig>('GET', '/config', elif)
  const post = await api<{ id: string }>('POST', '/posts', admin, {
    to_id: [user.id],
    value_id: values[0]?.id,
    score: 3,
    description: text,
  })
  await api('POST', `/posts/${post.id}/comments`, elif, { text })
  await inDatabase(`update users set first_name = 'נועה', last_name = 'לוי';
    update users set first_name = 'דוד', last_name = 'כהן' where id = '${user.id}'`)
})

const findPost = (page: Page) =>
  page.locator('ul[aria-label="Posts"] > li, article', { hasText: text }).first()

test.each(['/feed', '/tv'])('%s names the sender to the left of the recipient', async (path) => {
  const page = await open(admin, path)
  const post = findPost(page)
  const leftOf = async (name: string) =>
    (await post.getByText(name, { exact: true }).first().boundingBox())?.x ?? NaN
  const [sender, recipient] = [await leftOf('נועה לוי'), await leftOf('דוד כהן')]
  expect(sender).toBeLessThan(recipient)
})

test('posts and comments run in the direction of their text', async () => {
  const page = await open(admin, '/feed')
  const post = findPost(page)
  await post
    .getByRole('button', { name: /comment/i })
    .first()
    .click()
  const texts = post.getByText(text, { exact: true })
  await expect.poll(() => texts.count()).toBe(2)
  expect(
    await texts.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction)),
  ).toEqual(['rtl', 'rtl'])
})
