import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { enterPresenceCode, presenceDialog } from '#tests/browser/support/presence.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import {
  callApi,
  waitFor,
  listMailsTo,
  latestCode,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Proof of presence, restoring an old address, canceling a deletion, and leaving a team. */
const { product, open, api, inDatabase } = setupFixtures()
const adaEmail = 'ada@presence.example'
const teamName = 'Engines'
let adaToken: string
beforeAll(async () => {
  adaToken = await createTeam(product, adaEmail, teamName)
})

/** Expires the proof of presence of every session. */
const expirePresenceProof = () => inDatabase('update sessions set proven_at = null')
const currentTime = () => new Date(Date.now() - 1).toISOString()
const provePresence = (page: Page, since: string, to = adaEmail) =>
  enterPresenceCode(page, product, { to, since })
/** Invites colleagues to a team through the API and accepts. */
async function inviteAndJoin(host: string, address: string, name: string): Promise<string> {
  await api('POST', '/users', host, {
    users: [{ email: address, first_name: name, last_name: 'Hopper' }],
  })
  const since = currentTime()
  const { sig } = await callApi<{ sig: string }>(product, 'POST', '/auth/get_code', null, {
    email: address,
  })
  const signed = await callApi<{
    access_token: string
    workspaces: { id: string; state: string }[]
  }>(product, 'POST', '/auth/verify_code', null, {
    email: address,
    sig,
    code: await latestCode(product, address, since),
  })
  // A repeated test finds the invitation accepted.
  const pending =
    signed.workspaces.find((one) => one.state === 'pending') ?? signed.workspaces.at(-1)
  return (
    await callApi<{ access_token: string }>(product, 'POST', '/auth/session', signed.access_token, {
      workspace_id: pending?.id,
    })
  ).access_token
}

test('creating a token asks for the mailed presence code', async () => {
  const page = await open(adaToken, '/edit-profile', { width: 375 })
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Weekly report')
  await dialog.getByRole('checkbox', { name: 'Read posts, comments and values' }).check()
  await expirePresenceProof()
  const since = currentTime()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await presenceDialog(page).getByText('We sent a six-digit code to', { exact: false }).waitFor()
  await expectAccessible(page, 'presence', '[role=dialog]')
  await saveScreenshot(page, 'presence-code')
  await page.keyboard.press('Escape')
  await presenceDialog(page).waitFor({ state: 'detached' })
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Weekly report')
  expect(await dialog.getByRole('alert').count()).toBe(0)
  // Reopened, the dialog waits for the code that was sent and sends no other.
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await presenceDialog(page).getByLabel('Digit 1').waitFor()
  expect(
    (await listMailsTo(product, adaEmail)).filter(
      (mail) => mail.sent_at > since && mail.subject.includes('confirms it’s you'),
    ),
  ).toHaveLength(1)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await provePresence(page, since)
  await page.getByRole('dialog', { name: 'Here’s your token' }).waitFor()
  await waitFor(async () =>
    (await listMailsTo(product, adaEmail)).find(
      (mail) => mail.subject === 'A new access token for your Laurel account',
    ),
  )
  await page.getByRole('button', { name: 'Done' }).click()
  // Signing out everywhere else can also revoke the access tokens.
  await page.getByLabel('Revoke my access tokens too').check()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else, and your access tokens are revoked').waitFor()
  await page.getByText('No tokens yet.', { exact: false }).waitFor()
})

test('a deleted member disappears from the team list', async () => {
  const member = await inviteAndJoin(adaToken, 'grace@presence.example', 'Grace')
  const page = await open(adaToken, '/settings/danger')
  await page.getByText('7 days after you confirm', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Delete the team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the team' })
  await dialog.getByLabel(/Type the team’s name/).fill(teamName)
  await expirePresenceProof()
  const since = currentTime()
  await dialog.getByRole('button', { name: 'Delete the team for good' }).click()
  await provePresence(page, since)
  await page.getByRole('heading', { name: 'This team will be deleted' }).waitFor()
  const banner = page.getByRole('region', { name: 'Team deletion' })
  await banner.getByRole('button', { name: 'Keep the team' }).waitFor()
  await expectAccessible(page, 'deletion, danger zone')
  await saveScreenshot(page, 'deletion-danger')
  await waitFor(async () =>
    (await listMailsTo(product, adaEmail)).find(
      (mail) => mail.subject === `${teamName} will be deleted`,
    ),
  )

  const theirs = await open(member, '/feed', { width: 375, dark: true })
  const region = theirs.getByRole('region', { name: 'Team deletion' })
  await region.getByText('as Ada Lovelace requested.', { exact: false }).waitFor()
  expect(await region.getByRole('button').count()).toBe(0)
  await theirs.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(theirs)
  await saveScreenshot(theirs, 'deletion-member')
  for (const path of ['/rewards', '/welcome', '/edit-profile']) {
    await theirs.goto(path)
    await region.waitFor()
  }
  await page.goto('/feed')
  await banner.getByRole('button', { name: 'Keep the team' }).click()
  await banner.waitFor({ state: 'detached' })
  await region.waitFor({ state: 'detached' })
})

test('leaving one of two teams opens the other team', async () => {
  const otherTeam = await createTeam(product, 'host@presence.example', 'Hosts')
  const token = await inviteAndJoin(adaToken, 'ida@presence.example', 'Ida')
  await inviteAndJoin(otherTeam, 'ida@presence.example', 'Ida')
  const page = await open(token, '/edit-profile')
  const leave = async () => {
    await page.getByRole('button', { name: 'Leave the team' }).click()
    await page.getByRole('dialog').getByLabel('Yes, I want to leave for good').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave for good' }).click()
  }
  await leave()
  await page.waitForURL('**/workspaces')
  await page.getByRole('button', { name: /Hosts/ }).click()
  await page.waitForURL('**/feed')
  await page.goto('/edit-profile')
  await leave()
  await page.waitForURL('**/goodbye')
})

test('the link in the mail restores the old address', async () => {
  const token = await createTeam(product, 'old@presence.example', 'Movers')
  const since = currentTime()
  const { sig } = await api<{ sig: string }>('POST', '/profiles/me/get_code', token, {
    email: 'new@presence.example',
  })
  await api('POST', '/profiles/me/verify_code', token, {
    email: 'new@presence.example',
    sig,
    code: await latestCode(product, 'new@presence.example', since),
  })
  const danger = await open(token, '/settings/danger')
  await danger.getByText('You changed your email address recently.', { exact: false }).waitFor()
  expect(await danger.getByRole('button', { name: 'Delete the team' }).isDisabled()).toBe(true)
  await saveScreenshot(danger, 'danger-wait')
  const link = await waitFor(
    async () =>
      /\S+\/undo-address#token=\S+/.exec(
        (await listMailsTo(product, 'old@presence.example')).find((mail) =>
          mail.subject.includes('was changed'),
        )?.text ?? '',
      )?.[0],
  )
  const page = await open(null, new URL(link).pathname + new URL(link).hash, { width: 375 })
  await page.getByRole('heading', { name: 'Undo the address change' }).waitFor()
  expect(page.url()).toBe(`${product.url}/undo-address`)
  await expectAccessible(page, 'undo the change of address')
  await saveScreenshot(page, 'undo-address')
  await page.getByRole('button', { name: 'Restore my old address' }).click()
  await page.getByRole('heading', { name: 'Your old address is restored' }).waitFor()
  await danger.goto('/feed')
  await danger.waitForURL('**/login')
  const late = await open(null, new URL(link).pathname + new URL(link).hash)
  await late.getByRole('button', { name: 'Restore my old address' }).click()
  await late.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
})

test('an invite link opens one team until a code is entered', async () => {
  const host = await createTeam(product, 'second-host@presence.example', 'Second hosts')
  const address = 'mary@presence.example'
  await createTeam(product, address, 'Own team')
  await api('POST', '/users', host, { users: [{ email: address }] })
  const link = await waitFor(
    async () =>
      /\S+\/login\/accept#token=\S+/.exec(
        (await listMailsTo(product, address)).find((mail) => mail.subject.startsWith('Join'))
          ?.text ?? '',
      )?.[0],
  )
  const page = await open(null, `/login/accept?token=${new URL(link).hash.replace('#token=', '')}`)
  await page.getByRole('button', { name: 'Join the team' }).waitFor()
  expect(page.url()).toBe(`${product.url}/login/accept`)
  await page.reload()
  await page.getByRole('button', { name: 'Join the team' }).click()
  await page.getByLabel('First name').fill('Mary')
  await page.getByLabel('Last name').fill('Somerville')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/add-photo')
  await page.goto('/feed')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Switch teams' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch teams' })
  await dialog.getByText('You joined through an invitation', { exact: false }).waitFor()
  expect(await dialog.getByRole('button', { name: /Own team/ }).count()).toBe(0)
  await expectAccessible(page, 'switcher of an invited person', '[role=dialog]')
  await saveScreenshot(page, 'switcher-confined')
  const since = currentTime()
  await dialog.getByRole('button', { name: 'Confirm it’s you to see all your teams' }).click()
  await provePresence(page, since, address)
  await dialog.getByRole('button', { name: /Own team/ }).click()
  await page.getByRole('link', { name: 'Own team' }).waitFor()
})

test('members of an unpaid team can export their data and leave', async () => {
  const payer = await createTeam(product, 'late@presence.example', 'Late engines')
  const owner = await inviteAndJoin(payer, 'owner@presence.example', 'Grace')
  const { user } = await api<{ user: { id: string } }>('GET', '/config', owner)
  await api('PUT', `/users/${user.id}/permissions`, payer, { account_administrator: true })
  const member = await inviteAndJoin(payer, 'waiting@presence.example', 'Ida')
  await inDatabase(
    "update workspaces set trial_ends_at = now() - interval '1 day' where name = 'Late engines'",
  )
  const page = await open(owner, '/feed', { width: 375 })
  await page.waitForURL('**/expired**')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/my data\.json$/)
  await expectAccessible(page, 'expired, ways out')
  await saveScreenshot(page, 'expired-ways-out')
  await page.getByRole('link', { name: 'Delete the team' }).click()
  await page.waitForURL('**/settings/danger')
  await page.getByRole('button', { name: 'Delete the team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the team' })
  await dialog.getByLabel(/Type the team’s name/).fill('Late engines')
  await dialog.getByRole('button', { name: 'Delete the team for good' }).click()
  await page.getByRole('heading', { name: 'This team will be deleted' }).waitFor()
  const theirs = await open(member, '/expired')
  await theirs.getByRole('region', { name: 'Team deletion' }).waitFor()
  expect(await theirs.getByRole('link', { name: 'Delete the team' }).count()).toBe(0)
  await theirs.getByRole('button', { name: 'Leave the team' }).click()
  await theirs.getByRole('dialog').getByLabel('Yes, I want to leave for good').check()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave for good' }).click()
  await theirs.waitForURL('**/goodbye')
  const paying = await open(payer, '/settings/billing/trial')
  await paying.getByRole('button', { name: 'Download my data' }).waitFor()
  await saveScreenshot(paying, 'trial-ways-out')
})
