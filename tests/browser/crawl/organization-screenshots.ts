import type { Page } from 'playwright-core'
import {
  mockDecided,
  mockJury,
  mockOpenRound,
  mockOwnRounds,
  mockRounds,
  mockVote,
  mockWords,
  roundId,
} from '#tests/browser/support/nomination-states.ts'

const openFirst = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click()
  await page.getByRole('dialog').waitFor()
}

/** The pictures of awards, bonuses, nominations and finance. */
export const organizationScreenshots = [
  { name: 'award-settings', path: '/settings/awards' },
  {
    name: 'award-dialog',
    path: '/settings/awards',
    open: openFirst('main li button'),
  },
  { name: 'bonuses', path: '/settings/bonuses' },
  { name: 'bonus-dialog', path: '/settings/bonuses', open: openFirst('main button') },
  {
    name: 'bonus-preview',
    path: '/settings/bonuses',
    open: async (page: Page) => {
      await page.locator('main li button').first().click()
      await page.getByRole('dialog').locator('li').first().waitFor()
    },
  },
  { name: 'finance', path: '/settings/finance' },
  { name: 'liability', path: '/settings/finance/liability' },
  { name: 'plans', path: '/settings/finance/plans' },
  { name: 'tax-rules', path: '/settings/finance/tax-rules' },
  { name: 'payroll', path: '/settings/finance/payroll' },
  { name: 'awards', path: '/awards' },
  { name: 'awards-given', path: '/awards?tab=given' },
  {
    name: 'award-give',
    path: '/awards?tab=give',
    open: openFirst('main li button'),
  },
  { name: 'nomination-settings', path: '/settings/nominations', before: mockRounds },
  { name: 'nomination-ideas', path: '/settings/nominations', viewer: 'founder' as const },
  {
    name: 'nomination-dialog',
    path: '/settings/nominations',
    viewer: 'founder' as const,
    open: openFirst('main li button'),
  },
  {
    name: 'nomination-result',
    path: `/settings/nominations/${roundId}`,
    before: mockDecided,
  },
  { name: 'nominations', path: '/nominations?tab=rounds', before: mockOwnRounds },
  { name: 'nominations-words', path: '/nominations?tab=words', before: mockWords },
  { name: 'nomination-open', path: `/nominations/${roundId}`, before: mockOpenRound },
  { name: 'nomination-jury', path: `/nominations/${roundId}`, before: mockJury },
  { name: 'nomination-vote', path: `/nominations/${roundId}`, before: mockVote },
]
