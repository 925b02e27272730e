import { beforeEach, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import {
  connectApplication,
  fetchCode,
  OauthBrowser,
  requestToken,
  serveClientDocuments,
  uidOf,
} from '#tests/support/oauth.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

// The library reads the clock of the machine.
const t = setupTestApp(() => ({ at: new Date() }))
let team: Team
let member: Member
beforeEach(async () => {
  serveClientDocuments(t)
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

/** Sends the mails that wait. Returns those to the person. */
async function readMails() {
  await processOutbox(t.services)
  return t.mails.filter(({ to }) => to === member.email)
}

test('the person gets a mail about a new connection, which names its rights', async () => {
  await connectApplication(t, member, { scopes: ['profile:read', 'posts:read'] })
  const [mail, ...others] = await readMails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('“Assistant” now has access to your Laurel account')
  const year = String(t.clock.now().getUTCFullYear())
  for (const part of [mail?.text, mail?.html])
    for (const words of [
      'Assistant',
      'assistant.example',
      'Read posts, comments and values',
      year,
      `${t.services.config.publicUrl}/edit-profile`,
    ])
      expect(part).toContain(words)
  for (const words of ['Give points', 'private posts']) expect(mail?.text).not.toContain(words)
})

test('the mail says that the application reads private posts', async () => {
  await connectApplication(t, member, { scopes: ['posts:read'], readsPrivate: true })
  expect((await readMails())[0]?.text).toContain('- Read private posts that you can see')
})

test('a refresh of tokens sends no mail, and a new consent sends one', async () => {
  const { refresh_token: token } = await connectApplication(t, member)
  await requestToken(t, { grant_type: 'refresh_token', refresh_token: token })
  expect(await readMails()).toHaveLength(1)
  await connectApplication(t, member)
  expect(await readMails()).toHaveLength(2)
})

test('a refused request and an ended connection send no mail', async () => {
  const browser = new OauthBrowser(t)
  const uid = uidOf(await browser.authorize())
  const headers = { cookie: browser.cookie }
  await t.call('oauth.deny', { token: member.token, params: { uid }, headers })
  await fetchCode(t, member)
  const [{ id } = { id: '' }] = (await t.call('oauth.list', { token: member.token })).body
  await t.call('oauth.disconnect', { token: member.token, params: { id } })
  expect(await readMails()).toEqual([])
})

test('the mail is in the language of the person', async () => {
  await t.call('profiles.update_me', { token: member.token, body: { language: 'ua' } })
  await connectApplication(t, member)
  const [mail] = await readMails()
  expect(mail?.subject).toBe('Застосунок «Assistant» отримав доступ до вашого акаунта Laurel')
  expect(mail?.text).toContain('Дарувати бали, коментувати й реагувати від вашого імені')
})
