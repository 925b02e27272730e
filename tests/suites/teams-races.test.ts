import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Conversation } from '#tests/contracts/teams/directory.ts'
import { hashToken } from '#server/platform/ids.ts'
import { getBalance, makePost } from '#tests/support/factories.ts'
import { postToBoth, setupTwoServers } from '#tests/support/processes.ts'
import {
  buttonOf,
  cardsIn,
  type Colleague,
  readReply,
  setupTeamsChat,
  signActivity,
  type TeamsReply,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** Equal requests of Teams at once over two server processes on one database. */
const chat = setupTeamsChat({ app: { at: new Date() } })
const ports = setupTwoServers(
  () => chat.t.ownerUrl,
  () => ({ settings: { ...chat.teams.env, PUBLIC_URL: 'https://laurel.example' } }),
)
let ana: Colleague
let ben: Colleague
let group: Conversation
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
  ben = await chat.addColleague('Ben')
})
beforeEach(() => {
  group = chat.teams.directory.addGroupChat([ana.person, ben.person])
})

const place = () => ({ from: ana.person, conversation: group })
const submitActivity = (data: Record<string, unknown>) =>
  chat.teams.activities.buildSubmitAction({ ...place(), context: 'compose', data })
const sendToBoth = async (activity: object) =>
  (
    await postToBoth(
      ports,
      `/chat/teams/${chat.team.workspace_id}/messages`,
      signActivity(chat, activity),
    )
  ).map(({ status, text }) => readReply(status, text))
const openActivity = () => chat.teams.activities.buildFetchTask({ ...place(), context: 'compose' })
async function preview(people = [ben.person]) {
  const { card } = await chat.send(openActivity())
  const data = {
    step: 'preview',
    draft: card?.actions?.[0]?.data['draft'],
    people: people.map(({ aadObjectId }) => aadObjectId).join(),
    points: 3,
    value: chat.team.value_id,
    text: 'We built it together',
    private: 'false',
  }
  return (await chat.send(submitActivity(data))).card
}
const countPosts = async () =>
  (
    await chat.t.call('posts.list', {
      token: ana.member.token,
      query: { user_id: ana.member.user_id, direction: 'given', limit: 100 },
    })
  ).body.length
const expectAllFine = (replies: TeamsReply[]) =>
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))

test('20 equal submits make one post and one card', async () => {
  const before = await countPosts()
  const balance = await getBalance(chat.t, ben.member)
  const replies = await sendToBoth(submitActivity(buttonOf(await preview(), 'Send')))
  expectAllFine(replies)
  for (const { card } of replies) expect(textsOf(card).join()).toMatch(/^$|^Your thanks are sent/)
  expect(await countPosts()).toBe(before + 1)
  expect(cardsIn(group)).toHaveLength(1)
  expect(await getBalance(chat.t, ben.member)).toBe(balance + 3)
  await chat.t.checkLedger()
})

test('20 equal requests for the dialog open one draft', async () => {
  const replies = await sendToBoth(openActivity())
  expectAllFine(replies)
  const drafts = replies.map(({ card }) => card?.actions?.[0]?.data['draft'])
  expect(new Set(drafts).size).toBe(1)
})

test('20 equal forms of a card add points once', async () => {
  const post = await makePost(chat.t, chat.team.admin, [ben.member], chat.team.value_id, 5)
  const balance = await getBalance(chat.t, ben.member)
  const press = (verb: string, data: Record<string, unknown>) =>
    chat.teams.activities.buildCardAction({ ...place(), replyToId: '1', verb, data })
  const { card } = await chat.send(press('add_points', { post_id: post }))
  const data = { ...buttonOf(card, 'Add points'), points: 4, text: 'Me too' }
  const replies = await sendToBoth(press('add_points_submit', data))
  expectAllFine(replies)
  for (const reply of replies) expect(textsOf(reply.card)[0]).toBe('You added 4 points.')
  expect(await getBalance(chat.t, ben.member)).toBe(balance + 4)
  await chat.t.checkLedger()
})

test('20 equal messages get one answer', async () => {
  const before = ana.chat.activities.size
  const message = chat.teams.activities.buildMessage({
    from: ana.person,
    conversation: ana.chat,
    text: 'balance',
  })
  expectAllFine(await sendToBoth(message))
  expect(ana.chat.activities.size).toBe(before + 1)
})

test('20 equal messages of a stranger get one link, which works', async () => {
  const person = chat.teams.directory.addPerson({ name: 'Sam', email: 'sam@elsewhere.example' })
  const conversation = chat.teams.directory.openPersonalChat(person)
  const message = chat.teams.activities.buildMessage({ from: person, conversation, text: 'help' })
  expectAllFine(await sendToBoth(message))
  const [card, ...others] = cardsIn(conversation)
  expect(others).toEqual([])
  const token = String(card?.actions?.[0]?.['url']).split('/').at(-1) ?? ''
  const found = await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .selectFrom('chat_link_requests')
      .select('token_hash')
      .where('workspace_id', '=', chat.team.workspace_id)
      .where('external_user_id', '=', person.aadObjectId)
      .execute(),
  )
  expect(found.map((row) => row.token_hash.toString('hex'))).toEqual([
    hashToken(token).toString('hex'),
  ])
})

test('20 equal invitations invite a person once', async () => {
  await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ invite_strangers: true })
      .where('workspace_id', '=', chat.team.workspace_id)
      .execute(),
  )
  const sam = chat.teams.directory.addPerson({ name: 'Sam' })
  group.members.set(sam.id, sam)
  const invite = buttonOf(await preview([ben.person, sam]), 'Invite 1 person')
  const replies = await sendToBoth(submitActivity(invite))
  expectAllFine(replies)
  const texts = replies.map(({ card }) => textsOf(card).at(-1))
  expect(texts.filter((text) => text === 'Invited: Sam')).toHaveLength(1)
  expect(texts.filter((text) => text === 'No one new to invite')).toHaveLength(19)
})
