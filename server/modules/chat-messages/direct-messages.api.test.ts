import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { authorizeSlackApp, deliverToChats } from '#tests/support/slack-app.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { writeDueReminders } from './reminders.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

let team: Team
let tom: Member
let channel: string
beforeEach(async () => {
  team = await makeTeam(t, { limit: 40 })
  tom = await makeMember(t, team.workspace_id, { first_name: 'Tom', last_name: 'Ott' })
  await authorizeSlackApp(t, slack, team)
  const { id } = slack.addUser()
  channel = `D${id.slice(1)}`
  await linkChatUser(t, tom, id)
  slack.messages.clear()
})

const messages = () => [...slack.messages.values()].filter((message) => message.channel === channel)
const texts = () => messages().map(({ text }) => text)
const tomsLink = (body: object) =>
  t.call('chat.update_link', { token: tom.token, params: { provider: 'slack' }, body })
const thank = (description: string, more: { private?: boolean } = {}) =>
  makePost(t, team.admin, [tom], team.value_id, 10, { description, ...more })

test('received thanks come with their words and a link', async () => {
  const id = await thank('For the release')
  await deliverToChats(t)
  expect(texts()).toEqual([expect.stringMatching(/thanked you: \+10 points for /)])
  const [message] = messages()
  expect(JSON.stringify(message?.blocks)).toContain('For the release')
  expect(JSON.stringify(message?.blocks)).toContain(`/posts/${id}`)
})

test('thanks of a colleague without a name come from their address', async () => {
  const nameless = { first_name: '', last_name: '', email: 'kim@example.test' }
  const kim = await makeMember(t, team.workspace_id, nameless)
  await makePost(t, kim, [tom], team.value_id, 10)
  await deliverToChats(t)
  expect(texts()).toEqual([expect.stringMatching(/^kim thanked you: /)])
})

test('private thanks say nothing but that somebody thanked', async () => {
  await thank('A secret compliment', { private: true })
  await deliverToChats(t)
  expect(texts()).toEqual(['Someone thanked you privately. Read it in Laurel.'])
  expect(JSON.stringify(messages())).not.toMatch(/secret compliment|points/)
})

test('deleted thanks send no message', async () => {
  const id = await thank('Never mind')
  await t.call('posts.delete', { token: team.admin.token, params: { id } })
  await deliverToChats(t)
  expect(messages()).toEqual([])
})

test('a muted kind and a switched off app send no message', async () => {
  await tomsLink({ muted: ['thanks'] })
  await thank('Muted')
  await deliverToChats(t)
  await tomsLink({ muted: [] })
  await t.call('chat.save', {
    token: team.admin.token,
    params: { provider: 'slack' },
    body: { direct_messages: false },
  })
  await thank('Off')
  await deliverToChats(t)
  expect(messages()).toEqual([])
})

test('a message waits for the end of the quiet hours', async () => {
  // It is noon by the clock.
  await tomsLink({ quiet_from: 11, quiet_until: 14 })
  await thank('At lunch')
  await deliverToChats(t)
  expect(messages()).toEqual([])
  t.clock.advance(2 * hourMs)
  await deliverToChats(t)
  expect(messages()).toHaveLength(1)
  t.clock.advance(-2 * hourMs)
})

test('a decided purchase is announced to its buyer', async () => {
  await addBalance(t, tom, 20)
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Cake', price: 5 },
  })
  const redeem = async () =>
    (await t.call('shop.redeem', { token: tom.token, params: { id: reward.body.id }, body: {} }))
      .body.id
  const [first, second] = [await redeem(), await redeem()]
  const token = team.admin.token
  await t.call('rewards.fulfil', { token, params: { id: first }, body: {} })
  await t.call('rewards.decline', { token, params: { id: second }, body: { reason: 'No more' } })
  await deliverToChats(t)
  expect(texts().toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Good news: your reward “Cake” is ready',
    'Your request for “Cake” was declined',
  ])
  expect(JSON.stringify(messages())).toContain('No more')
})

test('a deactivated user loses the link and gets no message', async () => {
  await thank('Too late')
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: tom.user_id },
    body: { state: 'deactivated' },
  })
  await deliverToChats(t)
  expect(messages()).toEqual([])
  const { body } = await t.call('chat.list', { token: team.admin.token })
  expect(body[0]?.linked_people).toBe(0)
  const { body: log } = await t.call('workspace.audit', { token: team.admin.token })
  expect(log.items.map(({ action }) => action)).toContain('chat.unlink')
})

test('the weekly message says what is left, once a week, and asks about colleagues', async () => {
  await thank('So that Tom has somebody to think of')
  await deliverToChats(t)
  slack.messages.clear()
  // A Thursday at ten.
  const thursday = new Date('2026-06-18T10:05:00Z')
  t.clock.set(thursday)
  await writeDueReminders(t.services)
  await writeDueReminders(t.services)
  await deliverToChats(t)
  expect(texts()).toEqual([
    expect.stringMatching(/^You have 40 points left to give until June 30\. /),
  ])
  expect(texts()[0]).toContain('Who helped you this week?')
  t.clock.set(new Date(thursday.getTime() + 7 * 24 * hourMs))
  await tomsLink({ muted: ['reminder'] })
  await writeDueReminders(t.services)
  await deliverToChats(t)
  expect(messages()).toHaveLength(1)
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
})

test('requests to Slack follow its contract', () => expect(slack.violations).toEqual([]))
