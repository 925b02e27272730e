import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import {
  expectAccessible,
  expectFits,
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

test('reading a live item marks it as read on the other device', async () => {
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
})

test('a comment and two reactions are grouped in the popover', async () => {
  const post = await thank('For the second launch')
  await api('POST', `/posts/${post.id}/like`, tokens.tomas)
  await api('POST', `/posts/${post.id}/comments`, tokens.tomas, { text: 'Once more, thank you' })
  for (const dark of [false, true]) {
    const page = await open(tokens.elif, '/feed', { dark })
    await page.getByRole('button', { name: /Inbox, \d unread/ }).click()
    const popover = page.getByRole('dialog', { name: 'Inbox' })
    await popover.getByRole('link', { name: /reacted to a post that thanks you/ }).waitFor()
    await popover.getByRole('link', { name: /commented.*Once more, thank you/ }).waitFor()
    await waitUntilSettled(page)
    await expectAccessible(page, 'inbox popover')
    await saveScreenshot(page, `inbox-popover-${dark ? 'dark' : 'light'}`)
  }
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

test('the page fits a phone, a dark tablet and a desktop', async () => {
  const page = await open(tokens.elif, '/inbox')
  await page.getByRole('link').filter({ hasText: 'For the third launch' }).waitFor()
  await expectFits(page, 'inbox', [
    [375, false],
    [768, true],
    [1440, false],
  ])
})
