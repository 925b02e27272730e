import { beforeAll, beforeEach, expect, test } from 'vitest'
import { decryptReference } from '#server/modules/chat-messages/credentials.ts'
import type { Conversation } from '#tests/contracts/teams/directory.ts'
import { cardsIn, type Colleague, setupTeamsChat, textsOf } from '#tests/support/teams-chat.ts'

/** Where the bot is installed, against the local Teams. */
const chat = setupTeamsChat()
let ana: Colleague
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
})
beforeEach(() =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .deleteFrom('chat_conversations')
      .where('workspace_id', '=', chat.team.workspace_id)
      .execute(),
  ),
)
const listConversations = () =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .selectFrom('chat_conversations')
      .selectAll()
      .where('workspace_id', '=', chat.team.workspace_id)
      .orderBy('name')
      .execute(),
  )
const listNames = async () => (await listConversations()).map(({ name }) => name)
const update = (conversation: Conversation, change: 'added' | 'removed', from = ana.person) =>
  chat.send(chat.teams.activities.buildConversationUpdate({ from, conversation, change }))
type Action = 'add' | 'remove' | 'add-upgrade' | 'remove-upgrade'
const install = (conversation: Conversation, action: Action, from = ana.person) =>
  chat.send(chat.teams.activities.buildInstallationUpdate({ from, conversation, action }))
const newPersonalChat = (name = 'Sam') => {
  const person = chat.teams.directory.addPerson({ name })
  return { person, conversation: chat.teams.directory.openPersonalChat(person) }
}
function newTeam(channels: string[]) {
  const team = chat.teams.directory.addTeam('Product', channels, [ana.person])
  const general = chat.teams.directory.findConversation(team.id)
  if (!general) throw new Error('no channel')
  return { team, general }
}

test('remembers the chat of a person and greets them once', async () => {
  const { person, conversation } = newPersonalChat()
  await update(conversation, 'added', person)
  await install(conversation, 'add', person)
  await install(conversation, 'add-upgrade', person)
  expect(cardsIn(conversation)).toHaveLength(1)
  expect(textsOf(cardsIn(conversation)[0])[0]).toMatch(/^Hello, Sam! Here you’ll read when/)
  const [stored] = await listConversations()
  expect(stored).toMatchObject({
    provider: 'teams',
    external_id: conversation.id,
    kind: 'personal',
    external_user_id: person.aadObjectId,
  })
  if (!stored) throw new Error('not stored')
  expect(decryptReference(chat.t.services, chat.team.workspace_id, stored)).toEqual({
    service_url: chat.teams.serviceUrl,
    user_id: person.id,
  })
  expect(stored.reference.toString('latin1')).not.toContain(chat.teams.serviceUrl)
})

test('greets once when both activities arrive together', async () => {
  const { person, conversation } = newPersonalChat()
  await Promise.all([
    update(conversation, 'added', person),
    install(conversation, 'add', person),
    update(conversation, 'added', person),
  ])
  expect(cardsIn(conversation)).toHaveLength(1)
})

test.each(['not_in_roster', 'busy', 'unauthorized', 'down'] as const)(
  'accepts the installation of a person who cannot be greeted (%s)',
  async (fault) => {
    const { person, conversation } = newPersonalChat()
    chat.teams.faults.push(fault)
    expect((await update(conversation, 'added', person)).status).toBe(200)
    expect(await listNames()).toEqual(['Sam'])
  },
)

test('remembers a chat by its first message', async () => {
  const { person, conversation } = newPersonalChat()
  const text = 'help'
  await chat.send(chat.teams.activities.buildMessage({ from: person, conversation, text }))
  expect(await listNames()).toEqual(['Sam'])
})

test('remembers the channels of a team with their names, and forgets them all', async () => {
  const { team, general } = newTeam(['Launch', 'Support'])
  await update(general, 'added')
  await install(general, 'add')
  expect(await listConversations()).toMatchObject([
    { name: 'Product › General', external_id: team.id, kind: 'channel', team_id: team.id },
    { name: 'Product › Launch', team_id: team.id, external_user_id: '' },
    { name: 'Product › Support', team_id: team.id },
  ])
  expect(cardsIn(general)).toEqual([])
  await update(ana.chat, 'added')
  await update(general, 'removed')
  expect(await listNames()).toEqual(['Ana'])
})

test('remembers one channel when the list does not arrive', async () => {
  const { general } = newTeam(['Launch'])
  chat.teams.faults.push('down')
  expect((await update(general, 'added')).status).toBe(200)
  expect(await listConversations()).toMatchObject([{ external_id: general.id }])
})

test('follows new, renamed and deleted channels', async () => {
  const { general } = newTeam([])
  await update(general, 'added')
  const base = chat.teams.activities.buildConversationUpdate({
    from: ana.person,
    conversation: general,
    change: 'added',
  })
  const change = (eventType: string, name: string) =>
    chat.send({
      ...base,
      membersAdded: [],
      channelData: {
        ...(base['channelData'] as object),
        eventType,
        channel: { id: '19:new@thread.tacv2', name },
      },
    })
  await change('channelCreated', 'Ideas')
  expect(await listNames()).toEqual(['Product › General', 'Product › Ideas'])
  await change('channelRenamed', 'Dreams')
  expect(await listNames()).toEqual(['Product › Dreams', 'Product › General'])
  await change('channelDeleted', 'Dreams')
  expect(await listNames()).toEqual(['Product › General'])
  await change('teamDeleted', '')
  expect(await listNames()).toEqual([])
})

test('forgets only the chat that is uninstalled', async () => {
  const { person, conversation } = newPersonalChat()
  await update(conversation, 'added', person)
  await update(ana.chat, 'added')
  await install(conversation, 'remove-upgrade', person)
  expect(await listNames()).toEqual(['Ana', 'Sam'])
  await install(conversation, 'remove', person)
  expect(await listNames()).toEqual(['Ana'])
})

test('needs no reference for group chats and other people', async () => {
  const group = chat.teams.directory.addGroupChat([ana.person])
  expect((await update(group, 'added')).status).toBe(200)
  const joined = chat.teams.activities.buildConversationUpdate({
    from: ana.person,
    conversation: ana.chat,
    change: 'added',
  })
  const { status } = await chat.send({ ...joined, membersAdded: [{ id: ana.person.id }] })
  expect(status).toBe(200)
  expect(await listNames()).toEqual([])
})

test('follows the address of the Connector, and keeps that of other conversations', async () => {
  const { general } = newTeam(['Ideas'])
  await update(general, 'added')
  await install(ana.chat, 'add')
  const place = { from: ana.person, conversation: general }
  const { activities, serviceUrl } = chat.teams
  const readAddresses = async () =>
    (await listConversations()).map((row) => [
      row.name,
      decryptReference(chat.t.services, chat.team.workspace_id, row).service_url,
    ])
  // The same server under another address.
  const moved = serviceUrl.replace(/\/$/, '')
  const fetchTask = activities.buildFetchTask({ ...place, context: 'compose' })
  await chat.send({ ...fetchTask, serviceUrl: moved })
  expect(await readAddresses()).toEqual([
    ['Ana', serviceUrl],
    ['Product › General', moved],
    ['Product › Ideas', serviceUrl],
  ])
  await chat.send(activities.buildMention({ ...place, text: 'help', thread: '1700' }))
  const message = activities.buildMessage({
    from: ana.person,
    conversation: ana.chat,
    text: 'help',
  })
  await chat.send({ ...message, serviceUrl: moved })
  expect(await readAddresses()).toEqual([
    ['Ana', moved],
    ['Product › General', serviceUrl],
    ['Product › Ideas', serviceUrl],
  ])
})
