import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Conversation, TeamsPerson } from '#tests/contracts/teams/directory.ts'
import { makeMember, makePost } from '#tests/support/factories.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import {
  buttonOf,
  cardsIn,
  type Colleague,
  setupTeamsChat,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** Data that no button of ours sends, and the largest that a person can choose. */
const cardBytesMax = 28 * 1_024
const chat = setupTeamsChat()
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
const place = (from: TeamsPerson = ana.person) => ({ from, conversation: group })
const openActivity = () => chat.teams.activities.buildFetchTask({ ...place(), context: 'compose' })
const submit = (data: Record<string, unknown>) =>
  chat.send(chat.teams.activities.buildSubmitAction({ ...place(), context: 'compose', data }))
const press = (verb: string, data: Record<string, unknown>) =>
  chat.send(chat.teams.activities.buildCardAction({ ...place(), replyToId: '1', verb, data }))
async function fill(more: Record<string, unknown> = {}) {
  const { card } = await chat.send(openActivity())
  return {
    step: 'preview',
    draft: card?.actions?.[0]?.data['draft'],
    people: ben.person.aadObjectId,
    points: 1,
    value: chat.team.value_id,
    text: 'Thank you',
    private: 'false',
    ...more,
  }
}
const bytesOf = (card: object | undefined) => Buffer.byteLength(JSON.stringify(card))
const longName = (mark: string) => mark.repeat(limits.name_chars_max)

test('keeps the largest preview and its conversation card below the limit of Teams', async () => {
  await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ invite_strangers: true })
      .where('workspace_id', '=', chat.team.workspace_id)
      .execute(),
  )
  const people: TeamsPerson[] = []
  for (let index = 0; index < limits.recipients_max; index += 1) {
    const isStranger = index % 2 === 1
    const name = `${longName('感')} ${longName('謝')}`
    const email = `p${index}@company.example`
    const person = chat.teams.directory.addPerson({ name, email, userPrincipalName: email })
    if (!isStranger) {
      const member = await makeMember(chat.t, chat.team.workspace_id, {
        first_name: longName('感'),
        last_name: longName('謝'),
      })
      await linkChatUser(chat.t, member, person.aadObjectId, { provider: 'teams' })
    }
    group.members.set(person.id, person)
    people.push(person)
  }
  const text = '感{{"'.repeat(limits.message_chars_max / 4)
  const ids = people.map(({ aadObjectId }) => aadObjectId).join()
  const { card } = await submit(await fill({ people: ids, text }))
  expect(card?.actions).toHaveLength(4)
  expect(textsOf(card)[0]).toMatch(/and 17 more!$/)
  expect(bytesOf(card)).toBeLessThan(cardBytesMax)
  const { card: form } = await submit(buttonOf(card, 'Edit'))
  expect(bytesOf(form)).toBeLessThan(cardBytesMax)
  const { card: invited } = await submit(buttonOf(card, 'Invite 25 people'))
  expect(bytesOf(invited)).toBeLessThan(cardBytesMax)
  expect((await submit(buttonOf(invited, 'Send'))).body).toEqual({})
  expect(bytesOf(cardsIn(group)[0])).toBeLessThan(cardBytesMax)
})

test.each<[string, Record<string, unknown>]>([
  ['a list of people', { people: Array.from({ length: 10_000 }, () => 'x') }],
  ['a long text of people', { people: 'x,'.repeat(100_000) }],
  ['an object as points', { points: { valueOf: 5 } }],
  ['infinite points', { points: '1e999' }],
  ['negative points', { points: -5 }],
  ['a number as text', { text: 5 }],
  ['a text that is too long', { text: 'x'.repeat(20_000) }],
  ['a number as value', { value: 7 }],
])('shows the form again for %s', async (_, more) => {
  const { status, card } = await submit(await fill({ text: 'Thank you so much', ...more }))
  expect(status).toBe(200)
  expect(card?.body.find(({ id }) => id === 'people')).toBeDefined()
})

test('ignores further fields and the keys of prototypes', async () => {
  const data = await fill({ points: '5', constructor: { name: 'x' }, extra: [1, { deep: true }] })
  const body = JSON.stringify(
    chat.teams.activities.buildSubmitAction({ ...place(), context: 'compose', data }),
  ).replace('"step":', '"__proto__":{"step":"send","points":9},"step":')
  const { card } = await chat.send(openActivity(), { body })
  expect(textsOf(card)[2]).toBe('+5 points · 🤝 Teamwork')
  for (const verb of ['__proto__', 'constructor', 'toString'])
    expect((await press(verb, { post_id: 'x' })).text).toMatch(/^This button doesn’t work/)
})

test.each(['\u0000', 'a\u0000b', '\ud800'])(
  'stores no text that PostgreSQL refuses (%j)',
  async (text) => {
    const { status, card } = await submit(
      await fill({ step: 'send', to: ben.member.user_id, text }),
    )
    expect(status).toBe(200)
    expect(textsOf(card).join()).not.toMatch(/went wrong|unexpected/i)
    const post = await makePost(chat.t, chat.team.admin, [ben.member], chat.team.value_id, 5)
    const added = await press('add_points_submit', { post_id: post, form: text, points: 1, text })
    expect(added.status).toBe(200)
    expect(textsOf(added.card).join()).not.toMatch(/went wrong|unexpected/i)
  },
)

test.each<[string, unknown]>([
  ['NUL', 'Europe/\u0000'],
  ['too much text', 'x'.repeat(5_000)],
  ['a number', 7],
  ['half a character', '\ud800'],
])('links a person whose time zone is %s', async (_, localTimezone) => {
  const member = await makeMember(chat.t, chat.team.workspace_id)
  const person = chat.teams.directory.addPerson({ name: 'Tom', email: member.email })
  group.members.set(person.id, person)
  const activity = chat.teams.activities.buildFetchTask({ ...place(person), context: 'compose' })
  const { card } = await chat.send({ ...activity, localTimezone })
  expect(card?.actions?.[0]?.title).toBe('Preview')
})

test('offers a stranger a link whatever their name holds', async () => {
  const person = chat.teams.directory.addPerson({ name: 'S\u0000am\ud800'.repeat(200) })
  group.members.set(person.id, person)
  const activity = chat.teams.activities.buildFetchTask({ ...place(person), context: 'compose' })
  expect((await chat.send(activity)).card?.actions?.[0]?.title).toBe('Link my account')
})

test('finds no user by the address of a person of another tenant', async () => {
  const foreign = chat.teams.directory.addPerson({
    name: 'Fay',
    email: ben.member.email,
    tenantId: '00000000-0000-4000-8000-00000000beef',
  })
  group.members.set(foreign.id, foreign)
  const { card } = await submit(await fill({ people: foreign.aadObjectId }))
  expect(textsOf(card)).toContain('Not in Laurel yet: Fay')
})

test('runs as many transactions for 40 strangers as for 1', async () => {
  const strangers = Array.from({ length: 40 }, (_, index) => {
    const email = `s${index}@company.example`
    const person = chat.teams.directory.addPerson({ email, userPrincipalName: email })
    group.members.set(person.id, person)
    return person.aadObjectId
  })
  // Some are in no conversation with the bot.
  strangers.push('00000000-0000-4000-8000-00000000abcd')
  const { db } = chat.t.services
  const count = async (ids: string[]) => {
    const data = await fill({ people: ids.join() })
    const spy = vi.spyOn(db, 'tenant')
    await submit(data)
    const { length } = spy.mock.calls
    spy.mockRestore()
    return length
  }
  expect(await count(strangers)).toBe(await count(strangers.slice(-2)))
})
