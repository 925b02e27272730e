import type { Page } from 'playwright-core'

export const postItems = (page: Page) => page.locator('main ul[tabindex="-1"] > li')

type Interaction = { what: string; act: () => Promise<unknown>; after?: () => Promise<unknown> }

/** Returns the interactions with the composer and the posts of the feed. */
export function listFeedInteractions(page: Page): Interaction[] {
  const composer = page.locator('#composer')
  const clear = async () => {
    await page.keyboard.press('Escape')
    await composer.press('Control+a')
    await page.keyboard.press('Backspace')
  }
  return [
    {
      what: 'typing thanks',
      act: async () => {
        await composer.click()
        await page.keyboard.type('for the calm release notes', { delay: 40 })
      },
      after: clear,
    },
    {
      what: 'a mention among 10,000',
      act: async () => {
        await composer.click()
        await page.keyboard.type('@zed0', { delay: 60 })
        await page.getByRole('option').first().waitFor()
      },
      after: clear,
    },
    {
      what: 'a like',
      act: () =>
        postItems(page).nth(1).locator('button[aria-pressed][aria-label*="like"]').first().click(),
    },
    {
      what: 'a filter',
      act: async () => {
        await page
          .getByRole('group', { name: 'Filter by value' })
          .getByRole('button')
          .nth(2)
          .click()
      },
      after: () =>
        page.getByRole('group', { name: 'Filter by value' }).getByRole('button').first().click(),
    },
  ]
}

/** Returns the interactions with the menu and the search of every page. */
export const listShellInteractions = (page: Page): Interaction[] => [
  {
    what: 'the menu',
    act: async () => {
      await page.getByRole('button', { name: 'Menu for' }).click()
      await page.getByRole('menu').waitFor()
    },
    after: () => page.keyboard.press('Escape'),
  },
  {
    what: 'the search',
    act: async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('zed', { delay: 60 })
    },
    after: () => page.keyboard.press('Escape'),
  },
]
