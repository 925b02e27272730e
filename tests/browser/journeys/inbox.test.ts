import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import {
  expectAccessible,
  expectFits,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'

/** Two users, one of them on two devices: live items and a shared read state. */
const { product, open, api } = setupFixtures()
type Name = 'tomas' | 'elif'
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>
let value: string
beforeAll(async () => {
  for (const name of ['tomas', 'elif'] as const) {
    tokens[name] = await createSession(product, `${name}@laurel.example`)
    const config = await api<AppConfig>('GET', '/config', tokens[name])
    ids[name] = config.user.id
    value = config.values[0]?.id ?? ''
  }
})
const thank = (description: string, score = 3) =>
  api<Post>('POST', '/posts', tokens.tomas, {
    to_id: [ids.elif],
    value_id: value,
    score,
    description,
  })

test('live items and what was read are the same on two devices', async () => {
  const desk = await open(tokens.elif, '/rewards')
  const phone = await open(tokens.elif, '/inbox', { width: 375 })
  await desk.getByRole('button', { name: 'Inbox, 0 unread' }).waitFor()
  await phone.getByText('Nothing here yet').waitFor()
  const post = await thank('For the calm launch')
  const card = desk.getByRole('region', { name: 'New thanks' })
  await card.getByText('Tomás').waitFor()
  await card.getByText('For the calm launch').waitFor()
  await expectAccessible(desk, 'live card')
  await saveScreenshot(desk, 'inbox-live-card')
  await desk.getByRole('button', { name: 'Inbox, 1 unread' }).waitFor()
  await expect.poll(() => desk.title()).toMatch(/^\(1\) /)

  await phone.getByRole('link', { name: /Tomás.*thanked you/ }).click()
  await phone.waitForURL(`**/posts/${post.id}`)
  await desk.getByRole('button', { name: 'Inbox, 0 unread' }).waitFor()
  await expect.poll(() => desk.title()).not.toMatch(/^\(/)

  await api('POST', `/posts/${post.id}/like`, tokens.tomas)
  await api('POST', `/posts/${post.id}/comments`, tokens.tomas, { text: 'Once more, thank you' })
  await desk.getByRole('button', { name: /Inbox, \d unread/ }).click()
  const popover = desk.getByRole('dialog', { name: 'Inbox' })
  await popover.getByRole('link', { name: /reacted to a post that thanks you/ }).waitFor()
  await popover.getByRole('link', { name: /commented.*Once more, thank you/ }).waitFor()
  for (const dark of [false, true]) {
    await desk.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await waitUntilSettled(desk)
    await expectAccessible(desk, 'inbox popover')
    await saveScreenshot(desk, `inbox-popover-${dark ? 'dark' : 'light'}`)
  }
  await navigateInApp(phone, '/inbox')
  await phone.getByRole('link', { name: /commented.*Once more, thank you/ }).waitFor()
  await expectFits(phone, 'inbox', [
    [375, false],
    [768, true],
    [1440, false],
  ])
})

test('the feed summarizes posts since the last visit until dismissed', async () => {
  await thank('For the third launch', 4)
  const page = await open(tokens.elif, '/feed')
  const away = page.getByRole('region', { name: 'While you were away' })
  await away.getByText('1 person thanked you').waitFor()
  await expectAccessible(page, 'away card')
  await saveScreenshot(page, 'inbox-away')
  await away.getByRole('button', { name: 'Dismiss' }).click()
  await away.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first().waitFor()
  expect(await away.count()).toBe(0)
})
