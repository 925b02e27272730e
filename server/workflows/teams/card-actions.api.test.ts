import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Conversation } from '#tests/contracts/teams/directory.ts'
import { makePost } from '#tests/support/factories.ts'
import {
  buttonOf,
  cardsIn,
  type Colleague,
  inputsOf,
  setupTeamsChat,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** The buttons of mirrored cards, against the local Teams. */
const chat = setupTeamsChat()
let ana: Colleague
let ben: Colleague
let eva: Colleague
let channel: Conversation
let postId: string
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
  ben = await chat.addColleague('Ben')
  eva = await chat.addColleague('Eva')
  const team = chat.teams.directory.addTeam(
    'Product',
    [],
    [ana, ben, eva].map((one) => one.person),
  )
  channel = chat.teams.directory.findConversation(team.id) as Conversation
})
beforeEach(async () => {
  postId = await makePost(chat.t, ana.member, [ben.member], chat.team.value_id, 5)
})

type PressOptions = { from?: Colleague; trigger?: 'manual' | 'automatic' }
const pressActivity = (
  verb: string,
  data: Record<string, unknown>,
  { from = eva, trigger = 'manual' as const }: PressOptions = {},
) =>
  chat.teams.activities.buildCardAction({
    from: from.person,
    conversation: channel,
    replyToId: '1700',
    verb,
    data,
    trigger,
  })
const press = (...input: Parameters<typeof pressActivity>) => chat.send(pressActivity(...input))
const openForm = async () => (await press('add_points', { post_id: postId })).card
const findPost = async (reader = eva) =>
  (await chat.t.call('posts.get', { token: reader.member.token, params: { id: postId } })).body

test('likes a post as the person who pressed, once', async () => {
  const { status, body } = await press('like', { post_id: postId })
  expect([status, body]).toEqual([
    200,
    {
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: 'You like this post.',
    },
  ])
  await press('like', { post_id: postId })
  expect(await findPost()).toMatchObject({ like_count: 1, liked: true })
})

test('adds points by a form that only the person sees', async () => {
  const form = await openForm()
  expect(textsOf(form)).toEqual(['Ana thanked Ben'])
  expect(inputsOf(form)).toEqual({ points: undefined, text: '' })
  const data = { ...buttonOf(form, 'Add points'), points: 3, text: 'So true' }
  const { body, card } = await press('add_points_submit', data)
  expect(body).toMatchObject({ type: 'application/vnd.microsoft.card.adaptive' })
  expect(textsOf(card)[0]).toBe('You added 3 points.')
  expect(textsOf(card).at(-1)).toBe('+5 points · +3 points added later · 🤝 Teamwork')
  expect(await findPost()).toMatchObject({ added_score: 3 })
  expect(cardsIn(channel)).toEqual([])
})

test('adds points once when a form is sent many times', async () => {
  const data = { ...buttonOf(await openForm(), 'Add points'), points: 2, text: 'Again' }
  await Promise.all(Array.from({ length: 10 }, () => press('add_points_submit', data)))
  expect(await findPost()).toMatchObject({ added_score: 2 })
  const other = { ...buttonOf(await openForm(), 'Add points'), points: 2, text: 'Again' }
  await press('add_points_submit', other)
  expect(await findPost()).toMatchObject({ added_score: 4 })
})

test.each([
  ['no points', { points: '', text: 'So true' }, 'Must be between 1 and 10,000'],
  ['too many points', { points: 9_999, text: 'So true' }, 'No points available to send'],
])('keeps the form for %s', async (_, input, text) => {
  const { card } = await press('add_points_submit', {
    ...buttonOf(await openForm(), 'Add points'),
    ...input,
  })
  expect(textsOf(card)).toContain(text)
  expect(inputsOf(card)).toMatchObject({ text: 'So true' })
  expect(await findPost()).toMatchObject({ added_score: 0 })
})

test('returns to the post when the person cancels', async () => {
  const { card } = await press('show_post', buttonOf(await openForm(), 'Cancel'))
  expect(textsOf(card)[0]).toBe('Ana thanked Ben')
  expect(card?.actions?.map(({ title }) => title)).toEqual([
    'Add points',
    'Like',
    'See it in Laurel',
  ])
})

test.each(['like', 'add_points', 'add_points_submit', 'show_post'])(
  'answers %s of a private or unknown post like a missing one',
  async (verb) => {
    const hidden = await makePost(chat.t, ana.member, [eva.member], chat.team.value_id, 5, {
      private: true,
    })
    for (const id of [hidden, chat.team.workspace_id, 'x'])
      expect((await press(verb, { post_id: id, points: 1, text: 'Hello' })).text).toBe('Not found')
  },
)

test('does nothing for a refresh, another verb and data of another form', async () => {
  const unknown = 'This button doesn’t work anymore. Please open Laurel.'
  const data = { post_id: postId }
  expect((await press('like', data, { trigger: 'automatic' })).text).toBe(unknown)
  expect((await press('remove', data)).text).toBe(unknown)
  expect((await press('like', { post: 1 })).text).toBe(unknown)
  expect(await findPost()).toMatchObject({ like_count: 0 })
})

test('sends the one-time link to the chat of the stranger, not to the channel', async () => {
  const person = chat.teams.directory.addPerson({ name: 'Sam', email: 'sam@elsewhere.example' })
  channel.members.set(person.id, person)
  const personal = chat.teams.directory.openPersonalChat(person)
  const stranger = { ...eva, person, chat: personal }
  const { text } = await press('like', { post_id: postId }, { from: stranger })
  expect(text).toBe(
    'Please link your account first. We’ve sent you a link in your chat with Laurel.',
  )
  expect(cardsIn(channel)).toEqual([])
  expect(cardsIn(personal)[0]?.actions?.[0]?.['url']).toContain('/chat/link/')
  personal.hasBot = false
  expect((await press('like', { post_id: postId }, { from: stranger })).text).toContain(
    'Open your chat with Laurel and write',
  )
})

test('shows names and texts that look like markup as they are', async () => {
  const text = '<at>everyone</at> **bold** {{DATE(2026-01-01)}} [x](https://evil.example)'
  postId = await makePost(chat.t, ana.member, [ben.member], chat.team.value_id, 5, {
    description: text,
  })
  const { card } = await press('show_post', { post_id: postId })
  expect(textsOf(card)[1]).toBe(text.replace('{{', '{\u2060{'))
  expect(card).not.toHaveProperty('msteams')
})
