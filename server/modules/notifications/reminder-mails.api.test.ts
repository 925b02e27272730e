import { afterEach, expect, test } from 'vitest'
import { allowanceReminderWorker } from '#server/modules/inbox/worker.ts'
import { createCompanyPost } from '#server/modules/posts/company-posts.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { processOutbox } from './send-worker.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'
import { writeDueDigests } from './weekly-digest.ts'

// A Wednesday.
const start = new Date('2026-06-10T12:00:00Z')
const mondayAtNine = new Date('2026-06-15T09:00:00Z')
const t = setupTestApp(() => ({ at: start, env: { PUBLIC_URL: 'https://laurel.example' } }))
afterEach(() => {
  t.clock.set(start)
  t.mails.length = 0
})

const thank = async (team: Team, to: Member, description: string, fields: object = {}) =>
  (
    await t.call('posts.create', {
      token: team.admin.token,
      body: { to_id: [to.user_id], value_id: team.value_id, score: 5, description, ...fields },
    })
  ).body.id
/** Sends the mails that are due. */
async function sendAll(): Promise<void> {
  while (await processOutbox(t.services)) {
    // Each run sends a batch.
  }
}
const mailsTo = (member: Member, subject: RegExp) =>
  t.mails.filter((mail) => mail.to === member.email && subject.test(mail.subject))
const digests = (member: Member) => mailsTo(member, /last week$/)

test("sends the weekly digest on Monday at nine in the team's time zone", async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Byron' })
  await t.call('settings.update', {
    token: team.admin.token,
    body: { name: 'Ink', timezone: 'America/New_York' },
  })
  await thank(team, member, 'For the notes on the engine')
  const loved = await thank(team, member, 'For the first program')
  await t.call('posts.like', { token: member.token, params: { id: loved } })
  await thank(team, member, 'Between the two of us', { private: true })
  t.clock.set(mondayAtNine)
  await writeDueDigests(t.services)
  await sendAll()
  expect(digests(member)).toEqual([])
  t.clock.set(new Date('2026-06-15T13:00:00Z'))
  await Promise.all([writeDueDigests(t.services), writeDueDigests(t.services)])
  t.clock.advance(60_000)
  await sendAll()
  const [mail, ...more] = digests(member)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('2 thank-yous in Ink last week')
  // With the private post, which is not one of the two.
  expect(mail?.text).toContain('You were thanked 3 times: +15.')
  expect(mail?.text).toMatch(/thanked Ada Byron:\nFor the first program[^]*For the notes/)
  expect(mail?.text).not.toContain('Between the two of us')
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(digests(team.admin)[0]?.text).toContain('Who made your week easier?')
})

test('sends no digest for a week without posts or two days late', async () => {
  const quiet = await makeTeam(t)
  const late = await makeTeam(t)
  const member = await makeMember(t, late.workspace_id)
  t.clock.set(mondayAtNine)
  await writeDueDigests(t.services)
  t.clock.set(start)
  await thank(late, member, 'For waiting')
  t.clock.set(new Date('2026-06-17T00:00:00Z'))
  await writeDueDigests(t.services)
  t.clock.advance(60_000)
  await sendAll()
  expect([...digests(quiet.admin), ...digests(member)]).toEqual([])
})

test('sends a digest to subscribed members, without deleted posts', async () => {
  const team = await makeTeam(t)
  const reader = await makeMember(t, team.workspace_id)
  const other = await makeMember(t, team.workspace_id)
  const { secret } = t.services.config
  const token = createUnsubscribeToken(secret, {
    workspaceId: team.workspace_id,
    userId: other.user_id,
    event: 'weekly_digest',
  })
  await t.call('notifications.set', { body: { token, subscribed: false } })
  await thank(team, reader, 'For staying')
  const gone = await thank(team, reader, 'For leaving')
  t.clock.set(mondayAtNine)
  await writeDueDigests(t.services)
  await t.call('posts.delete', { token: team.admin.token, params: { id: gone } })
  t.clock.advance(60_000)
  await sendAll()
  expect(digests(other)).toEqual([])
  expect(digests(reader)[0]?.text).toContain('For staying')
  expect(digests(reader)[0]?.text).not.toContain('For leaving')
})

test('leaves posts by the company out of the digest', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await thank(team, member, 'For the release')
  const birthday = await t.services.db.tenant(team.workspace_id, (trx) =>
    createCompanyPost(trx, {
      workspaceId: team.workspace_id,
      occasion: { kind: 'birthday' },
      recipientIds: [member.user_id],
      valueId: team.value_id,
      points: 500,
      description: 'Happy birthday',
      isPrivate: false,
      readerIds: [],
      at: t.clock.now(),
      day: '2026-06-10',
      budgetId: null,
      source: 'issued',
    }),
  )
  await t.call('posts.like', { token: team.admin.token, params: { id: birthday.id } })
  t.clock.set(mondayAtNine)
  await writeDueDigests(t.services)
  t.clock.advance(60_000)
  await sendAll()
  const [mail] = digests(member)
  expect(mail?.subject).toMatch(/^One thank-you in /)
  expect(mail?.text).toContain('For the release')
  expect(mail?.text).not.toContain('Happy birthday')
  expect(mail?.text).toContain('You were thanked once: +5.')
})

test('sends no digest in a team that turned it off', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await t.call('settings.notifications', {
    token: team.admin.token,
    body: { weekly_digest: false },
  })
  await thank(team, member, 'For nothing')
  t.clock.set(mondayAtNine)
  await writeDueDigests(t.services)
  t.clock.advance(60_000)
  await sendAll()
  expect(digests(member)).toEqual([])
})

const lastDays = new Date('2026-06-28T06:00:00Z')
const remind = () => allowanceReminderWorker.run(t.services, () => false)
const reminders = (member: Member) => mailsTo(member, /left to give until/)

test('reminds once of points left before the period ends', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await thank(team, member, 'For all my points', { score: 100 })
  t.clock.set(lastDays)
  await Promise.all([remind(), remind()])
  await remind()
  t.clock.advance(60_000)
  await sendAll()
  expect(reminders(member).map((mail) => mail.subject)).toEqual([
    '100 points left to give until June 30',
  ])
  expect(reminders(team.admin)).toEqual([])
})

test('cancels the reminder when the points were given before sending', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  t.clock.set(lastDays)
  await remind()
  await thank(team, member, 'Just in time', { score: 100 })
  t.clock.advance(60_000)
  await sendAll()
  expect(reminders(team.admin)).toEqual([])
  expect(reminders(member)).toHaveLength(1)
})
