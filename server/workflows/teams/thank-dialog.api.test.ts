import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Conversation } from '#tests/contracts/teams/directory.ts'
import {
  buttonOf,
  cardsIn,
  type Colleague,
  inputsOf,
  setupTeamsChat,
  type TestCard,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** The dialog of the message extension, against the local Teams. */
const chat = setupTeamsChat()
let ana: Colleague
let ben: Colleague
let eva: Colleague
let group: Conversation
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
  ben = await chat.addColleague('Ben')
  eva = await chat.addColleague('Eva')
})
beforeEach(() => {
  group = chat.teams.directory.addGroupChat([ana.person, ben.person, eva.person])
})

type Context = 'compose' | 'message' | 'commandbox'
const place = (conversation: Conversation, from = ana) => ({ from: from.person, conversation })
const open = (context: Context = 'compose', conversation = group) =>
  chat.send(chat.teams.activities.buildFetchTask({ ...place(conversation), context }))
const submitActivity = (
  data: Record<string, unknown>,
  { context = 'compose' as Context, conversation = group, from = ana } = {},
) => chat.teams.activities.buildSubmitAction({ ...place(conversation, from), context, data })
const submit = (...input: Parameters<typeof submitActivity>) => chat.send(submitActivity(...input))
const draftOf = (card: TestCard | undefined) => card?.actions?.[0]?.data['draft']
const filled = (card: TestCard | undefined, more: Record<string, unknown> = {}) => ({
  step: 'preview',
  draft: draftOf(card),
  people: ben.person.aadObjectId,
  points: '7',
  value: 'guess',
  text: 'We built it together',
  private: 'false',
  ...more,
})
const listPosts = async (from = ana) =>
  (
    await chat.t.call('posts.list', {
      token: from.member.token,
      query: { user_id: from.member.user_id, direction: 'given' },
    })
  ).body
const countPosts = async (from = ana) => (await listPosts(from)).length

test('opens a form with a people picker, points left and the values', async () => {
  const { status, body, card } = await open()
  expect(status).toBe(200)
  expect(body).toMatchObject({ task: { type: 'continue', value: { title: 'Thank someone' } } })
  expect(card?.body.find(({ id }) => id === 'people')).toMatchObject({
    type: 'Input.ChoiceSet',
    isMultiSelect: true,
    'choices.data': { type: 'Data.Query', dataset: 'graph.microsoft.com/users' },
  })
  expect(card?.body.find(({ id }) => id === 'points')).toMatchObject({
    label: expect.stringMatching(/^Points each \([\d,]+ points left\)$/),
    value: 10,
  })
  expect(card?.body.find(({ id }) => id === 'value')?.['choices']).toEqual([
    { title: 'Suggest from my words', value: 'guess' },
    { title: '🤝 Teamwork', value: chat.team.value_id },
    { title: '🛠️ Craft', value: chat.team.other_value_id },
  ])
})

test('previews thanks with the guessed value, then sends them and shows the card', async () => {
  const before = await countPosts()
  const preview = await submit(filled((await open()).card))
  expect(textsOf(preview.card)).toEqual([
    'Thank you, Ben!',
    'We built it together',
    '+7 points · 🤝 Teamwork',
  ])
  expect(await countPosts()).toBe(before)
  const sent = await submit(buttonOf(preview.card, 'Send'))
  expect([sent.status, sent.body]).toEqual([200, {}])
  const [post] = await listPosts()
  expect(post).toMatchObject({
    to_id: [ben.member.user_id],
    score: 7,
    value_id: chat.team.value_id,
    description: 'We built it together',
    private: false,
  })
  const [shown] = cardsIn(group)
  expect(textsOf(shown)).toEqual([
    'Ana thanked Ben',
    'We built it together',
    '+7 points · 🤝 Teamwork',
  ])
})

test('keeps the input when the person edits it', async () => {
  const given = filled((await open()).card, { private: 'true', value: chat.team.other_value_id })
  const preview = await submit(given)
  expect(textsOf(preview.card)).toContain('Private: this stays in Laurel.')
  const { card } = await submit(buttonOf(preview.card, 'Edit'))
  const { step: _, draft: __, ...inputs } = given
  expect(inputsOf(card)).toEqual({ ...inputs, points: 7 })
})

test('closes the dialog when the person cancels', async () => {
  const before = await countPosts()
  const preview = await submit(filled((await open()).card))
  const { status, body } = await submit(buttonOf(preview.card, 'Cancel'))
  expect([status, body]).toEqual([200, {}])
  expect(await countPosts()).toBe(before)
})

test.each<[string, Record<string, unknown>, string]>([
  ['no people', { people: '' }, 'Please choose at least one person'],
  ['no points', { points: '' }, 'Must be between 1 and 10,000'],
  ['fractions of points', { points: '1.5' }, 'Wrong format'],
  ['no text', { text: ' ' }, 'Please enter description'],
  ['no value', { text: 'Thank you so much' }, 'Value is required'],
  ['an unknown value', { value: 'x', text: 'Thank you so much' }, 'Value is required'],
])('shows the form again for %s', async (_, more, text) => {
  const given = filled((await open()).card, more)
  const { card } = await submit(given)
  expect(textsOf(card).join()).toContain(text)
  expect(inputsOf(card)).toMatchObject({ people: given.people, text: given.text })
})

test('shows refusals of sending beside their fields', async () => {
  const preview = await submit(filled((await open()).card, { points: '9000' }))
  const { card } = await submit(buttonOf(preview.card, 'Send'))
  const at = card?.body.findIndex(({ id }) => id === 'points') ?? -1
  expect(card?.body[at + 1]).toMatchObject({ inlines: [{ color: 'Attention' }] })
  expect(inputsOf(card)).toMatchObject({ points: 9_000, text: 'We built it together' })
})

test('names people who are not in Laurel, and sends to the others', async () => {
  const sam = chat.teams.directory.addPerson({ name: 'Sam' })
  const conversation = chat.teams.directory.addGroupChat([ana.person, ben.person, sam])
  const hidden = '00000000-0000-4000-8000-00000000abcd'
  const people = [ben.person.aadObjectId, sam.aadObjectId, hidden].join(',')
  const opened = await open('compose', conversation)
  const preview = await submit(filled(opened.card, { people }), { conversation })
  expect(textsOf(preview.card).at(-1)).toBe(
    'Not in Laurel yet, so they won’t get anything: Sam and a person whose name Teams doesn’t share',
  )
  await submit(buttonOf(preview.card, 'Send'), { conversation })
  expect((await listPosts())[0]?.to_id).toEqual([ben.member.user_id])
  const alone = await submit(filled(opened.card, { people: sam.aadObjectId }), { conversation })
  expect(textsOf(alone.card)).toContain('Not in Laurel yet: Sam')
})

test('finds recipients outside of the conversation by a team with the app', async () => {
  const team = chat.teams.directory.addTeam('Product', [], [eva.person])
  const channel = chat.teams.directory.findConversation(team.id)
  if (!channel) throw new Error('no channel')
  await chat.send(
    chat.teams.activities.buildConversationUpdate({ ...place(channel, eva), change: 'added' }),
  )
  const conversation = chat.teams.directory.addGroupChat([ana.person])
  const opened = await open('compose', conversation)
  const preview = await submit(filled(opened.card, { people: eva.person.aadObjectId }), {
    conversation,
  })
  expect(textsOf(preview.card)[0]).toBe('Thank you, Eva!')
})

test('fills in the author of a message and adds its link', async () => {
  const link = 'https://teams.microsoft.com/l/message/19%3Ax%40thread.v2/1700'
  const payload = { id: '1700', from: ben.person, html: '<p>Done</p>', link }
  const opened = await chat.send(
    chat.teams.activities.buildFetchTask({ ...place(group), context: 'message', payload }),
  )
  expect(inputsOf(opened.card)).toMatchObject({ people: ben.person.aadObjectId })
  expect(textsOf(opened.card)).toContain('A link to the message will be added.')
  const preview = await submit(filled(opened.card), { context: 'message' })
  expect(textsOf(preview.card)[1]).toBe(`We built it together\n${link}`)
  await submit(buttonOf(preview.card, 'Send'), { context: 'message' })
  expect((await listPosts())[0]?.description).toBe(`We built it together\n${link}`)
})

test('adds no link that leads elsewhere', async () => {
  const payload = { id: '1', from: ben.person, html: '', link: 'https://teams.evil.example/l/1' }
  const opened = await chat.send(
    chat.teams.activities.buildFetchTask({ ...place(group), context: 'message', payload }),
  )
  expect(textsOf(opened.card)).toEqual([])
})

test('never shows private thanks in a conversation', async () => {
  const preview = await submit(filled((await open()).card, { private: 'true' }))
  const { card } = await submit(buttonOf(preview.card, 'Send'))
  expect(textsOf(card)).toEqual(['Your thanks are sent privately. You can see them in Laurel.'])
  expect(cardsIn(group)).toEqual([])
  expect((await listPosts())[0]?.private).toBe(true)
})

test('says where to see thanks when the bot may not write here', async () => {
  const preview = await submit(filled((await open()).card))
  group.hasBot = false
  const { card } = await submit(buttonOf(preview.card, 'Send'))
  expect(textsOf(card)).toEqual([
    'Your thanks are sent. This chat doesn’t show them, but you can see them in Laurel.',
  ])
  expect(card?.actions?.[0]).toMatchObject({
    type: 'Action.OpenUrl',
    url: `https://laurel.example/posts/${(await listPosts())[0]?.id}`,
  })
})

test('answers the command box in the dialog', async () => {
  const context = 'commandbox' as const
  const preview = await submit(filled((await open(context)).card), { context })
  const { card } = await submit(buttonOf(preview.card, 'Send'), { context })
  expect(textsOf(card)[0]).toMatch(/^Your thanks are sent\./)
  expect(cardsIn(group)).toEqual([])
})

test('sends without a preview when the person chose so', async () => {
  await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_links')
      .set({ send_at_once: true })
      .where('workspace_id', '=', chat.team.workspace_id)
      .where('user_id', '=', ana.member.user_id)
      .execute(),
  )
  const before = await countPosts()
  const opened = await open()
  expect(opened.card?.actions?.[0]?.title).toBe('Send')
  expect((await submit(filled(opened.card))).body).toEqual({})
  expect(await countPosts()).toBe(before + 1)
})
