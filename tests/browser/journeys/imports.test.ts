import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import writeXlsx from 'write-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { chooseFile } from '#tests/browser/support/choose-file.ts'
import { expectAccessible, expectFits } from '#tests/browser/support/page-checks.ts'
import { waitFor, listMailsTo, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures(() => ({ INVITES_PER_DAY_TRIAL: '100000' }))
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

/** Checks the shown step at a desktop and, in dark colors, at a phone's width. */
const checkPage = (page: Page, where: string) =>
  expectFits(page, where, [
    [375, true],
    [1280, false],
  ])
const figureText = (page: Page, name: string) =>
  page.locator('dl > div', { hasText: name }).locator('dd').innerText()

/** Sends the invitations and checks the result and the file of refused rows. */
async function sendInvitations(page: Page, at: string): Promise<void> {
  await page.getByRole('button', { name: 'Send 2 invitations' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  expect([
    await figureText(page, 'invited'),
    await figureText(page, 'updated'),
    await figureText(page, 'skipped'),
  ]).toEqual(['2', '1', '2'])
  await checkPage(page, 'finished')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download with reasons' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('refused.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    [
      '\uFEFFName,Contact,Role,Shoe,Reason',
      'Bad; row,,Nobody,,Missing email',
      `Ada again,ada@${at},,,Contact: Duplicate email`,
      '',
    ].join('\r\n'),
  )
  await waitFor(async () => (await listMailsTo(product, `ada@${at}`)).length === 1)
}

/** Writes a message into the invitations and looks at the mail. */
async function writeMessage(page: Page): Promise<void> {
  await page.getByLabel('Personal message (optional)').fill('Welcome <b>all</b>!')
  await page.getByRole('button', { name: 'Preview email' }).click()
  await page.getByRole('dialog').getByText('Welcome <b>all</b>!').waitFor()
  await checkPage(page, 'preview of the mail')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Corrects an address with the keyboard, which invites the person. */
async function correctProblem(page: Page, at: string): Promise<void> {
  const row = page.locator('tbody tr').filter({ hasText: 'This isn’t an email address' }).first()
  await row.getByRole('button', { name: /grace at work/ }).press('Enter')
  await checkPage(page, 'cell in correction')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`grace@${at}`)
  await page.keyboard.press('Enter')
  await page
    .locator('tbody tr')
    .filter({ hasText: `grace@${at}` })
    .getByText('Invite')
    .waitFor()
  await page.getByRole('button', { name: 'Send 2 invitations' }).waitFor()
  await checkPage(page, 'corrected cell')
}

/** Drops a spreadsheet on the page, and returns to the upload for another file. */
async function dropSpreadsheet(page: Page): Promise<void> {
  const sheet = await writeXlsx([
    ['First name', 'E-mail'].map((value) => ({ value })),
    [{ value: 'Xenia' }, { value: 'xenia@sheet.example.test' }],
  ] as never).toBuffer()
  await page.getByText('Drop the file here').waitFor()
  await page.getByText('Drop the file here').evaluate(
    (target, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'people.xlsx'))
      target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    [...sheet],
  )
  await page.getByText('people.xlsx lists 1 person').waitFor()
  await page.getByRole('button', { name: 'Choose a different file' }).click()
  await page.getByRole('heading', { name: 'Import your team from a list' }).waitFor()
  await page
    .getByRole('link', { name: /people\.xlsx/ })
    .getByText('Canceled')
    .waitFor()
}

test('a dropped or chosen file is imported and lists refused rows', async () => {
  const page = await open(admin, '/settings/team/import')
  await page.getByRole('heading', { name: 'Import your team from a list' }).waitFor()
  await dropSpreadsheet(page)
  const example = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download an example' }).click(),
  ])
  expect(await readFile(await example[0].path(), 'utf8')).toContain(
    'Email,First name,Last name,Job title,Birthday,Start date',
  )

  const at = 'file.example.test'
  await chooseFile(
    page,
    'people.csv',
    Buffer.from(
      `Name;Contact;Role;Shoe\nAda King;ada@${at};Engineer;38\nGrace Hopper;grace at work;Lead;40\n"Bad; row";;Nobody;\nAda again;ada@${at};;\nTomas;tomas@laurel.example;Designer;\n`,
    ),
  )
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor()
  expect(
    await page
      .locator('select')
      .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
  ).toEqual(['full_name', 'email', 'job_title', 'ignore'])
  await checkPage(page, 'columns')
  await page.getByLabel('Contact').selectOption('Skip')
  await page.getByText('Choose the column with the email addresses').waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  await checkPage(page, 'columns without an address')

  // A reload restores the import with its chosen columns.
  await page.reload()
  await page.getByText('Choose the column with the email addresses').waitFor()
  expect(
    await page
      .locator('select')
      .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
  ).toEqual(['full_name', 'ignore', 'job_title', 'ignore'])
  await page.getByLabel('Contact').selectOption('email')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Review your list' }).waitFor()
  await page.getByRole('button', { name: 'Problems 3' }).waitFor()
  await checkPage(page, 'review')
  await correctProblem(page, at)
  await page.getByRole('button', { name: 'To invite 2' }).click()
  await page.getByText('Grace Hopper').waitFor()
  await checkPage(page, 'people to invite')

  await writeMessage(page)
  await sendInvitations(page, at)
  expect((await listMailsTo(product, `ada@${at}`))[0]?.text).toContain('Welcome <b>all</b>!')

  await page.reload()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  await page.getByRole('link', { name: 'Import another file' }).click()
  await page.getByRole('heading', { name: 'Earlier imports' }).waitFor()
  await checkPage(page, 'upload with earlier imports')
  await page
    .getByRole('link', { name: /people\.csv/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
})

test('pasted addresses are invited with an outcome for each', async () => {
  const page = await open(admin, '/settings/team/invite')
  await page.getByRole('link', { name: 'File', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Import people' }).waitFor()
  await checkPage(page, 'invite by file')
  await page.getByRole('link', { name: 'Paste emails' }).click()
  await page
    .locator('textarea')
    .first()
    .fill(
      `one@bulk.example.test, Two <two@bulk.example.test>; broken@\nONE@bulk.example.test tomas@laurel.example`,
    )
  await page.getByText('3 addresses · 1 not valid · 1 duplicate').waitFor()
  await checkPage(page, 'bulk checked')
  await page.getByRole('button', { name: 'Send 3 invitations' }).click()
  await page.getByRole('heading', { name: '2 invitations are on their way' }).waitFor()
  await checkPage(page, 'bulk outcomes')
  await waitFor(async () => (await listMailsTo(product, 'two@bulk.example.test')).length === 1)
})

// This test is last: its thousands of mails would delay the mails of the other tests.
test('a long import shows progress, survives a reload and can stop', async () => {
  const page = await open(admin, '/settings/team/import', { width: 375 })
  await chooseFile(
    page,
    'long.csv',
    Buffer.from(
      `email\n${Array.from({ length: 20_000 }, (_, n) => `long${n}@long.example.test`).join('\n')}`,
    ),
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send 20,000 invitations' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.reload()
  await page.getByRole('progressbar').waitFor()
  await checkPage(page, 'running')
  await page.getByText(/^Rows: [1-9][\d,]* of 20,000$/).waitFor()
  await page.getByRole('button', { name: 'Cancel the import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('People already invited stay invited').waitFor()
  await expectAccessible(page, 'cancel')
  await dialog.getByRole('button', { name: 'Cancel the import' }).click()
  await page.getByRole('heading', { name: 'Import canceled' }).waitFor()
  await checkPage(page, 'canceled')
})
