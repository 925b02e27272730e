import { beforeEach, expect, test } from 'vitest'
import type { Occasion } from '#contract/schemas/occasions.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import {
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { type CompanyPost, createCompanyPost, publishCompanyPost } from './company-posts.ts'

const t = setupTestApp()
let team: Team
let ben: Member
let cleo: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ben = await makeMember(t, team.workspace_id)
  cleo = await makeMember(t, team.workspace_id)
})

const anniversary: Occasion = { kind: 'anniversary', years: 5 }
/** Writes a post by the team to Ben, of 50 issued points. */
async function celebrate(fields: Partial<CompanyPost> = {}): Promise<string> {
  const post = await t.services.db.tenant(team.workspace_id, (trx) =>
    createCompanyPost(trx, {
      workspaceId: team.workspace_id,
      occasion: anniversary,
      recipientIds: [ben.user_id],
      valueId: team.value_id,
      points: 50,
      description: 'Five years with us',
      isPrivate: false,
      readerIds: [],
      at: t.clock.now(),
      day: toLocalDay(t.clock.now(), 'UTC'),
      budgetId: null,
      source: 'issued',
      ...fields,
    }),
  )
  publishCompanyPost(t.services, post)
  return post.id
}
const feedOf = async ({ token }: Member, query: Record<string, string> = {}) =>
  (await t.call('posts.list', { token, query })).body
const remove = (member: Member, id: string, query: Record<string, string> = {}) =>
  t.call('posts.delete', { token: member.token, params: { id }, query })

test('a post by the team has an occasion and no sender', async () => {
  const id = await celebrate()
  expect(await feedOf(cleo)).toMatchObject([
    { id, from: null, from_id: null, occasion: anniversary, score: 50, to_id: [ben.user_id] },
  ])
  expect(await getBalance(t, ben)).toBe(50)
  const sheet = await t.call('coins.list', { token: ben.token, params: { id: ben.user_id } })
  expect(sheet.body.items).toMatchObject([
    { type: 'celebration', amount: 50, post_id: id, actor: null },
  ])
  const inbox = await t.call('inbox.list', { token: ben.token })
  expect(inbox.body.items).toMatchObject([
    {
      kind: 'company_post',
      points: 50,
      actors: [],
      post: { id, own: false, occasion: anniversary },
    },
  ])
  await t.checkLedger()
})

test('a post by the team counts as received points only', async () => {
  // Lists of unthanked people need a team of five.
  for (let index = 0; index < 2; index += 1) await makeMember(t, team.workspace_id)
  await celebrate()
  const { token } = team.admin
  const leaders = (direction: string) =>
    t.call('leaderboards.list', { token, query: { period: 'all', direction } })
  expect((await leaders('received')).body.items).toMatchObject([
    { user_id: ben.user_id, score: 50 },
  ])
  expect((await leaders('given')).body.items).toEqual([])
  const chart = await t.call('leaderboards.org_chart', { token, query: { period: 'month' } })
  expect(chart.body).toMatchObject({ edges: [] })
  const unthanked = await t.call('leaderboards.unthanked', { token, query: { period: 'month' } })
  expect(unthanked.body.total).toBe(5)
  await t.checkLedger()
})

test('a post without points writes no movement and can be deleted', async () => {
  const id = await celebrate({ points: 0 })
  expect((await feedOf(ben))[0]).toMatchObject({
    score: 0,
    abilities: { delete: true, return_points: false },
  })
  await t.checkLedger()
  expect((await remove(ben, id)).status).toBe(200)
  expect(await feedOf(ben)).toEqual([])
  await t.checkLedger()
})

test('the person of a celebration deletes it and keeps the points', async () => {
  const id = await celebrate()
  expect((await remove(cleo, id)).codes).toEqual(['forbidden'])
  expect((await remove(ben, id)).body).toMatchObject({ id, returned: 0 })
  expect(await feedOf(cleo)).toEqual([])
  expect(await getBalance(t, ben)).toBe(50)
  await t.checkLedger()
})

test('the person of a celebration may return its points', async () => {
  const id = await celebrate()
  expect((await remove(ben, id, { points: 'return' })).status).toBe(200)
  expect(await getBalance(t, ben)).toBe(0)
  await t.checkLedger()
})

test('a moderator who deletes a celebration takes its points back', async () => {
  const id = await celebrate()
  expect((await remove(team.admin, id)).status).toBe(200)
  expect(await getBalance(t, ben)).toBe(0)
  await t.checkLedger()
})

test('a private celebration is shown to its person and its readers only', async () => {
  const reader = await makeMember(t, team.workspace_id)
  const id = await celebrate({ isPrivate: true, readerIds: [reader.user_id] })
  const ids = async (member: Member, query: Record<string, string> = {}) =>
    (await feedOf(member, query)).map((post) => post.id)
  expect(await ids(ben)).toEqual([id])
  expect(await ids(reader)).toEqual([id])
  expect(await ids(reader, { user_id: ben.user_id })).toEqual([id])
  expect(await ids(cleo)).toEqual([])
  expect(await ids(cleo, { user_id: ben.user_id })).toEqual([])
  for (const [member, status] of [
    [reader, 200],
    [cleo, 404],
  ] as const) {
    const { token } = member
    const params = { id }
    expect((await t.call('posts.get', { token, params })).status).toBe(status)
    expect((await t.call('posts.like', { token, params })).status).toBe(status)
    const comment = await t.call('posts.comment', { token, params, body: { text: 'Well done' } })
    expect(comment.status).toBe(status)
    const added = await t.call('posts.add_on', { token, params, body: { score: 2 } })
    expect(added.status).toBe(status)
  }
  expect((await t.call('inbox.list', { token: cleo.token })).body.items).toEqual([])
  await t.checkLedger()
})

test('a budget pays for a celebration and gets the points of a deleted one back', async () => {
  const budget = await t.call('budgets.create', {
    token: team.admin.token,
    body: {
      name: 'Moments',
      period: 'year',
      points: 80,
      owner_ids: [cleo.user_id],
      recipients: {},
    },
  })
  const budgetId = budget.body.id
  const left = async () =>
    (await t.call('budgets.list', { token: cleo.token })).body.find(({ id }) => id === budgetId)
      ?.left
  const id = await celebrate({ source: 'budget', budgetId })
  expect(await left()).toBe(30)
  await expect(celebrate({ source: 'budget', budgetId })).rejects.toThrow('budget_overdrawn')
  await t.checkLedger()
  await remove(team.admin, id)
  expect(await left()).toBe(80)
  await t.checkLedger()
})

test('a mail about a celebration names the team and not a person', async () => {
  await celebrate()
  t.clock.advance(20_000)
  await processOutbox(t.services)
  const mail = t.mails.findLast(({ to }) => to === ben.email)
  expect(mail?.subject).toMatch(/^From all of us at /)
  expect(mail?.text).toContain('Five years with us')
})

test('a mail about points added to a celebration quotes the team', async () => {
  const params = { id: await celebrate() }
  await t.call('posts.add_on', { token: cleo.token, params, body: { score: 2 } })
  t.clock.advance(20_000)
  await processOutbox(t.services)
  const mail = t.mails.findLast(({ to, subject }) => to === ben.email && subject.endsWith('+2'))
  expect(mail?.subject).toContain('added to your thanks')
  const { workspace } = (await t.call('config.get', { token: team.admin.token })).body
  expect(mail?.text).toContain(`${workspace.name} wrote: “Five years with us”`)
})
