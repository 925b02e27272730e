import { beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { makeGroupCard } from '#tests/support/make-group-card.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let bo: Member
let cleo: Member
let id: string
beforeEach(async () => {
  team = await makeTeam(t)
  const add = () => makeMember(t, team.workspace_id)
  ;[ada, bo, cleo] = [await add(), await add(), await add()]
  id = await makeGroupCard(t, team, ada, [bo, cleo])
  await t.call('group_cards.sign', {
    token: bo.token,
    params: { id },
    body: { text: 'Not kind at all' },
  })
  await deliver()
})
const deliver = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('group_cards')
      .set({ delivered_at: t.clock.now() })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', id)
      .execute(),
  )
const key = () => ({ id, user_id: bo.user_id })
const report = ({ token }: Member) => t.call('group_cards.report', { token, params: key() })
const reported = (member: Member = team.admin) =>
  t.call('group_cards.reported', { token: member.token })
const decide = (remove: boolean, member: Member = team.admin) =>
  t.call('group_cards.decide', { token: member.token, params: key(), body: { remove } })
const read = async ({ token }: Member) =>
  (await t.call('group_cards.get', { token, params: { id } })).body.signatures
const kindsOf = async ({ token }: Member) =>
  (await t.call('inbox.list', { token })).body.items.map(({ kind }) => kind)

test('the person of a card reports a signature, which is hidden at once', async () => {
  expect((await report(cleo)).status).toBe(404)
  expect((await report(ada)).body.signatures).toMatchObject([{ hidden: true, reported: true }])
  expect(await read(cleo)).toEqual([])
  expect(await kindsOf(team.admin)).toEqual(['signature_reported'])
  expect(await kindsOf(cleo)).not.toContain('signature_reported')
  expect((await reported()).body).toMatchObject([
    {
      card_id: id,
      person: { id: ada.user_id },
      user: { id: bo.user_id },
      text: 'Not kind at all',
      occasion: { kind: 'birthday' },
    },
  ])
})

test('only administrators of settings read and decide reports', async () => {
  await report(ada)
  expect((await reported(ada)).codes).toEqual(['forbidden'])
  expect((await decide(true, ada)).codes).toEqual(['forbidden'])
  const other = await makeTeam(t)
  expect((await reported(other.admin)).body).toEqual([])
  expect((await decide(true, other.admin)).status).toBe(404)
  expect((await reported()).body).toHaveLength(1)
})

test('a removed signature is gone, and its report disappears from the inbox', async () => {
  await report(ada)
  expect((await decide(true)).body).toEqual([])
  expect(await read(ada)).toEqual([])
  expect(await kindsOf(team.admin)).toEqual([])
  expect((await decide(true)).status).toBe(404)
})

test('a signature that stays remains hidden, and its person may show it again', async () => {
  await report(ada)
  await decide(false)
  expect(await read(ada)).toMatchObject([{ hidden: true, reported: false }])
  await t.call('group_cards.hide', { token: ada.token, params: key(), body: { hidden: false } })
  expect(await read(cleo)).toHaveLength(1)
})

test('a signature without a report cannot be decided', async () => {
  expect((await decide(true)).status).toBe(404)
  expect(await read(ada)).toHaveLength(1)
})
