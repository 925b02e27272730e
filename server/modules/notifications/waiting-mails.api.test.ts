import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { processOutbox } from './send-worker.ts'

const t = setupTestApp()

const thank = (team: Team, to: Member, giver = team.admin) =>
  t.call('posts.create', {
    token: giver.token,
    body: {
      to_id: [to.user_id],
      value_id: team.value_id,
      score: 3,
      description: 'Between the two of us',
      private: true,
    },
  })
const sendAll = () => {
  t.clock.advance((limits.undo_seconds + 5) * 1_000)
  return processOutbox(t.services)
}

test('a waiting mail follows its reader to another address', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await thank(team, member)
  const email = `moved-${member.email}`
  await markPresent(t, member)
  const { token } = member
  const { sig } = (await t.call('profiles.get_code', { token, body: { email } })).body
  const code = t.mails.findLast(({ to }) => to === email)?.subject.slice(0, 6) ?? ''
  const moved = await t.call('profiles.verify_code', { token, body: { email, sig, code } })
  expect(moved.status).toBe(200)
  await sendAll()
  const mailsOf = (address: string) =>
    t.mails.filter(({ to, text }) => to === address && text.includes('Between the two of us'))
  expect([mailsOf(member.email).length, mailsOf(email).length]).toEqual([0, 1])
})

test('a waiting mail is in the language that its reader chose since', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await thank(team, member)
  await t.call('profiles.update_me', { token: member.token, body: { language: 'ru' } })
  await sendAll()
  expect(t.mails.findLast(({ to }) => to === member.email)?.subject).toMatch(/благодарит вас: \+3$/)
})

test('names a giver who was erased before the mail a former teammate', async () => {
  const team = await makeTeam(t)
  const [member, giver] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await thank(team, member, giver)
  const params = { id: giver.user_id }
  await t.call('users.delete', { token: team.admin.token, params })
  await sendAll()
  expect(t.mails.findLast(({ to }) => to === member.email)?.subject).toBe(
    'Former teammate thanked you: +3',
  )
})
