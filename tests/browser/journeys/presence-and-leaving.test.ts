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

/** Proof of presence, canceling a deletion, and restoring an old address. */
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

test('a deletion is confirmed by a mailed code and ends for all', async () => {
  const member = await inviteAndJoin(adaToken, 'grace@presence.example', 'Grace')
  const page = await open(adaToken, '/settings/danger')
  await page.getByText('7 days after you confirm', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Delete the team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the team' })
  await dialog.getByLabel(/Type the team’s name/).fill(teamName)
  await expirePresenceProof()
  const since = currentTime()
  await dialog.getByRole('button', { name: 'Delete the team for good' }).click()
  await presenceDialog(page).getByText('We sent a six-digit code to', { exact: false }).waitFor()
  await presenceDialog(page).getByLabel('Digit 1').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'presence', '[role=dialog]')
  await saveScreenshot(page, 'presence-code')
  await page.setViewportSize({ width: 1280, height: 800 })
  await provePresence(page, since)
  await page.getByRole('heading', { name: 'This team will be deleted' }).waitFor()
  const banner = page.getByRole('region', { name: 'Team deletion' })
  await banner.getByRole('button', { name: 'Keep the team' }).waitFor()
  await expectAccessible(page, 'deletion, danger zone')
  await saveScreenshot(page, 'deletion-danger')

  const theirs = await open(member, '/feed', { width: 375, dark: true })
  const region = theirs.getByRole('region', { name: 'Team deletion' })
  await region.getByText('as Ada Lovelace requested.', { exact: false }).waitFor()
  expect(await region.getByRole('button').count()).toBe(0)
  await theirs.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(theirs)
  await saveScreenshot(theirs, 'deletion-member')
  await banner.getByRole('button', { name: 'Keep the team' }).click()
  await banner.waitFor({ state: 'detached' })
  await region.waitFor({ state: 'detached' })
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
})
