import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '#tests/contracts/teams/directory.ts'
import { newId } from '#server/platform/ids.ts'
import {
  buttonOf,
  cardsIn,
  type Colleague,
  setupTeamsChat,
  type TeamsReply,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** Repeated requests, and a database or Connector that fails or is slow. */
const answerMaxMs = 4_900
const wait = (timeMs: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, timeMs)
  })
let database: 'up' | 'away' | 'silent' | 'slow' = 'up'
const chat = setupTeamsChat({
  app: {
    wrap: (db) => ({
      ...db,
      tenant: async (...input) => {
        if (database === 'slow') await wait(1_500)
        if (database === 'away') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        return database === 'silent' ? new Promise(() => {}) : db.tenant(...input)
      },
    }),
  },
})
let ana: Colleague
let ben: Colleague
let group: Conversation
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
  ben = await chat.addColleague('Ben')
})
beforeEach(() => {
  database = 'up'
  group = chat.teams.directory.addGroupChat([ana.person, ben.person])
})
const place = () => ({ from: ana.person, conversation: group })
const openActivity = () => chat.teams.activities.buildFetchTask({ ...place(), context: 'compose' })
const submitActivity = (data: Record<string, unknown>) =>
  chat.teams.activities.buildSubmitAction({ ...place(), context: 'compose', data })
async function preview(text = 'We built it together') {
  const { card } = await chat.send(openActivity())
  const data = {
    step: 'preview',
    draft: card?.actions?.[0]?.data['draft'],
    people: ben.person.aadObjectId,
    points: 2,
    value: 'guess',
    text,
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
/** Returns an answer that arrives within the time of Teams. */
async function inTime(reply: Promise<TeamsReply>): Promise<TeamsReply> {
  const start = performance.now()
  const answer = await reply
  expect(performance.now() - start).toBeLessThan(answerMaxMs)
  return answer
}

test('makes one post and one card of 20 equal submits at once', async () => {
  const before = await countPosts()
  const send = buttonOf(await preview(), 'Send')
  const activity = submitActivity(send)
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, () => chat.send(activity)),
    // The button pressed again: another activity of the same dialog.
    ...Array.from({ length: 10 }, () => chat.send(submitActivity(send))),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  for (const { card } of replies) expect(textsOf(card).join()).toMatch(/^$|^Your thanks are sent/)
  expect(await countPosts()).toBe(before + 1)
  expect(cardsIn(group)).toHaveLength(1)
  await chat.t.checkLedger()
})

test('refuses a changed submit of a sent dialog', async () => {
  const send = buttonOf(await preview(), 'Send')
  await chat.send(submitActivity(send))
  const before = await countPosts()
  const { card } = await chat.send(submitActivity({ ...send, points: '50' }))
  expect(textsOf(card)).toContain('These thanks have already been sent.')
  expect(await countPosts()).toBe(before)
})

test('opens one draft for a repeated activity', async () => {
  const activity = openActivity()
  const replies = [await chat.send(activity), await chat.send(activity)]
  const [first, second] = replies.map(({ card }) => card?.actions?.[0]?.data['draft'])
  expect(first).toBe(second)
})

test.each(['away', 'silent'] as const)(
  'answers invokes with a text and messages with 503 while the database is %s',
  async (state) => {
    const send = buttonOf(await preview(), 'Send')
    const before = await countPosts()
    database = state
    const text =
      state === 'away'
        ? 'Laurel can’t be reached right now. Nothing was lost: please try again in a moment.'
        : 'This is taking longer than usual. Please try again in a moment. Nothing will be sent twice.'
    const pressed = chat.teams.activities.buildCardAction({
      ...place(),
      replyToId: '1',
      verb: 'like',
      data: { post_id: newId(chat.t.clock.now()) },
    })
    const message = chat.teams.activities.buildMessage({ ...place(), text: 'help' })
    const [opened, sent, liked, written] = await Promise.all([
      inTime(chat.send(openActivity())),
      inTime(chat.send(submitActivity(send))),
      inTime(chat.send(pressed)),
      inTime(chat.send(message)),
    ])
    for (const reply of [opened, liked]) expect(reply).toMatchObject({ status: 200, text })
    expect([sent.status, textsOf(sent.card)]).toEqual([200, [text]])
    expect(liked.body).toMatchObject({ type: 'application/vnd.microsoft.activity.message' })
    expect(written.status).toBe(503)
    database = 'up'
    expect(await countPosts()).toBe(before)
    const again = buttonOf(sent.card, 'Try again')
    expect((await chat.send(submitActivity(again))).body).toEqual({})
    expect(await countPosts()).toBe(before + 1)
    expect((await chat.send(message)).status).toBe(200)
  },
)

test('answers each step in time while the database is slow', async () => {
  const send = buttonOf(await preview('We built it together, slowly'), 'Send')
  const { draft } = send
  const before = await countPosts()
  database = 'slow'
  const replies = await Promise.all([
    inTime(chat.send(openActivity())),
    ...['preview', 'edit', 'invite', 'send', 'cancel'].map((step) =>
      inTime(chat.send(submitActivity({ ...send, draft, step }))),
    ),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  await wait(5_000)
  database = 'up'
  expect(await countPosts()).toBe(before)
})

test('answers in time while the Connector describes no recipient', async () => {
  const { card } = await chat.send(openActivity())
  const unknown = chat.teams.directory.addPerson()
  chat.teams.faults.push(...Array.from({ length: 5 }, () => 'silent' as const))
  const data = {
    step: 'preview',
    draft: card?.actions?.[0]?.data['draft'],
    people: [ben.person, unknown].map(({ aadObjectId }) => aadObjectId).join(),
    points: 2,
    value: 'guess',
    text: 'We built it together',
    private: 'false',
  }
  expect((await inTime(chat.send(submitActivity(data)))).status).toBe(200)
})

test('sends nothing after the time of the answer', async () => {
  const send = buttonOf(await preview('We came together too late'), 'Send')
  const before = await countPosts()
  const { db } = chat.t.services
  const runTransaction = db.tenant.bind(db)
  let calls = 0
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const spy = vi.spyOn(db, 'tenant').mockImplementation(async (...input) => {
    calls += 1
    if (calls === 3) await gate
    return runTransaction(...input)
  })
  const { card } = await inTime(chat.send(submitActivity(send)))
  expect(textsOf(card)[0]).toMatch(/^This is taking longer than usual/)
  release()
  spy.mockRestore()
  await wait(300)
  expect(await countPosts()).toBe(before)
})

test('answers in time while the Connector is silent', async () => {
  const stranger = chat.teams.directory.addPerson({ name: 'Sam' })
  group.members.set(stranger.id, stranger)
  chat.teams.faults.push('silent')
  const from = { ...place(), from: stranger, context: 'compose' as const }
  const asked = await inTime(chat.send(chat.teams.activities.buildFetchTask(from)))
  expect(textsOf(asked.card)[0]).toMatch(/^Teams didn’t tell us who you are/)

  const send = buttonOf(await preview(), 'Send')
  const before = await countPosts()
  chat.teams.faults.push('silent')
  const sent = await inTime(chat.send(submitActivity(send)))
  expect(textsOf(sent.card)[0]).toMatch(/^Your thanks are sent\./)
  expect(await countPosts()).toBe(before + 1)

  const message = chat.teams.activities.buildMessage({
    from: ana.person,
    conversation: ana.chat,
    text: 'help',
  })
  chat.teams.faults.push('silent')
  expect((await inTime(chat.send(message))).status).toBe(503)
})

test.each(['busy', 'not_in_roster', 'unauthorized', 'down'] as const)(
  'sends thanks when Teams refuses their card (%s)',
  async (fault) => {
    const before = await countPosts()
    const send = buttonOf(await preview(), 'Send')
    chat.teams.faults.push(fault)
    const { card } = await chat.send(submitActivity(send))
    expect(textsOf(card)[0]).toMatch(/^Your thanks are sent\./)
    expect(await countPosts()).toBe(before + 1)
    expect(cardsIn(group)).toEqual([])
  },
)

test('leaves the card to the route of a channel that shows the post', async () => {
  const team = chat.teams.directory.addTeam('Product', [], [ana.person, ben.person])
  group = chat.teams.directory.findConversation(team.id) as Conversation
  const at = chat.t.clock.now()
  const addRoute = (valueIds: string[]) =>
    chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
      trx
        .insertInto('hooks')
        .values({
          workspace_id: chat.team.workspace_id,
          id: newId(at),
          kind: 'teams_app',
          url: '',
          events: [],
          secret: null,
          channel_id: group.id,
          filters: JSON.stringify({ kinds: ['thanks'], value_ids: valueIds, audience: null }),
          created_at: at,
        })
        .execute(),
    )
  await addRoute([chat.team.value_id])
  const sent = await chat.send(submitActivity(buttonOf(await preview(), 'Send')))
  expect([sent.body, cardsIn(group)]).toEqual([{}, []])
  const other = await preview('For the #craft')
  await chat.send(submitActivity(buttonOf(other, 'Send')))
  expect(cardsIn(group)).toHaveLength(1)
})
