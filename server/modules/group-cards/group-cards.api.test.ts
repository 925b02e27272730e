import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { runCelebrations } from '#server/modules/celebrations/worker.ts'
import { lockCard } from './queries.ts'
import { upsertSignature } from './signature-queries.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let boss: Member
let peer: Member
let friend: Member
let stranger: Member
beforeEach(async () => {
  t.clock.set(new Date('2026-09-01T00:30:00Z'))
  team = await makeTeam(t)
  const add = () => makeMember(t, team.workspace_id)
  ;[ada, boss, peer, friend, stranger] = [
    await add(),
    await add(),
    await add(),
    await add(),
    await add(),
  ]
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  await t.call('celebrations.update', {
    token,
    params: { kind: 'birthday' },
    body: { enabled: true, card: true },
  })
  for (const member of [ada, peer])
    await change(member, { organization: { manager_id: boss.user_id } })
  await change(ada, { birth_date: '1990-09-06' })
  await t.call('posts.create', {
    token: friend.token,
    body: {
      to_id: [ada.user_id],
      value_id: team.value_id,
      score: 5,
      description: 'For the telescope',
    },
  })
})
const change = (member: Member, body: object) =>
  t.call('users.update', { token: team.admin.token, params: { id: member.user_id }, body })
const cardsOf = async ({ token }: Member, filter: 'to_sign' | 'received' = 'to_sign') =>
  (await t.call('group_cards.list', { token, query: { filter } })).body
const openCard = async () => {
  await runCelebrations(t.services)
  return (await cardsOf(boss))[0]?.id ?? ''
}
const sign = ({ token }: Member, id: string, text = 'Happy birthday!') =>
  t.call('group_cards.sign', { token, params: { id }, body: { text } })
const read = ({ token }: Member, id: string) => t.call('group_cards.get', { token, params: { id } })
const kindsOf = async ({ token }: Member) =>
  (await t.call('inbox.list', { token })).body.items.map(({ kind }) => kind)
/** Lets the birthday begin. */
async function celebrate(): Promise<void> {
  t.clock.set(new Date('2026-09-06T09:30:00Z'))
  await runCelebrations(t.services)
}

test('a week before, the manager, peers and friends are asked to sign', async () => {
  const id = await openCard()
  await runCelebrations(t.services)
  for (const member of [boss, peer, friend]) {
    expect(await cardsOf(member)).toMatchObject([
      { id, user: { id: ada.user_id }, occasion: { kind: 'birthday' }, signed: false },
    ])
    expect(await kindsOf(member)).toContain('card_to_sign')
  }
  expect(await cardsOf(stranger)).toEqual([])
  expect(await cardsOf(ada)).toEqual([])
})

test('the person reads the card only once it is delivered', async () => {
  const id = await openCard()
  expect((await sign(friend, id, 'All the best')).body.signatures).toMatchObject([
    { user: { id: friend.user_id }, text: 'All the best' },
  ])
  t.clock.advance(hourMs)
  expect((await sign(boss, id)).status).toBe(200)
  for (const call of [read(ada, id), read(stranger, id), read(team.admin, id)])
    expect((await call).status).toBe(404)
  expect((await sign(ada, id)).status).toBe(404)
  expect((await sign(stranger, id)).status).toBe(404)
  expect(await cardsOf(ada, 'received')).toEqual([])
  expect(await kindsOf(ada)).not.toContain('card_delivered')
  await celebrate()
  expect(await kindsOf(ada)).toContain('card_delivered')
  expect(await cardsOf(ada, 'received')).toMatchObject([{ id, signature_count: 2 }])
  const { body } = await read(ada, id)
  expect(body.signatures.map(({ text }) => text)).toEqual(['All the best', 'Happy birthday!'])
  expect((await sign(peer, id)).codes).toEqual(['card_delivered'])
  expect(await cardsOf(peer)).toEqual([])
  expect(await kindsOf(peer)).not.toContain('card_to_sign')
})

test('a changed signature replaces the first, and a removed one is gone', async () => {
  const id = await openCard()
  await sign(friend, id, 'First')
  await sign(friend, id, 'Second')
  expect((await read(boss, id)).body.signatures).toMatchObject([{ text: 'Second' }])
  const { body } = await t.call('group_cards.unsign', { token: friend.token, params: { id } })
  expect(body.signatures).toEqual([])
  await celebrate()
  // A card without signatures is not delivered.
  expect(await cardsOf(ada, 'received')).toEqual([])
})

test('nobody signs a card after the day has passed without signatures', async () => {
  const id = await openCard()
  await celebrate()
  expect(await cardsOf(friend)).toEqual([])
  expect(await kindsOf(friend)).not.toContain('card_to_sign')
  expect((await sign(friend, id)).status).toBe(404)
})

test('a card waits for a signature that is being written as the day begins', async () => {
  const id = await openCard()
  const isWritten = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const signing = t.services.db.tenant(team.workspace_id, async (trx) => {
    await lockCard(trx, team.workspace_id, id)
    await upsertSignature(trx, {
      workspace_id: team.workspace_id,
      card_id: id,
      user_id: friend.user_id,
      text: 'Just in time',
      created_at: t.clock.now(),
    })
    isWritten.resolve()
    await mayCommit.promise
  })
  await isWritten.promise
  const posting = celebrate()
  await Promise.race([posting, delay(500)])
  mayCommit.resolve()
  await Promise.all([signing, posting])
  expect(await cardsOf(ada, 'received')).toMatchObject([{ id, signature_count: 1 }])
})

test('the person hides a signature from everyone and shows it again', async () => {
  const id = await openCard()
  await sign(friend, id)
  await celebrate()
  const hide = (member: Member, hidden: boolean) =>
    t.call('group_cards.hide', {
      token: member.token,
      params: { id, user_id: friend.user_id },
      body: { hidden },
    })
  expect((await hide(boss, true)).status).toBe(404)
  expect((await hide(ada, true)).body.signatures).toMatchObject([{ hidden: true }])
  expect((await read(boss, id)).body.signatures).toEqual([])
  expect((await hide(ada, false)).status).toBe(200)
  expect((await read(boss, id)).body.signatures).toHaveLength(1)
})

test('the circle of the person decides who may sign', async () => {
  await t.call('profiles.update_me', { token: ada.token, body: { birthday_visibility: 'team' } })
  await openCard()
  expect(await cardsOf(peer)).toHaveLength(1)
  expect(await cardsOf(friend)).toEqual([])
})

test.each(['private', 'nothing'] as const)('a %s birthday has no card', async (visibility) => {
  await t.call('profiles.update_me', {
    token: ada.token,
    body: { birthday_visibility: visibility },
  })
  expect(await openCard()).toBe('')
})

test('a person who opts out before the day takes the card with them', async () => {
  const id = await openCard()
  await sign(friend, id)
  await t.call('profiles.update_me', { token: ada.token, body: { birthday_visibility: 'nothing' } })
  await celebrate()
  expect((await read(friend, id)).status).toBe(404)
  expect(await kindsOf(friend)).not.toContain('card_to_sign')
})

test.each<[string, () => Promise<unknown>]>([
  [
    'hides the day',
    () =>
      t.call('profiles.update_me', {
        token: ada.token,
        body: { birthday_visibility: 'nothing' },
      }),
  ],
  ['leaves', () => change(ada, { state: 'deactivated' })],
])('nobody is asked to sign for a person who %s', async (_, leave) => {
  const id = await openCard()
  await leave()
  expect(await cardsOf(friend)).toEqual([])
  expect(await kindsOf(friend)).not.toContain('card_to_sign')
  expect((await read(friend, id)).status).toBe(404)
  expect((await sign(friend, id)).status).toBe(404)
})

test('a delivered card keeps its years after the first day has changed', async () => {
  await t.call('celebrations.update', {
    token: team.admin.token,
    params: { kind: 'anniversary' },
    body: { enabled: true, card: true },
  })
  await change(ada, { birth_date: null, hire_date: '2021-09-06' })
  await sign(friend, await openCard())
  await celebrate()
  await change(ada, { hire_date: '2026-09-01' })
  const occasion = { kind: 'anniversary', years: 5 }
  expect(await cardsOf(ada, 'received')).toMatchObject([{ occasion }])
  const { items } = (await t.call('inbox.list', { token: ada.token })).body
  expect(items.find(({ kind }) => kind === 'card_delivered')?.card).toMatchObject({ occasion })
})

test('a birthday that is too near has no card', async () => {
  t.clock.set(new Date(Date.parse('2026-09-06T09:00:00Z') - 6 * hourMs))
  expect(await openCard()).toBe('')
})

test('a picture belongs to a signature and disappears with it', async () => {
  const id = await openCard()
  const small = await renderSmallPicture()
  const picture = ({ token }: Member, file = small) =>
    t.call('group_cards.picture', { token, params: { id }, body: buildFormData({}, file) })
  expect((await picture(friend)).status).toBe(404)
  await sign(friend, id)
  const [signature] = (await picture(friend)).body.signatures
  const url = signature?.picture.url ?? ''
  expect((await t.app.inject({ url })).statusCode).toBe(200)
  expect((await picture(ada)).status).toBe(404)
  expect((await picture(stranger)).status).toBe(404)
  expect((await picture(friend, Buffer.from('<svg/>'))).codes).toEqual(['file_unreadable'])
  await celebrate()
  expect((await picture(friend)).codes).toEqual(['card_delivered'])
  expect((await read(ada, id)).body.signatures).toMatchObject([{ picture: { url } }])
  await t.call('group_cards.unsign', { token: friend.token, params: { id } })
  expect((await t.app.inject({ url })).statusCode).toBe(404)
})
