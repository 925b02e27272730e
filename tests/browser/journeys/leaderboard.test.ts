import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let member: string
let founder: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
  founder = await createTeam(product, 'founder@example.test', 'Analytical Engines')
})

test('the feed ranks receivers, givers or nobody, as configured', async () => {
  const settings = await open(founder, '/settings/global')
  for (const [mode, words] of [
    ['Who thanks most', 'Most generous this month'],
    ['What we gave together', 'Our total this month'],
    ['Who was thanked most', 'Most thanked this month'],
  ] as const) {
    await settings.getByRole('radio', { name: mode }).check({ force: true })
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    const feed = await open(founder, '/feed')
    await feed.getByRole('heading', { name: words }).waitFor()
    await feed.getByRole('heading', { name: 'What we say thanks for' }).waitFor()
    await waitUntilSettled(feed)
    await expectAccessible(feed, mode)
  }
  await expectAccessible(settings, 'the modes of the leaderboard')
})

test('a member sees no ranks when the team ranks nobody', async () => {
  await api('PUT', '/settings', admin, { leaderboard_mode: 'together' })
  for (const token of [member, admin]) {
    const page = await open(token, '/feed')
    const board = await api<{ total: number; own: { score: number } | null }>(
      'GET',
      '/leaderboards?limit=6',
      token,
    )
    await page
      .getByRole('complementary', { name: 'Leaders' })
      .getByText(board.total.toLocaleString('en'), { exact: true })
      .waitFor()
    await page
      .getByText(board.own?.score ? `${board.own.score} of them` : 'Yours could be next.')
      .waitFor()
    expect(
      await page.getByRole('complementary', { name: 'Leaders' }).locator('ol > li').count(),
    ).toBe(0)
  }
  await api('PUT', '/settings', admin, { leaderboard_mode: 'receivers' })
})
