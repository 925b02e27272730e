import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { Conversation, TeamsPerson } from '#tests/contracts/teams/directory.ts'
import { makeMember } from '#tests/support/factories.ts'
import {
  buttonOf,
  type Colleague,
  setupTeamsChat,
  type TestCard,
  textsOf,
} from '#tests/support/teams-chat.ts'

/** Inviting people from the dialog who are not in Laurel. */
const chat = setupTeamsChat()
let ana: Colleague
let ben: Colleague
let group: Conversation
let count = 0
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
  ben = await chat.addColleague('Ben')
})
beforeEach(async () => {
  group = chat.teams.directory.addGroupChat([ana.person, ben.person])
  await allowInvitations(true)
})
const allowInvitations = (allowed: boolean) =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ invite_strangers: allowed })
      .where('workspace_id', '=', chat.team.workspace_id)
      .execute(),
  )
const setBudget = (perDay: number | null) =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ invites_per_day: perDay })
      .where('id', '=', chat.team.workspace_id)
      .execute(),
  )
/** Adds a person of Teams who has no user here. */
function addStranger(fields: Partial<TeamsPerson> = {}): TeamsPerson {
  const email = `stranger${(count += 1)}@company.example`
  const person = chat.teams.directory.addPerson({
    name: 'Sam',
    email,
    userPrincipalName: email,
    ...fields,
  })
  group.members.set(person.id, person)
  return person
}
const place = (from: Colleague) => ({ from: from.person, conversation: group })
const submit = (data: Record<string, unknown>, from = ana) =>
  chat.send(chat.teams.activities.buildSubmitAction({ ...place(from), context: 'compose', data }))
async function preview(people: TeamsPerson[], more: Record<string, unknown> = {}) {
  const opened = await chat.send(
    chat.teams.activities.buildFetchTask({ ...place(ana), context: 'compose' }),
  )
  const { card } = await submit({
    step: 'preview',
    draft: opened.card?.actions?.[0]?.data['draft'],
    people: people.map(({ aadObjectId }) => aadObjectId).join(),
    points: 3,
    value: chat.team.value_id,
    text: 'Thank you both',
    private: 'false',
    ...more,
  })
  return card
}
const titlesOf = (card: TestCard | undefined) => card?.actions?.map(({ title }) => title)
const findUsers = (people: TeamsPerson[]) =>
  chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .selectFrom('users')
      .select(['email', 'state', 'invited_by'])
      .where('workspace_id', '=', chat.team.workspace_id)
      .where(
        'email',
        'in',
        people.map(({ email }) => email),
      )
      .orderBy('email')
      .execute(),
  )

test('invites people with a confirmed address, and keeps the thanks', async () => {
  const sam = addStranger()
  const guest = addStranger({ name: 'Gus', userRole: 'guest' })
  const unconfirmed = addStranger({ name: 'Uma', userPrincipalName: 'uma@elsewhere.example' })
  const card = await preview([ben.person, sam, guest, unconfirmed])
  expect(titlesOf(card)).toEqual(['Send', 'Edit', 'Cancel', 'Invite 1 person'])
  const { card: after } = await submit(buttonOf(card, 'Invite 1 person'))
  expect(textsOf(after)).toEqual([
    'Thank you, Ben!',
    'Thank you both',
    '+3 points · 🤝 Teamwork',
    'Not in Laurel yet, so they won’t get anything: Sam, Gus, and Uma',
    'Invited: Sam',
  ])
  expect(titlesOf(after)).toEqual(['Send', 'Edit', 'Cancel'])
  expect(buttonOf(after, 'Send')).toEqual(buttonOf(card, 'Send'))
  expect(await findUsers([sam, guest, unconfirmed])).toEqual([
    { email: sam.email, state: 'pending', invited_by: ana.member.user_id },
  ])
  expect((await submit(buttonOf(after, 'Send'))).body).toEqual({})
})

test('invites from the form when nobody is in Laurel', async () => {
  const [sam, tim] = [addStranger(), addStranger({ name: 'Tim' })]
  const form = await preview([sam, tim])
  expect(titlesOf(form)).toEqual(['Preview', 'Invite 2 people'])
  const invite = buttonOf(form, 'Invite 2 people')
  const inputs = { people: [sam, tim].map((one) => one.aadObjectId).join(), text: 'Thank you' }
  const { card } = await submit({ ...inputs, ...invite })
  expect(textsOf(card)).toEqual(['Not in Laurel yet: Sam and Tim', 'Invited: Sam and Tim'])
  expect(titlesOf(card)).toEqual(['Preview'])
  expect(await findUsers([sam, tim])).toHaveLength(2)
})

test('invites a person once, however often the button is pressed', async () => {
  const sam = addStranger()
  const invite = buttonOf(await preview([ben.person, sam]), 'Invite 1 person')
  const cards = (await Promise.all(Array.from({ length: 10 }, () => submit(invite)))).map(
    ({ card }) => textsOf(card).at(-1),
  )
  expect(cards.filter((text) => text === 'Invited: Sam')).toHaveLength(1)
  expect(cards.filter((text) => text === 'No one new to invite')).toHaveLength(9)
  expect(await findUsers([sam])).toHaveLength(1)
})

test.each(['pending', 'deactivated'] as const)('invites no member who is %s', async (state) => {
  const member = await makeMember(chat.t, chat.team.workspace_id, { state })
  const sam = addStranger({ email: member.email, userPrincipalName: member.email })
  const invite = buttonOf(await preview([ben.person, sam]), 'Invite 1 person')
  const { card } = await submit(invite)
  expect(textsOf(card).at(-1)).toBe('No one new to invite')
  expect(await findUsers([sam])).toMatchObject([{ state }])
})

test('offers and sends no invitation while the setting is off', async () => {
  const sam = addStranger()
  const invite = buttonOf(await preview([ben.person, sam]), 'Invite 1 person')
  await allowInvitations(false)
  expect(titlesOf(await preview([ben.person, sam]))).toEqual(['Send', 'Edit', 'Cancel'])
  const { card } = await submit(invite)
  expect(titlesOf(card)).toEqual(['Send', 'Edit', 'Cancel'])
  expect(await findUsers([sam])).toEqual([])
})

test('refuses the draft of another person', async () => {
  const sam = addStranger()
  const invite = buttonOf(await preview([ben.person, sam]), 'Invite 1 person')
  expect((await submit(invite, ben)).text).toBe('This form has expired. Please open it again.')
  expect(await findUsers([sam])).toEqual([])
})

test('invites nobody of another tenant, and nobody whom Teams does not describe', async () => {
  const foreign = addStranger({ tenantId: '00000000-0000-4000-8000-00000000beef' })
  const hidden = addStranger()
  group.members.delete(hidden.id)
  const card = await preview([ben.person, foreign, hidden])
  expect(titlesOf(card)).toEqual(['Send', 'Edit', 'Cancel'])
  const { card: after } = await submit({ ...buttonOf(card, 'Edit'), step: 'invite' })
  expect(titlesOf(after)).toEqual(['Send', 'Edit', 'Cancel'])
  expect(await findUsers([foreign, hidden])).toEqual([])
})

test('invites nobody when no day has budget left', async () => {
  await setBudget(0)
  const sam = addStranger()
  const { card } = await submit(buttonOf(await preview([ben.person, sam]), 'Invite 1 person'))
  expect(textsOf(card).at(-1)).toBe('No one new to invite')
  expect(await findUsers([sam])).toEqual([])
  await setBudget(null)
})

test('sends invitations beyond the daily budget on a later day', async () => {
  await setBudget(1)
  const people = [addStranger(), addStranger(), addStranger()]
  const card = await preview([ben.person, ...people])
  await submit(buttonOf(card, 'Invite 3 people'))
  const mails = await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select('next_at')
      .where('workspace_id', '=', chat.team.workspace_id)
      .where('kind', '=', 'invite')
      .orderBy('next_at', 'desc')
      .limit(3)
      .execute(),
  )
  const days = mails.map(({ next_at: at }) => at.toISOString().slice(0, 10))
  expect(new Set(days).size).toBe(3)
  await setBudget(null)
})

test('keeps the button when the team may not invite, and says why', async () => {
  const sam = addStranger()
  const invite = buttonOf(await preview([ben.person, sam]), 'Invite 1 person')
  const setTrialEnd = (end: Date) =>
    chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
      trx
        .updateTable('workspaces')
        .set({ trial_ends_at: end })
        .where('id', '=', chat.team.workspace_id)
        .execute(),
    )
  const now = chat.t.clock.now()
  await setTrialEnd(new Date(now.getTime() - hourMs))
  const { card } = await submit(invite)
  expect(card?.body.at(-1)).toMatchObject({ inlines: [{ color: 'Attention' }] })
  expect(titlesOf(card)).toContain('Invite 1 person')
  expect(await findUsers([sam])).toEqual([])
  await setTrialEnd(new Date(now.getTime() + 20 * dayMs))
})

test('never sends thanks when the person asks for an invitation', async () => {
  const invite = buttonOf(await preview([ben.person, addStranger()]), 'Invite 1 person')
  await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_links')
      .set({ send_at_once: true })
      .where('workspace_id', '=', chat.team.workspace_id)
      .where('user_id', '=', ana.member.user_id)
      .execute(),
  )
  const { card } = await submit({ ...invite, people: ben.person.aadObjectId })
  expect(titlesOf(card)).toEqual(['Send', 'Edit', 'Cancel'])
})
