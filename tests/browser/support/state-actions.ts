import type { Page } from 'playwright-core'

export const clickAndWait =
  (selector: string, then: 'dialog' | 'menu', nth = 0) =>
  async (page: Page) => {
    await page.locator(selector).nth(nth).click()
    await page.getByRole(then).waitFor()
  }

export const submitForm = async (page: Page) => {
  await page.locator('main form button[type=submit], main form button').last().click()
  await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
}

export const failCalls = (calls: string) => (page: Page) =>
  page.route(`**/api/${calls}`, (route) =>
    route.fulfill({ status: 503, json: { errors: [{ code: 'unavailable', message: '' }] } }),
  )

export const waitForGraph = (page: Page) => page.locator('[data-node]').first().waitFor()

/** Lets the first person of a team be new, without people to meet yet. */
export const answerNewPerson = async (page: Page) => {
  await page.route('**/api/organization/team?*', async (route) => {
    const team = (await (await route.fetch()).json()) as { items: object[] }
    const items = team.items.map((person, index) => ({ ...person, is_new: index === 0 }))
    await route.fulfill({ json: { ...team, items } })
  })
  await page.route('**/api/organization/team/*/introductions', (route) =>
    route.fulfill({ json: { by: null, people: [] } }),
  )
}

export const clickMenuItem = (nth: number) => async (page: Page) => {
  await page.locator('main tbody button[aria-haspopup=menu]').nth(3).click()
  await page.getByRole('menuitem').nth(nth).click()
  await page.getByRole('dialog').waitFor()
}

const peopleCsv =
  'Name,E-mail,Role\nAda King,ada.king@example.test,Engineer\nBroken,broken@,Nobody\nTomas,tomas@laurel.example,Designer\n'

export const uploadPeople = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(peopleCsv) })
  await page.locator('main select').first().waitFor()
}

export const setPendingCode = (page: Page) =>
  page.addInitScript(() =>
    sessionStorage.setItem(
      'laurel.code',
      JSON.stringify({
        email: 'ada@example.test',
        sig: 'none',
        form: 'login',
        sent_at: Date.now(),
      }),
    ),
  )

export const mockNoWorkspaces = (ended: object[]) => async (page: Page) => {
  await page.route('**/api/auth/workspaces', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/auth/account', (route) =>
    route.fulfill({
      json: { email: 'ada@example.test', team_name: null, first_name: '', last_name: '', ended },
    }),
  )
}

export const mockJoinableTeams = (page: Page) =>
  page.route('**/api/auth/joinable', (route) =>
    route.fulfill({
      json: [
        {
          id: '01900000-0000-7000-8000-000000000009',
          name: 'Northwind Traders International',
          logo: { url: null },
          users_count: 312,
        },
      ],
    }),
  )

export const setPendingProof = (page: Page) =>
  page.addInitScript(() =>
    sessionStorage.setItem(
      'laurel.proof',
      JSON.stringify({
        by: 'code',
        email: 'ada@example.test',
        sig: 'none',
        code: '000000',
        form: 'login',
      }),
    ),
  )

export const setUndoLink = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('laurel.undo_address', 'x'.repeat(43)))

export const newRewardPath = (query: string) => () => `/settings/rewards/new?${query}`

/** Closes the open message, which ends the time for undo and sends what it announced. */
export const endUndo = (page: Page) =>
  page.locator('.mantine-Notification-closeButton').first().click()

/** Limits a reward to some people. */
export const chooseAudience = async (page: Page) => {
  await page.locator('main form input[type=checkbox]').first().check()
  await page.locator('main form fieldset').first().waitFor()
}

/** Lets the first rewards of the shop have a limit for each person, reached for the first one. */
export const limitRewards = (page: Page) =>
  page.route('**/api/shop/rewards', async (route) => {
    const rewards = (await (await route.fetch()).json()) as { reward_type: string }[]
    const limited = rewards
      .filter((reward) => reward.reward_type === 'individual')
      .map((reward, index) => ({
        ...reward,
        price_until: index ? null : '2099-07-15T12:00:00.000Z',
        person_max: 2,
        person_period: index ? 'quarter' : 'month',
        blocked: index ? null : 'person_limit',
      }))
    await route.fulfill({ json: limited })
  })
