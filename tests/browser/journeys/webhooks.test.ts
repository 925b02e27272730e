import { beforeAll, expect, test } from 'vitest'
import type { Value } from '#contract/schemas/values.ts'
import { startWebhookReceiver, verifyWebhook } from '#tests/support/webhook-receiver.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { waitFor, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures(() => ({ OUTSIDE_LOOPBACK: 'on' }))
const endpoint = startWebhookReceiver()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('a webhook delivers signed events and lists its deliveries', async () => {
  const page = await open(admin, '/settings/connections')
  await page.getByRole('button', { name: 'Connect Webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.getByText('Please use an https URL on the public internet').waitFor()
  await dialog.getByLabel('URL').fill(endpoint.url)
  await dialog.getByLabel('Name').fill('Payroll')
  await dialog.getByLabel('New comments on public thanks').check()
  await expectAccessible(page, 'connect')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  const secret = await dialog.locator('code').textContent()
  expect(secret).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('heading', { name: 'Payroll', exact: true }).waitFor()
  expect(await page.getByText('whsec_').count()).toBe(0)
  endpoint.respond = (response) => void response.writeHead(500).end('not yet')
  await page.getByRole('button', { name: 'Send a test Payroll' }).click()
  await page.getByText('Not delivered: the receiver answered 500').waitFor()
  endpoint.reset()
  await page.getByRole('button', { name: 'Send a test Payroll' }).click()
  await page.getByText('Delivered.').waitFor()
  await expectAccessible(page, 'connections')

  // The event is sent once the post can no longer be undone.
  const [value] = await api<Value[]>('GET', '/values', admin)
  const [tomas] = await api<{ id: string }[]>('GET', '/people?search=tomas', admin)
  const post = await api<{ id: string }>('POST', '/posts', admin, {
    to_id: [tomas?.id],
    value_id: value?.id,
    score: 1,
    description: 'Thank you for the receipts',
  })
  await inDatabase("update hook_deliveries set next_at = 'epoch' where event = 'post.created'")
  const received = await waitFor(() =>
    Promise.resolve(endpoint.requests.find((one) => one.body.type === 'post.created')),
  )
  expect(received.body.data['id']).toBe(post.id)
  expect(verifyWebhook(secret ?? '', received)).toEqual(received.body)

  await page.getByRole('button', { name: 'Log Payroll' }).click()
  await dialog.getByText('New public thanks').waitFor()
  await dialog.getByText('Not delivered').waitFor()
  await expectAccessible(page, 'log')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await waitFor(() =>
    Promise.resolve(
      endpoint.requests.filter(
        (one) => one.headers['webhook-id'] === received.headers['webhook-id'],
      ).length === 2,
    ),
  )
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.locator('code').waitFor()
  expect(await dialog.locator('code').textContent()).not.toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await dialog.getByText('The old secret also signs until').waitFor()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Turn on Payroll' }).click()
  await page.getByText('Working', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove Payroll' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Payroll', exact: true }).waitFor({ state: 'detached' })
})
