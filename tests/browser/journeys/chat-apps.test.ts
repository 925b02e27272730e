import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SlackServer } from '#tests/contracts/slack-server.ts'
import { createSession, waitFor } from '#tests/browser/support/app-under-test.ts'
import { connectSlack, startSlack } from '#tests/browser/support/connect-slack.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  navigateInApp,
} from '#tests/browser/support/page-checks.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlack()
})
const { product, open, api, inDatabase } = setupFixtures(() => ({
  SLACK_API_URL: slack.apiUrl,
  OUTSIDE_LOOPBACK: 'on',
}))
afterAll(() => slack.stop())

/** Answers Slack's page of permissions as an administrator who allows them. */
const allowInSlack = (page: Page) =>
  page.route('https://slack.com/oauth/v2/authorize**', (route) => {
    const { searchParams } = new URL(route.request().url())
    const redirectUrl = new URL(searchParams.get('redirect_uri') ?? '')
    redirectUrl.searchParams.set('code', slack.addCode(redirectUrl.href))
    redirectUrl.searchParams.set('state', searchParams.get('state') ?? '')
    return route.fulfill({ status: 302, headers: { location: redirectUrl.href } })
  })

/** Sends a command as Slack does. Returns the text of the answer. */
async function sendCommand(userId: string, text: string): Promise<string> {
  const [app] = await api<{ request_url: string }[]>('GET', '/chat/apps', admin)
  const { payload, headers } = slack.payloads.command({ id: userId }, text)
  const { pathname } = new URL(`${app?.request_url}/commands`)
  const response = await fetch(product.url + pathname, { method: 'POST', headers, body: payload })
  return response.text()
}

let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('an administrator connects Slack, and a channel shows thanks', async () => {
  const page = await open(admin, '/settings/connections')
  await allowInSlack(page)
  await page
    .getByRole('link', { name: /Connect.*Slack|Slack.*Connect/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('The app can never read messages, channels or files.').waitFor()
  await expectAccessible(page, 'permissions')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Client ID').fill(slack.clientId)
  await page.getByLabel('Client secret').fill(slack.clientSecret)
  await page.getByLabel('Signing secret').fill(slack.signingSecret)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('button', { name: 'Add to Slack' }).click()
  await page
    .getByText(/Connected to “Acme”/)
    .first()
    .waitFor()
  expect(new URL(page.url()).search).toBe('')

  await page.getByRole('button', { name: 'Add a channel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Channel', { exact: false }).first().fill('#missing')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('channel_not_found').waitFor()
  await dialog.getByLabel('Channel', { exact: false }).first().fill('#thanks')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { name: '#thanks' }).waitFor()
  await expectAccessible(page, 'connected')
  await expectNoHorizontalScroll(page)

  const [value] = await api<{ id: string }[]>('GET', '/values', admin)
  const [tomas] = await api<{ id: string }[]>('GET', '/people?search=tomas', admin)
  await api('POST', '/posts', admin, {
    to_id: [tomas?.id],
    value_id: value?.id,
    score: 1,
    description: 'Thank you for the tidy cables',
  })
  // The time to undo the post has passed.
  await inDatabase("update hook_deliveries set next_at = 'epoch' where event = 'post.created'")
  await inDatabase("select pg_notify('laurel_work', 'hook_deliveries')")
  await waitFor(() =>
    Promise.resolve(
      [...slack.messages.values()].find((message) =>
        JSON.stringify(message).includes('tidy cables'),
      ),
    ),
  )
})

test('a person links their account from a command and chooses their messages', async () => {
  await connectSlack(product, slack, admin)
  const stranger = slack.addUser({ real_name: 'Nora in Slack', email: null })
  const answer = await sendCommand(stranger.id, 'balance')
  const link = /\/chat\/link\/[\w-]+/.exec(answer)?.[0] ?? ''
  const page = await open(admin, link)
  await page.getByText('Nora in Slack').first().waitFor()
  await expectAccessible(page, 'link')
  await page.getByRole('button', { name: /^Link/ }).click()
  await page.getByText(/Slack/).first().waitFor()
  await waitFor(async () =>
    (await sendCommand(stranger.id, 'balance')).includes('/chat/link/') ? null : true,
  )
  await navigateInApp(page, '/edit-profile')
  const weekly = page.getByLabel(/week/i)
  await weekly.first().waitFor()
  await expectAccessible(page, 'preferences')
  expect(slack.violations).toEqual([])
})
