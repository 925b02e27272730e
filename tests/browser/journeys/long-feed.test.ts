import { expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
const nodesMax = 3_000

test('500 posts load by scrolling and stay loaded after going back', async () => {
  const token = await createSession(product, 'admin@laurel.example')
  const { workspace, user, values } = await api<AppConfig>('GET', '/config', token)
  await inDatabase(`insert into posts (workspace_id, id, from_id, to_ids, value_id, score,
    description, private, demo, period_start, day, created_at)
    select '${workspace.id}', ('018f0000-' || lpad(to_hex(n), 4,
      '0') || '-7000-8000-000000000000')::uuid, u.id, array['${user.id}']::uuid[],
      '${values[0]?.id}', 1, 'Long ago, number ' || n || repeat(' thank you', n % 40), false, true,
      '2024-05-01', '2024-05-01', '2024-05-01'
    from generate_series(1, 480) n, (select id from users where workspace_id = '${workspace.id}'
      and id <> '${user.id}' limit 1) u on conflict do nothing`)
  const page = await open(token, '/feed')
  const posts = page.getByRole('list', { name: 'Posts' })
  await posts.getByRole('listitem').nth(3).waitFor()
  const weight = () => page.evaluate(() => document.querySelectorAll('*').length)
  let heaviest = 0
  const last = posts.getByText('Long ago, number 1 thank you', { exact: true })
  for (const end = Date.now() + 60_000; !(await last.count()) && Date.now() < end;) {
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 2_500)
    await page.waitForTimeout(30)
    heaviest = Math.max(heaviest, await weight())
  }
  await last.waitFor()
  expect(await posts.getByRole('listitem').count()).toBeGreaterThan(490)
  expect(heaviest).toBeLessThanOrEqual(nodesMax)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.evaluate(() => window.scrollTo(0, 0))
  await posts.getByRole('listitem').first().getByRole('button', { name: /^Like/ }).waitFor()
  expect(await weight()).toBeLessThanOrEqual(nodesMax)
  // Distant posts keep their height.
  expect(
    Math.abs((await page.evaluate(() => document.documentElement.scrollHeight)) - height),
  ).toBeLessThan(200)
}, 120_000)
