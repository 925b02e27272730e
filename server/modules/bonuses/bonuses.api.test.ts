import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import { createCompanyPost } from '#server/modules/posts/company-posts.ts'
import { type BonusTeam, createBonusTeam } from '#tests/support/bonuses.ts'
import { makeMember, makePost } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let b: BonusTeam
let token: string
beforeEach(async () => {
  b = await createBonusTeam(t)
  ;({ token } = b.team.admin)
})
afterEach(() => t.checkLedger())

/** Writes a post by the company to Ana, of 50 issued points. */
const celebrate = () =>
  t.services.db.tenant(b.team.workspace_id, (trx) =>
    createCompanyPost(trx, {
      workspaceId: b.team.workspace_id,
      occasion: { kind: 'birthday' },
      recipientIds: [b.ana.user_id],
      valueId: b.team.value_id,
      points: 50,
      description: 'Happy birthday',
      isPrivate: false,
      readerIds: [],
      at: t.clock.now(),
      day: toLocalDay(t.clock.now(), 'UTC'),
      source: 'issued',
    }),
  )

test('a bonus in proportion follows the points from colleagues', async () => {
  await celebrate()
  const { body: bonus } = await b.make()
  expect((await b.preview(bonus.id)).body).toMatchObject({
    people: 3,
    points: 200,
    budget_left: null,
    next_cursor: null,
  })
  expect(await b.sharesOf(bonus.id)).toEqual([
    ['Cleo', 60, 120],
    ['Ben', 30, 60],
    ['Ana', 10, 20],
  ])
})

test('a deleted post counts for nothing', async () => {
  await t.call('posts.delete', { token, params: { id: b.posts[2] ?? '' } })
  const { body: bonus } = await b.make()
  expect(await b.sharesOf(bonus.id)).toEqual([
    ['Ben', 30, 150],
    ['Ana', 10, 50],
  ])
})

test('snapshots and company posts whose points were kept change nothing', async () => {
  const { id } = await celebrate()
  const removed = await t.call('posts.delete', { token: b.ana.token, params: { id } })
  expect(removed.status).toBe(200)
  t.clock.advance(3 * 86_400_000)
  const later = t.clock.now().toISOString().slice(0, 10)
  await makePost(t, b.team.admin, [b.ana], b.team.value_id, 50, { private: true })
  t.clock.advance(3 * 86_400_000)
  const whole = await b.make({ ends_on: later })
  const part = await b.make({ starts_on: later, ends_on: later })
  const previews = async () => [await b.sharesOf(whole.body.id), await b.sharesOf(part.body.id)]
  const before = await previews()
  expect(before).toEqual([
    [
      ['Ana', 60, 80],
      ['Cleo', 60, 80],
      ['Ben', 30, 40],
    ],
    [['Ana', 50, 200]],
  ])
  const days = await createWorkspaceSnapshots(t.services.db, b.team.workspace_id, {
    at: t.clock.now(),
    rowsMin: 1,
  })
  expect(days.length).toBeGreaterThan(1)
  expect(await previews()).toEqual(before)
})

test('posts outside the period do not count', async () => {
  const { body: bonus } = await b.make({ starts_on: '2026-01-01', ends_on: '2026-01-31' })
  expect((await b.preview(bonus.id)).body).toMatchObject({ people: 0, points: 0, items: [] })
  expect((await b.pay(bonus.id, { people: 1, points: 1 })).codes).toEqual(['bonus_changed'])
})

test('even and fixed bonuses reach accepted people of the audience', async () => {
  const { workspace_id: workspaceId } = b.team
  await makeMember(t, workspaceId, { state: 'pending' })
  await makeMember(t, workspaceId, { state: 'deactivated' })
  const even = await b.make({ method: 'even', points: 10 })
  expect((await b.preview(even.body.id)).body).toMatchObject({ people: 4, points: 10 })
  const fixed = await b.make({
    method: 'fixed',
    points: 7,
    audience: { user_ids: [b.ana.user_id, b.ben.user_id] },
  })
  expect((await b.preview(fixed.body.id)).body).toMatchObject({ people: 2, points: 14 })
})

test('people on leave get their part', async () => {
  await t.call('users.update', {
    token,
    params: { id: b.ana.user_id },
    body: { organization: { away: { from: '2026-01-01', to: null } } },
  })
  const { body: bonus } = await b.make()
  expect((await b.preview(bonus.id)).body.people).toBe(3)
})

test('a draft changes and is deleted, a paid bonus is neither', async () => {
  const { body: bonus } = await b.make()
  const params = { id: bonus.id }
  const changed = await t.call('bonuses.update', {
    token,
    params,
    body: { name: 'Summer bonus', points: 100, person_max: 40 },
  })
  expect(changed.body).toMatchObject({ name: 'Summer bonus', points: 100, person_max: 40 })
  const same = { audience: {}, starts_on: b.today, person_max: null }
  await t.call('bonuses.update', { token, params, body: same })
  await t.call('bonuses.update', { token, params, body: { person_max: 40 } })
  expect(await listAuditDetails(t, b.team, 'bonus.update')).toMatchObject([
    { details: { fields: ['person_max'] } },
    { details: { fields: ['person_max'] } },
    { details: { fields: ['name', 'points', 'person_max'] } },
  ])
  expect(await b.sharesOf(bonus.id)).toEqual([
    ['Ben', 30, 40],
    ['Cleo', 60, 40],
    ['Ana', 10, 20],
  ])
  const { body: other } = await b.make()
  expect((await t.call('bonuses.list', { token })).body.map(({ id }) => id)).toEqual([
    other.id,
    bonus.id,
  ])
  await b.pay(other.id)
  expect((await t.call('bonuses.list', { token })).body.map(({ id }) => id)).toEqual([
    bonus.id,
    other.id,
  ])
  expect((await t.call('bonuses.delete', { token, params })).status).toBe(204)
  expect((await b.preview(bonus.id)).status).toBe(404)
  const paid = { token, params: { id: other.id } }
  expect((await t.call('bonuses.delete', paid)).codes).toEqual(['bonus_paid'])
  const rename = await t.call('bonuses.update', { ...paid, body: { name: 'Other' } })
  expect(rename.codes).toEqual(['bonus_paid'])
})

test.each([
  ['a period that ends before it starts', { ends_on: '2026-01-01' }, 'out_of_range', 'ends_on'],
  ['a period that ends in the future', { ends_on: '2999-01-01' }, 'out_of_range', 'ends_on'],
  ['an unknown budget', { budget_id: newId(new Date()) }, 'not_found', 'budget_id'],
  [
    'an unknown group',
    { audience: { group_ids: [newId(new Date())] } },
    'not_found',
    'audience.group_ids',
  ],
  ['an audience without people', { audience: { countries: ['AQ'] } }, 'audience_empty', 'audience'],
])('%s is refused', async (_, fields, code, field) => {
  const answer = await b.make(fields)
  expect(answer.codes).toEqual([code])
  expect(answer.errors[0]?.field).toBe(field)
})

test('the group of an unpaid bonus cannot be deleted', async () => {
  const group = await t.call('groups.create', { token, body: { kind: 'team', name: 'Support' } })
  const params = { id: group.body.id }
  await t.call('groups.add_members', { token, params, body: { user_ids: [b.ana.user_id] } })
  const { body: bonus } = await b.make({ audience: { group_ids: [group.body.id] } })
  expect((await t.call('groups.delete', { token, params })).codes).toEqual(['used_by_audience'])
  await b.pay(bonus.id)
  expect((await t.call('groups.delete', { token, params })).status).toBe(204)
})

test('ids of another workspace answer like unknown ones', async () => {
  const other = await createBonusTeam(t)
  const { body: bonus } = await other.make()
  expect((await b.preview(bonus.id)).status).toBe(404)
  expect((await b.pay(bonus.id, { people: 3, points: 200 })).status).toBe(404)
  const rows = await t.call('bonuses.csv', { token, params: { id: bonus.id } })
  expect(rows.status).toBe(404)
  expect((await b.make({ budget_id: other.budgetId })).codes).toEqual(['not_found'])
})
