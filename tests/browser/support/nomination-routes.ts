import type { Page } from 'playwright-core'
import {
  mockAnnounced,
  mockDecided,
  mockDeciding,
  mockFullRound,
  mockJury,
  mockNobody,
  mockNoNominations,
  mockNothing,
  mockOpenRound,
  mockOwnRounds,
  mockRounds,
  mockTied,
  mockVote,
  mockWords,
  roundId,
} from './nomination-states.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls, submitForm } from './state-actions.ts'

const openPast = (page: Page) => page.locator('main details summary').click()
const openAnnouncement = async (page: Page) => {
  await page.locator('main input[type=checkbox]').first().check()
  await page.locator('main button').nth(2).click()
  await page.getByRole('dialog').waitFor()
}
const openMenu = async (page: Page) => {
  await page.locator('main table button[aria-haspopup=menu]').first().click()
  await page.getByRole('menu').waitFor()
}
const submitEmpty = async (page: Page) => {
  await submitForm(page)
  // The first invalid field takes the focus and unfolds its list.
  await page.keyboard.press('Escape')
}
const roundPath = () => `/nominations/${roundId}`

export const nominationRoutes: RouteCase[] = [
  {
    route: '/settings/nominations',
    allowedFor: 'manage_settings',
    states: [
      { name: 'nomination-settings', before: mockRounds },
      { name: 'nomination-settings-past', before: mockRounds, open: openPast },
      { name: 'nomination-settings-empty', viewer: 'empty' },
      {
        name: 'nomination-dialog',
        before: mockRounds,
        open: clickAndWait('main button', 'dialog'),
      },
      {
        name: 'nomination-idea',
        viewer: 'empty',
        open: clickAndWait('main li button', 'dialog', 2),
      },
      {
        name: 'nomination-edit',
        before: mockRounds,
        open: clickAndWait('main li button', 'dialog'),
      },
      { name: 'nomination-settings-error', before: failCalls('nominations/rounds') },
    ],
  },
  {
    route: '/settings/nominations/{id}',
    path: () => `/settings/nominations/${roundId}`,
    allowedFor: 'manage_settings',
    states: [
      { name: 'nomination-result', before: mockDecided },
      { name: 'nomination-result-tied', before: mockTied },
      { name: 'nomination-result-deciding', before: mockDeciding },
      { name: 'nomination-result-announced', before: mockAnnounced },
      { name: 'nomination-result-empty', before: mockNoNominations },
      { name: 'nomination-announce', before: mockDecided, open: openAnnouncement },
      { name: 'nomination-exclude', before: mockDecided, open: openMenu },
      {
        name: 'nomination-cancel',
        before: mockNoNominations,
        open: clickAndWait('main button', 'dialog', 1),
      },
      { name: 'nomination-result-error', before: failCalls('nominations/rounds') },
    ],
  },
  {
    route: '/nominations',
    allowedFor: 'active',
    states: [
      { name: 'nominations', before: mockOwnRounds, path: () => '/nominations?tab=rounds' },
      { name: 'nominations-empty', before: mockNothing },
      { name: 'nominations-words', before: mockWords, path: () => '/nominations?tab=words' },
      {
        name: 'nominations-words-empty',
        before: mockNothing,
        path: () => '/nominations?tab=words',
      },
      { name: 'nominations-error', before: failCalls('nominations/summary') },
    ],
  },
  {
    route: '/nominations/{id}',
    path: roundPath,
    allowedFor: 'active',
    states: [
      { name: 'nomination-open', before: mockOpenRound },
      { name: 'nomination-invalid', before: mockOpenRound, open: submitEmpty },
      {
        name: 'nomination-own-edit',
        before: mockFullRound,
        open: clickAndWait('main li button', 'dialog'),
      },
      {
        name: 'nomination-withdraw',
        before: mockFullRound,
        open: clickAndWait('main li button', 'dialog', 1),
      },
      { name: 'nomination-jury', before: mockJury },
      { name: 'nomination-jury-empty', before: mockNobody },
      { name: 'nomination-vote', before: mockVote },
      { name: 'nomination-error', before: failCalls('nominations/*') },
    ],
  },
]
