import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Conversation, TeamsPerson } from '#tests/contracts/teams/directory.ts'
import { connectTeams } from '#tests/support/chat.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { buttonOf, type Colleague, setupTeamsChat, textsOf } from '#tests/support/teams-chat.ts'

/** Who may act in the dialog, and whose drafts. */
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
const open = (from: TeamsPerson, workspaceId = chat.team.workspace_id) =>
  chat.send(
    chat.teams.activities.buildFetchTask({ from, conversation: group, context: 'compose' }),
    { workspaceId },
  )
const submit = (from: TeamsPerson, data: Record<string, unknown>) =>
  chat.send(
    chat.teams.activities.buildSubmitAction({
      from,
      conversation: group,
      context: 'compose',
      data,
    }),
  )
/** Adds a person of Teams whose address is that of a user here. */
async function addPerson(fields: Partial<TeamsPerson>) {
  const member = await makeMember(chat.t, chat.team.workspace_id)
  const person = chat.teams.directory.addPerson({
    name: 'Sam',
    email: member.email,
    userPrincipalName: member.email,
    ...fields,
  })
  group.members.set(person.id, person)
  return { member, person }
}
const findLinks = (person: TeamsPerson) =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .selectFrom('chat_links')
      .selectAll()
      .where('workspace_id', '=', chat.team.workspace_id)
      .where('external_user_id', '=', person.aadObjectId)
      .execute(),
  )
const setGuests = (allowed: boolean) =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ allow_guests: allowed })
      .where('workspace_id', '=', chat.team.workspace_id)
      .execute(),
  )
const filled = (draft: unknown, more: Record<string, unknown> = {}) => ({
  step: 'preview',
  draft,
  people: ben.person.aadObjectId,
  points: 1,
  value: chat.team.value_id,
  text: 'Thank you',
  ...more,
})
const draftOf = async (from: TeamsPerson) => (await open(from)).card?.actions?.[0]?.data['draft']
const expired = 'This form has expired. Please open it again.'

test('links a person by the address that is their name to sign in with', async () => {
  const { person, member } = await addPerson({})
  expect((await open(person)).card?.actions?.[0]?.title).toBe('Preview')
  expect(await findLinks(person)).toMatchObject([
    { user_id: member.user_id, linked_by: 'email', timezone: 'Europe/Madrid' },
  ])
})

test.each<[string, Partial<TeamsPerson>]>([
  ['differs from the name to sign in with', { userPrincipalName: 'sam@company.example' }],
  ['is not the name to sign in with, which a user here has', { email: 'sam@company.example' }],
  ['belongs to nobody here', { email: 'a@b.example', userPrincipalName: 'a@b.example' }],
])('shows a one-time link when the address %s', async (_, fields) => {
  const { person } = await addPerson(fields)
  const { card } = await open(person)
  expect(card?.actions?.[0]).toMatchObject({
    type: 'Action.OpenUrl',
    url: expect.stringContaining('https://laurel.example/chat/link/'),
  })
  expect(await findLinks(person)).toEqual([])
})

test.each<[string, Partial<TeamsPerson>, string]>([
  ['guest', { userRole: 'guest' }, 'Guests can’t use Laurel here.'],
  [
    'external account',
    { userPrincipalName: 'sam_x.example#EXT#@company.onmicrosoft.com' },
    'Guests can’t use Laurel here.',
  ],
  [
    'person of another tenant',
    { tenantId: '00000000-0000-4000-8000-00000000beef' },
    'Laurel is only for people of this organization.',
  ],
])('refuses a %s with the address of a user', async (_, fields, text) => {
  const { person } = await addPerson(fields)
  // The activity itself claims the right tenant.
  const { card } = await open({ ...person, tenantId: chat.teams.app.tenantId })
  expect(textsOf(card).join()).toContain(text)
  expect(await findLinks(person)).toEqual([])
})

test('never links an allowed guest by the address', async () => {
  await setGuests(true)
  const { person } = await addPerson({ userRole: 'guest' })
  expect((await open(person)).card?.actions?.[0]?.title).toBe('Link my account')
  await setGuests(false)
})

test.each(['down', 'garbled', 'not_found', 'unauthorized'] as const)(
  'refuses a stranger whom Teams does not describe (%s)',
  async (fault) => {
    const { person } = await addPerson({})
    chat.teams.faults.push(fault)
    expect(textsOf((await open(person)).card)).toEqual([
      'Teams didn’t tell us who you are. Please try again in a moment.',
    ])
    expect(await findLinks(person)).toEqual([])
  },
)

test('refuses an account without an id of the directory', async () => {
  const activity = chat.teams.activities.buildFetchTask({
    from: ana.person,
    conversation: group,
    context: 'compose',
  })
  const { card } = await chat.send({ ...activity, from: { id: ana.person.id, name: 'Ana' } })
  expect(textsOf(card)).toEqual(['Laurel is only for people of this organization.'])
})

test('refuses a deactivated user, also in an open dialog', async () => {
  const { person, member } = await addPerson({})
  const draft = await draftOf(person)
  await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ state: 'deactivated' })
      .where('workspace_id', '=', chat.team.workspace_id)
      .where('id', '=', member.user_id)
      .execute(),
  )
  for (const { card } of [
    await open(person),
    await submit(person, { ...filled(draft), step: 'send', to: ben.member.user_id }),
  ])
    expect(card?.actions?.[0]?.title).toBe('Link my account')
})

test('refuses the draft of another person, of another team and of yesterday', async () => {
  const draft = await draftOf(ana.person)
  expect((await submit(ben.person, filled(draft))).text).toBe(expired)
  const send = filled(draft, { step: 'send', to: ben.member.user_id })
  expect((await submit(ben.person, send)).text).toBe(expired)

  const other = await makeTeam(chat.t)
  await makeMember(chat.t, other.workspace_id, { email: `x.${ana.person.email}` })
  await connectTeams(chat.t, other, chat.teams)
  const person = chat.teams.directory.addPerson({ email: `x.${ana.person.email}` })
  group.members.set(person.id, person)
  const foreign = (await open(person, other.workspace_id)).card?.actions?.[0]?.data['draft']
  expect(foreign).toMatch(/^[\da-f-]{36}$/)
  expect((await submit(ana.person, filled(foreign))).text).toBe(expired)

  chat.t.clock.advance(limits.chat_draft_hours * hourMs)
  expect((await submit(ana.person, send)).text).toBe(expired)
})

test('asks to open the dialog again for data of another form', async () => {
  const draft = await draftOf(ana.person)
  for (const data of [
    {},
    filled(draft, { step: 'delete' }),
    filled("' or 1=1"),
    filled(['x']),
    filled('00000000-0000-4000-8000-000000000000'),
  ])
    expect((await submit(ana.person, data)).text).toBe(expired)
})

test('refuses recipients of another team and oneself', async () => {
  const other = await makeTeam(chat.t)
  const draft = await draftOf(ana.person)
  const send = filled(draft, { step: 'send' })
  const foreign = await submit(ana.person, { ...send, to: other.admin.user_id })
  const own = await submit(ana.person, { ...send, to: ana.member.user_id })
  expect(textsOf(foreign.card)).toContain('User not found')
  expect(textsOf(own.card)).toContain('You can’t send points to yourself')
})

test('shows names and texts that look like markup as they are', async () => {
  const { person } = await addPerson({ name: '<at>everyone</at> {{DATE(2026-01-01)}}' })
  group.members.delete(person.id)
  const stranger = chat.teams.directory.addPerson({ name: '<at>all</at> {{x}}' })
  group.members.set(stranger.id, stranger)
  const people = [ben.person.aadObjectId, stranger.aadObjectId].join()
  const text = '<at>Ben</at> {{TIME(2026-01-01T00:00:00Z)}} *all*'
  const draft = await draftOf(ana.person)
  const { card } = await submit(ana.person, filled(draft, { people, text }))
  expect(textsOf(card)[1]).toBe(text.replace('{{', '{\u2060{'))
  expect(card).not.toHaveProperty('msteams')
  const { card: form } = await submit(ana.person, buttonOf(card, 'Edit'))
  const shown = form?.body.find(({ id }) => id === 'text')?.['value'] as string
  const again = await submit(ana.person, filled(draft, { text: shown }))
  expect(buttonOf(again.card, 'Send')['text']).toBe(text)
})
