import { expect, test } from 'vitest'
import { findTestFolder, selectTests } from './changed-tests.mjs'

test.each([
  ['server/modules/posts/create-post.ts', 'server/modules/posts'],
  ['server/platform/net/safe-http-client.ts', 'server/platform/net'],
  ['server/ledger/adjust.ts', 'server/ledger'],
  ['web/features/rewards/components/RewardForm.tsx', 'web/features/rewards'],
  ['README.md', undefined],
])('the tests of %s are in %s', (file, folder) => {
  expect(findTestFolder(file)).toBe(folder)
})

test('a changed module selects its tests and those of its importers', () => {
  const { server, browser } = selectTests(['server/modules/posts/create-post.ts'])
  expect(server).toContain('server/modules/posts/')
  expect(server).toContain('server/modules/comments/')
  expect(server).not.toContain('server/modules/webhooks/')
  expect(browser).toEqual([])
})

test('a changed contract selects the suites generated from it', () => {
  expect(selectTests(['contract/routes/posts.ts']).server).toEqual(
    expect.arrayContaining(['tests/suites/fuzz', 'tests/suites/refusals']),
  )
})

test('a changed feature selects its component tests and its journeys', () => {
  const { server, browser } = selectTests(['web/features/billing/screens/PlanScreen.tsx'])
  expect(server).toEqual(['web/features/billing/'])
  expect(browser).toContain('tests/browser/journeys/billing')
})

test('a changed test selects itself alone', () => {
  const file = 'tests/browser/journeys/billing.test.ts'
  expect(selectTests([file])).toEqual({ server: [], browser: [file] })
})
