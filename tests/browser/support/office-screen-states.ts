import type { Page } from 'playwright-core'
import {
  makeOfficeScreens,
  makeScreenView,
  screenAddress,
} from '#tests/support/office-screen-data.ts'
import { toLanguage } from '#contract/schemas/common.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

/** Answers the list of displays with one in use and one that is new. */
const mockOfficeScreens = (page: Page) =>
  page.route('**/api/office_screens', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'POST'
          ? { ...makeOfficeScreens()[0], url: screenAddress }
          : makeOfficeScreens(),
    }),
  )

/** Opens the dialog for a new display. */
const openDialog = clickAndWait('main form + [role=group] button', 'dialog')

/** Creates a display, whose address the dialog shows. */
async function createScreen(page: Page): Promise<void> {
  await openDialog(page)
  await page.getByRole('dialog').locator('input').fill('Reception')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('dialog').locator('input[readonly]').waitFor()
}

/** States of the card of displays on the page of global settings. */
export const officeScreenStates = [
  { name: 'global-screens', before: mockOfficeScreens },
  { name: 'global-screens-error', before: failCalls('office_screens') },
  { name: 'global-screen-add', before: mockOfficeScreens, open: openDialog },
  { name: 'global-screen-address', before: mockOfficeScreens, open: createScreen },
]

/** Answers the link of a display, in the language of the browser. */
const mockDisplay = (page: Page) =>
  page.route('**/api/office_screens/open', (route) => {
    const tag = route.request().headers()['accept-language']?.slice(0, 2) ?? 'en'
    const view = makeScreenView({ language: toLanguage(tag === 'uk' ? 'ua' : tag) })
    const created_at = new Date().toISOString()
    const posts = view.posts.map((post) => ({ ...post, created_at }))
    return route.fulfill({ json: { ...view, posts } })
  })

/** The page of a display. */
export const displayPage: RouteCase = {
  route: '/screen/{token}',
  path: () => '/screen/nothing',
  allowedFor: 'everybody',
  states: [
    { name: 'display', viewer: 'anonymous', before: mockDisplay },
    { name: 'display-ended', viewer: 'anonymous' },
    { name: 'display-error', viewer: 'anonymous', before: failCalls('office_screens/open') },
  ],
}
