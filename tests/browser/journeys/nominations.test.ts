import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { nominationWorker } from '#server/modules/nominations/worker.ts'
import { withClient } from '#tests/support/database.ts'
import { callApi, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { runWorkerOnce } from '#tests/browser/support/run-worker.ts'

const { product, open } = setupFixtures()
let admin: string
let nominator: string
let juror: string
let nominee: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  nominator = await createSession(product, 'tomas@laurel.example')
  juror = await createSession(product, 'li@laurel.example')
  nominee = await createSession(product, 'mateo@laurel.example')
  // Without current rounds the page offers ideas.
  const rounds = await callApi<NominationRound[]>(product, 'GET', '/nominations/rounds', admin)
  for (const { id, phase } of rounds)
    if (phase === 'open') await callApi(product, 'POST', `/nominations/rounds/${id}/cancel`, admin)
})

async function check(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page)
  await expectAccessible(page, name)
  await expectNoHorizontalScroll(page)
}

/** Moves an instant of the round into the past, and runs the worker. */
async function pass(instant: 'opens_at' | 'closes_at' | 'decides_at', ago: string): Promise<void> {
  await withClient(product.ownerUrl(), (client) =>
    client.query(
      `update nomination_rounds set ${instant} = now() - $1::interval, next_at = now()
       where name = 'Colleague of the quarter'`,
      [ago],
    ),
  )
  await runWorkerOnce(product, nominationWorker.run)
}

test('a round goes from its creation to the kind words of the winner', async () => {
  const page = await open(admin, '/settings/nominations')
  await page.getByRole('button', { name: /Colleague of the quarter/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Jurors' }).fill('Li Wei')
  await dialog.getByRole('option', { name: /Li Wei/ }).click()
  await dialog.getByRole('button', { name: 'Create round' }).click()
  await page.getByText('Planned').waitFor()
  await pass('opens_at', '2 days')

  const nominating = await open(nominator, '/feed')
  await nominating.getByRole('button', { name: /^Menu for/ }).click()
  await nominating.getByRole('menuitem', { name: /^Nominations/ }).click()
  await nominating.getByRole('link', { name: /Colleague of the quarter/ }).click()
  await nominating.getByRole('combobox', { name: 'Colleague' }).fill('Mateo')
  await nominating.getByRole('option', { name: /Mateo/ }).click()
  await nominating.getByLabel('Why').fill('For the calm way through the outage')
  await nominating.getByLabel('The announcement may quote me').check()
  // The draft survives a reload.
  await nominating.reload()
  await nominating.getByRole('button', { name: 'Nominate' }).click()
  await nominating.getByRole('list', { name: 'Your nominations' }).waitFor()
  await check(nominating, 'own nominations')
  await pass('closes_at', '1 day')

  const scoring = await open(juror, '/inbox')
  await scoring.getByRole('link', { name: /Score the nominees: Colleague of the quarter/ }).click()
  await scoring.getByText('For the calm way through the outage').waitFor()
  for (const criterion of ['Impact of the work', 'Help for others'])
    await scoring.getByRole('group', { name: criterion }).getByLabel('5').check({ force: true })
  await scoring.getByText('1 of 1 scored').waitFor()
  await check(scoring, 'jury ballot')
  await pass('decides_at', '1 minute')

  await page.reload()
  await page.getByRole('link', { name: /^See the result/ }).click()
  await page.getByLabel('“For the calm way through the outage”').check()
  await check(page, 'result')
  await page.getByRole('button', { name: 'Announce winners' }).click()
  await page.getByRole('dialog').getByText('200 points in total, newly issued.').waitFor()
  await page.getByRole('button', { name: 'Announce', exact: true }).click()
  await page.getByText('Announced', { exact: true }).waitFor()

  const reading = await open(nominee, '/inbox')
  await reading.getByRole('link', { name: /Read their kind words/ }).click()
  const words = reading.getByRole('figure').filter({ hasText: 'For the calm way' })
  await words.getByText(/^Tom/).waitFor()
  await check(reading, 'kind words')
  await reading.goto(`${product.url}/feed`)
  await reading.getByText('For the calm way through the outage').first().waitFor()
})
