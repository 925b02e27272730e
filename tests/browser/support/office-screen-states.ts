import type { Page } from 'playwright-core'
import {
  makeOfficeScreens,
  makeScreenView,
  screenAddress,
} from '#tests/support/office-screen-data.ts'
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

/** The page of a display. */
export const displayPage: RouteCase = {
  route: '/screen/{token}',
  path: () => '/screen/nothing',
  allowedFor: 'everybody',
  states: [
    {
      name: 'display',
      before: (page) =>
        page.route('**/api/office_screens/open', (route) =>
          route.fulfill({
            json: makeScreenView({
              posts: makeScreenView().posts.map((post) => ({
                ...post,
                created_at: new Date().toISOString(),
              })),
            }),
          }),
        ),
    },
    { name: 'display-ended' },
  ],
}
