import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { writeDueReminders } from '#server/modules/chat-messages/reminders.ts'
import { findCardProblems } from '#tests/contracts/teams/card-check.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import { addBalance, makeMember, makePost } from '#tests/support/factories.ts'
import { makeAward } from '#tests/support/make-award.ts'
import { deliverToChats } from '#tests/support/slack-app.ts'
import {
  buttonOf,
  cardsIn,
  type Colleague,
  setupTeamsChat,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** What a person gets in the chat with the bot, each with a button to Laurel. */
const chat = setupTeamsChat({ limit: 40 })
let tom: Colleague
beforeAll(async () => {
  chat.t.clock.set(new Date('2026-06-15T12:00:00Z'))
  tom = await chat.addColleague('Tom')
  const { person, member, chat: conversation } = tom
  await linkChatUser(chat.t, member, person.aadObjectId, { provider: 'teams' })
  await chat.send(
    chat.teams.activities.buildInstallationUpdate({ from: person, conversation, action: 'add' }),
  )
})
beforeEach(() => tom.chat.activities.clear())
const activities = () => [...tom.chat.activities.values()].map(({ body }) => body)
/** Delivers, and returns the texts and the buttons of the messages. */
async function receive() {
  await deliverToChats(chat.t)
  return cardsIn(tom.chat).map((card) => {
    expect(findCardProblems(card)).toEqual([])
    return [textsOf(card), card.actions?.map(({ type, title, url }) => [type, title, url])]
  })
}
const openButton = (title: string, path: string) => [
  ['Action.OpenUrl', title, `https://laurel.example${path}`],
]

test('thanks come with their words and a button', async () => {
  const { admin, value_id: valueId } = chat.team
  const id = await makePost(chat.t, admin, [tom.member], valueId, 10, { description: 'For all' })
  const [[texts, buttons] = []] = await receive()
  expect(texts).toEqual([expect.stringMatching(/ thanked you: \+10 points for /), 'For all'])
  expect(buttons).toEqual(openButton('See it in Laurel', `/posts/${id}`))
  expect(activities()[0]?.['summary']).toBe(texts?.[0])
})

test('private thanks say nothing but their button', async () => {
  const { admin, value_id: valueId } = chat.team
  const more = { description: 'A secret', private: true }
  const id = await makePost(chat.t, admin, [tom.member], valueId, 10, more)
  expect(await receive()).toEqual([
    [
      ['Someone thanked you privately. Read it in Laurel.'],
      openButton('See it in Laurel', `/posts/${id}`),
    ],
  ])
  expect(JSON.stringify(activities())).not.toMatch(/A secret|points/)
})

test('a decision about a purchase comes with its reason and a button', async () => {
  const { token } = chat.team.admin
  await addBalance(chat.t, tom.member, 20)
  const reward = await chat.t.call('rewards.create', { token, body: { title: 'Cake', price: 5 } })
  const purchase = await chat.t.call('shop.redeem', {
    token: tom.member.token,
    params: { id: reward.body.id },
    body: {},
  })
  const body = { reason: 'No more' }
  await chat.t.call('rewards.decline', { token, params: { id: purchase.body.id }, body })
  expect(await receive()).toEqual([
    [
      ['Your request for “Cake” was declined', 'No more'],
      openButton('See it in Laurel', '/rewards'),
    ],
  ])
})

test('the weekly reminder leads to the feed', async () => {
  chat.t.clock.set(new Date('2026-06-18T12:00:00Z'))
  for (let hours = 0; hours < 24 * 7 && !activities().length; hours += 6) {
    await writeDueReminders(chat.t.services)
    await deliverToChats(chat.t)
    chat.t.clock.advance(6 * hourMs)
  }
  const [[texts, buttons] = []] = await receive()
  expect(texts?.[0]).toMatch(/^You have 40 points left to give until June 30\. /)
  expect(buttons).toEqual(openButton('Thank someone', '/feed'))
})

test('an approver of an award approves by the button of the card', async () => {
  const giver = await makeMember(chat.t, chat.team.workspace_id)
  const receiver = await makeMember(chat.t, chat.team.workspace_id)
  const award = await makeAward(chat.t, chat.team, {
    steps: [{ approver: 'people', user_ids: [tom.member.user_id] }],
  })
  const { body: gift } = await chat.t.call('awards.give', {
    token: giver.token,
    body: { award_id: award, to_ids: [receiver.user_id], points: 20, text: 'For the big move' },
  })
  await deliverToChats(chat.t)
  const [card] = cardsIn(tom.chat)
  expect(textsOf(card)[0]).toContain('needs your decision')
  const data = buttonOf(card, 'Approve')
  expect(data).toEqual({ gift_id: gift.id, step: 0 })
  const press = (from: Colleague) =>
    chat.send(
      chat.teams.activities.buildCardAction({
        from: from.person,
        conversation: from.chat,
        replyToId: '1700',
        verb: 'approve_award',
        data,
        trigger: 'manual',
      }),
    )
  const other = await chat.addColleague('Uma')
  await linkChatUser(chat.t, other.member, other.person.aadObjectId, { provider: 'teams' })
  expect((await press(other)).text).toContain('no longer exists')
  expect((await press(tom)).text).toBe('Approved. Thank you.')
  expect((await press(tom)).text).toBe('Approved. Thank you.')
  const { body } = await chat.t.call('awards.gift', {
    token: giver.token,
    params: { id: gift.id },
  })
  expect(body.status).toBe('approved')
})
