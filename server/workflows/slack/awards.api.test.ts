import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { followUpRounds } from '#server/modules/nominations/worker.ts'
import { makeMember, type Member } from '#tests/support/factories.ts'
import { makeAward } from '#tests/support/make-award.ts'
import { buttonOf, type Message, setupSlackTeam, textsOf } from '#tests/support/slack.ts'
import { deliverToChats } from '#tests/support/slack-app.ts'

const s = setupSlackTeam()
let giver: Member
let giftId: string
beforeEach(async () => {
  giver = await makeMember(s.t, s.team.workspace_id, { first_name: 'Gina' })
  s.slack.messages.clear()
})

const give = async (steps?: object[]) => {
  const award = await makeAward(s.t, s.team, {
    name: `Helping hand ${crypto.randomUUID().slice(0, 8)}`,
    ...(steps ? { steps: steps as [] } : {}),
  })
  const { body } = await s.t.call('awards.give', {
    token: giver.token,
    body: {
      award_id: award,
      to_ids: [s.ben.user_id],
      points: 20,
      text: 'For the move to the new office',
    },
  })
  giftId = body.id
}
/** Delivers, and returns the direct messages to a person. */
const messagesTo = async ({ slack_id: id }: { slack_id: string }) => {
  await deliverToChats(s.t)
  const found = [...s.slack.messages.values()].filter(
    (message) => message.channel === `D${id.slice(1)}`,
  )
  s.slack.messages.clear()
  return found as unknown as Message[]
}
const statusOf = async () =>
  (await s.t.call('awards.gift', { token: s.ana.token, params: { id: giftId } })).body.status

test('an approver is asked and approves by the button, once', async () => {
  await give()
  const [request] = await messagesTo(s.ana)
  expect(request?.text).toContain('needs your decision')
  expect(textsOf(request)).toContain('For the move to the new office')
  expect(textsOf(request)).toContain(`/awards/gifts/${giftId}`)
  const value = buttonOf(request, 'approve_award')?.value ?? ''
  const [answer] = await s.press({ action_id: 'approve_award', value })
  expect(answer?.text).toBe('Approved. Thank you.')
  const [repeated] = await s.press({ action_id: 'approve_award', value })
  expect(repeated?.text).toBe('Approved. Thank you.')
  expect(await statusOf()).toBe('approved')
  await s.t.checkLedger()
})

test('a decided or withdrawn award asks nobody, and an old button changes nothing', async () => {
  await give()
  const [request] = await messagesTo(s.ana)
  const value = buttonOf(request, 'approve_award')?.value ?? ''
  await s.t.call('awards.withdraw', { token: giver.token, params: { id: giftId } })
  const [late] = await s.press({ action_id: 'approve_award', value })
  expect(late?.text).toBe('Someone has already decided this award')
  expect(await statusOf()).toBe('withdrawn')
  await give()
  await s.t.call('awards.withdraw', { token: giver.token, params: { id: giftId } })
  expect(await messagesTo(s.ana)).toEqual([])
})

test('receivers and strangers cannot approve, and learn nothing', async () => {
  await give()
  expect(await messagesTo(s.ben)).toEqual([])
  for (const value of [`${giftId}:0`, `${crypto.randomUUID()}:0`, 'x']) {
    const payload = s.slack.payloads.blockActions({ id: s.ben.slack_id }, [
      { action_id: 'approve_award', value },
    ])
    await s.send('interactions', payload)
    expect(s.slack.responses.at(-1)?.body['text']).toContain('no longer exists')
  }
  for (const step of ['x', '9', '-1']) {
    const [answer] = await s.press({ action_id: 'approve_award', value: `${giftId}:${step}` })
    expect(answer?.text).not.toContain('Approved')
  }
  expect(await statusOf()).toBe('pending')
})

test('the giver is told about a decline with its reason', async () => {
  giver = s.ana
  const boss = await makeMember(s.t, s.team.workspace_id)
  await give([{ approver: 'people', user_ids: [boss.user_id] }])
  expect(await messagesTo(s.ana)).toEqual([])
  await s.t.call('awards.decide', {
    token: boss.token,
    params: { id: giftId },
    body: { approve: false, step: 0, reason: 'Too early this year' },
  })
  const [told] = await messagesTo(s.ana)
  expect(told?.text).toContain('was declined')
  expect(textsOf(told)).toContain('Too early this year')
  expect(buttonOf(told, 'approve_award')).toBeUndefined()
})

test('people who switched these messages off get none', async () => {
  const link = (muted: ('award' | 'thanks')[]) =>
    s.t.call('chat.update_link', {
      token: s.ana.token,
      params: { provider: 'slack' },
      body: { muted },
    })
  await link(['award'])
  await give()
  expect(await messagesTo(s.ana)).toEqual([])
  await link([])
})

test('jurors are asked once, also those who join the jury later', async () => {
  const dayFromNow = (days: number) =>
    new Date(s.t.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)
  const { token } = s.team.admin
  const round = await s.t.call('nominations.create_round', {
    token,
    body: {
      name: 'Colleague of the quarter',
      emoji: '🌟',
      nominee_kind: 'person',
      nominators: {},
      nominees: {},
      nominations_max: 3,
      starts_on: dayFromNow(0),
      ends_on: dayFromNow(1),
      decides_on: dayFromNow(9),
      decision: 'jury',
      criteria: ['Effect on others'],
      juror_ids: [s.ana.user_id],
      tie_rule: 'share',
      winners_max: 1,
      points: 0,
      value_id: s.team.value_id,
    },
  })
  s.t.clock.advance(4 * dayMs)
  await followUpRounds(s.t.services)
  const [asked, ...others] = await messagesTo(s.ana)
  expect(others).toEqual([])
  expect(asked?.text).toContain('awaits your scores')
  expect(textsOf(asked)).toContain(`/nominations/${round.body.id}`)
  await s.t.call('nominations.update_round', {
    token,
    params: { id: round.body.id },
    body: { juror_ids: [s.ana.user_id, s.ben.user_id] },
  })
  await deliverToChats(s.t)
  const channels = [...s.slack.messages.values()].map(({ channel }) => channel)
  expect(channels).toEqual([`D${s.ben.slack_id.slice(1)}`])
})
