import { beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#tests/contracts/teams/directory.ts'
import { addBalance } from '#tests/support/factories.ts'
import { cardsIn, type Colleague, setupTeamsChat, textsOf } from '#tests/support/teams-chat.ts'

/** Messages to the bot, against the local Teams. */
const chat = setupTeamsChat()
let ana: Colleague
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
  await addBalance(chat.t, ana.member, 40)
})
const write = (text: string, { from = ana, conversation = ana.chat } = {}) =>
  chat.send(
    chat.teams.activities.buildMessage({ from: from.person, conversation, text: `${text}\n` }),
  )
const lastCard = (conversation: Conversation) => cardsIn(conversation).at(-1)
const answerTo = async (text: string) => {
  expect(await write(text)).toMatchObject({ status: 200, body: {} })
  return lastCard(ana.chat)
}
const openGroup = () => chat.teams.directory.addGroupChat([ana.person])

test.each(['balance', '/Balance', '  SALDO ', 'баланс'])(
  'answers %s with the points',
  async (text) => {
    const card = await answerTo(text)
    expect(textsOf(card)).toEqual(['You have 40 points to spend. You can still give 1,000 points.'])
    expect(card?.actions?.[0]).toMatchObject({ url: 'https://laurel.example/rewards' })
  },
)

test.each([
  ['rewards', 'https://laurel.example/rewards'],
  ['recompensas', 'https://laurel.example/rewards'],
  ['крамниця', 'https://laurel.example/rewards'],
  ['shop', 'https://laurel.example/rewards'],
  ['settings', 'https://laurel.example/edit-profile'],
  ['configurações', 'https://laurel.example/edit-profile'],
  ['Налаштування', 'https://laurel.example/edit-profile'],
])('answers %s with a link', async (text, url) => {
  expect((await answerTo(text))?.actions?.[0]).toMatchObject({ url })
})

test.each(['help', 'ayuda', 'Помощь', 'what?', '', '@ana +5 <at>Laurel</at> balance'])(
  'answers “%s” with help',
  async (text) => {
    if (text.endsWith('balance')) {
      expect(textsOf(await answerTo(text))[0]).toBe('Thank your colleagues with Laurel')
      return
    }
    expect(textsOf(await answerTo(text))).toContain(
      'balance: Your points, and what you can still give',
    )
  },
)

test('an unpaid team gets no balance', async () => {
  const { workspace_id: workspaceId } = ana.member
  const setTrialEnd = (at: Date) =>
    chat.t.services.db.tenant(workspaceId, (trx) =>
      trx
        .updateTable('workspaces')
        .set({ trial_ends_at: at })
        .where('id', '=', workspaceId)
        .execute(),
    )
  const [workspace] = await chat.t.services.db.tenant(workspaceId, (trx) =>
    trx.selectFrom('workspaces').select('trial_ends_at').where('id', '=', workspaceId).execute(),
  )
  await setTrialEnd(new Date(0))
  expect(textsOf(await answerTo('balance'))).toEqual([
    'This team doesn’t have an active subscription',
  ])
  if (workspace) await setTrialEnd(workspace.trial_ends_at)
})

test('answers in the language of the user', async () => {
  const { workspace_id: workspaceId, user_id: userId } = ana.member
  const setLanguage = (language: string | null) =>
    chat.t.services.db.tenant(workspaceId, (trx) =>
      trx
        .updateTable('users')
        .set({ language: language as never })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', userId)
        .execute(),
    )
  await setLanguage('ru')
  expect(textsOf(await answerTo('balance'))[0]).toContain('Вы можете потратить 40 баллов.')
  await setLanguage(null)
})

test('answers a mention in a group or channel with help only, in its thread', async () => {
  const group = openGroup()
  const team = chat.teams.directory.addTeam('Product', [], [ana.person])
  const channel = chat.teams.directory.findConversation(team.id)
  if (!channel) throw new Error('no channel')
  for (const conversation of [group, channel]) {
    const mention = chat.teams.activities.buildMention({
      from: ana.person,
      conversation,
      text: 'balance',
      ...(conversation === channel ? { thread: '1700' } : {}),
    })
    expect((await chat.send(mention)).status).toBe(200)
    expect(textsOf(lastCard(conversation))).toContain(
      'Open your chat with Laurel for your balance and settings.',
    )
    expect(JSON.stringify(cardsIn(conversation))).not.toContain('40')
  }
  const threadPath = new RegExp(`^/conversations/${channel.id};messageid=1700/activities$`)
  expect(chat.teams.count('POST', threadPath)).toBe(1)
})

test('answers a repeated activity once', async () => {
  const activity = chat.teams.activities.buildMessage({
    from: ana.person,
    conversation: ana.chat,
    text: 'balance',
  })
  const before = ana.chat.activities.size
  await Promise.all(Array.from({ length: 5 }, () => chat.send(activity)))
  await chat.send(activity)
  expect(ana.chat.activities.size).toBe(before + 1)
})

test('answers 503 while Teams is busy, and the repeated activity once', async () => {
  const activity = chat.teams.activities.buildMessage({
    from: ana.person,
    conversation: ana.chat,
    text: 'balance',
  })
  const before = ana.chat.activities.size
  chat.teams.faults.push('busy')
  expect((await chat.send(activity)).status).toBe(503)
  expect((await chat.send(activity)).status).toBe(200)
  expect(ana.chat.activities.size).toBe(before + 1)
})

test.each(['not_in_roster', 'unauthorized', 'not_found'] as const)(
  'accepts a message whose answer Teams refuses (%s)',
  async (fault) => {
    chat.teams.faults.push(fault)
    expect((await write('balance')).status).toBe(200)
  },
)

test('sends a stranger a one-time link', async () => {
  const person = chat.teams.directory.addPerson({ name: 'Sam', email: 'sam@elsewhere.example' })
  const conversation = chat.teams.directory.openPersonalChat(person)
  const activity = chat.teams.activities.buildMessage({ from: person, conversation, text: 'help' })
  await chat.send(activity)
  const card = lastCard(conversation)
  expect(textsOf(card)[0]).toContain('Sign in to Laurel once to link your account')
  expect(card?.actions?.[0]).toMatchObject({
    type: 'Action.OpenUrl',
    url: expect.stringMatching(/^https:\/\/laurel\.example\/chat\/link\/\S{20,}$/),
  })
})
