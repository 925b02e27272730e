import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { type AwardTeam, createAwardTeam } from '#tests/support/awards.ts'
import { makeMember } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let a: AwardTeam
let award: Awaited<ReturnType<AwardTeam['makeAward']>>
beforeEach(async () => {
  a = await createAwardTeam(t)
  award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'receiver_manager' }, { approver: 'people', user_ids: [a.head.user_id] }],
  })
})

const emailOf = async (user: { user_id: string }) =>
  (await t.call('users.get', { token: a.team.admin.token, params: { id: user.user_id } })).body
    .email
/** Sends what waits. Returns the subjects of the mails to a person. */
const mailsTo = async (user: { user_id: string }) => {
  t.mails.length = 0
  await processOutbox(t.services)
  const email = await emailOf(user)
  return t.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('approvers of each step and the giver get a mail with a link', async () => {
  const { id } = (await a.give(award)).body
  expect(await mailsTo(a.manager)).toEqual([expect.stringContaining('needs your decision')])
  const [mail] = t.mails
  expect(mail?.text).toContain(`/awards/gifts/${id}`)
  expect(mail?.text).toContain('/u/')
  expect(t.mails).toHaveLength(1)
  await a.decide(a.manager, id)
  expect(await mailsTo(a.head)).toEqual([expect.stringContaining('needs your decision')])
  await a.decide(a.head, id, { step: 1 })
  expect(await mailsTo(a.giver)).toEqual([expect.stringContaining('was approved')])
})

test('the giver reads the reason of a decline, and nobody else gets it', async () => {
  const { id } = (await a.give(award)).body
  await mailsTo(a.manager)
  await t.call('awards.decide', {
    token: a.manager.token,
    params: { id },
    body: { approve: false, step: 0, reason: 'Too early this year' },
  })
  expect(await mailsTo(a.giver)).toEqual([expect.stringContaining('was declined')])
  expect(t.mails).toHaveLength(1)
  expect(t.mails[0]?.text).toContain('Too early this year')
})

test('a reminder and the question to the giver are mailed once', async () => {
  await a.give(award)
  await mailsTo(a.manager)
  t.clock.advance(2 * dayMs)
  await a.followUp()
  await a.followUp()
  expect(await mailsTo(a.manager)).toEqual([expect.stringContaining('still needs your decision')])
  t.clock.advance(12 * dayMs)
  await a.followUp()
  await a.followUp()
  expect(await mailsTo(a.giver)).toEqual([expect.stringContaining('has waited 14 days')])
})

test('a withdrawn gift sends no mail, and neither do switched off mails', async () => {
  await a.withdraw((await a.give(award)).body.id)
  expect(await mailsTo(a.manager)).toEqual([])
  await t.call('profiles.update_me', {
    token: a.manager.token,
    body: { notifications: { awards: false } },
  })
  await a.give(award)
  expect(await mailsTo(a.manager)).toEqual([])
})

test('receivers and other people get no mail before the award is given', async () => {
  const other = await makeMember(t, a.team.workspace_id)
  await a.give(award)
  expect(await mailsTo(a.receiver)).toEqual([])
  expect(await mailsTo(other)).toEqual([])
})

test('the points of an award have the plural form of the language', async () => {
  await t.call('profiles.update_me', { token: a.manager.token, body: { language: 'ru' } })
  await a.give(award, { points: 22 })
  await mailsTo(a.manager)
  expect(t.mails[0]?.text).toContain('вручить эту награду: 22 балла каждому.')
})
