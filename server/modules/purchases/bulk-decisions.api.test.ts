import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { beforeTransaction, loseConnection } from '#tests/support/before-transaction.ts'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { sendAndListMails } from '#tests/support/team-rewards.ts'

const t = setupTestApp()
let team: Team
let buyer: Member
let reward: string
beforeEach(async () => {
  team = await makeTeam(t)
  buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 1_000)
  reward = (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Tea', price: 10, available_amount: 100 },
    })
  ).body.id
  await sendAndListMails(t)
})
afterAll(() => t.checkLedger())

async function redeemMany(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(
      (await t.call('shop.redeem', { token: buyer.token, params: { id: reward }, body: {} })).body
        .id,
    )
  return ids
}
const decide = (
  body: BodyInputOf<'rewards.decide_purchases'>,
  key?: string,
  token = team.admin.token,
) => t.call('rewards.decide_purchases', { token, body, ...(key ? { key } : {}) })
const auditActions = async () =>
  t.services.db.tenant(team.workspace_id, async (trx) =>
    (
      await trx
        .selectFrom('audit_log')
        .select('action')
        .where('workspace_id', '=', team.workspace_id)
        .where('action', 'like', 'purchase.%')
        .execute()
    ).map((row) => row.action),
  )

test('fulfills many purchases with a note and a code for the buyers', async () => {
  const ids = await redeemMany(3)
  await sendAndListMails(t)
  const { body } = await decide({
    ids,
    decision: 'fulfil',
    note: 'At the\nreception',
    code: 'TEA-42',
  })
  expect(body.results).toEqual(ids.map((id) => ({ id, outcome: 'done' })))
  const own = (await t.call('shop.purchases', { token: buyer.token })).body.items
  expect(own.map((item) => [item.status, item.note, item.code])).toEqual(
    ids.map(() => ['fulfilled', 'At the\nreception', 'TEA-42']),
  )
  expect(await auditActions()).toEqual(ids.map(() => 'purchase.fulfilled'))
  await sendAndListMails(t)
  const sent = t.mails.filter((mail) => mail.subject === '“Tea” is yours')
  expect(sent).toHaveLength(3)
  expect(sent[0]?.text).toContain('At the\nreception')
  expect(sent[0]?.text).toContain('Your code or tracking number: TEA-42')
  expect(sent[0]?.html).toContain('TEA-42')
})

test('declines many purchases with refunds, stock and a reason', async () => {
  const ids = await redeemMany(3)
  expect(await getBalance(t, buyer)).toBe(970)
  await decide({ ids, decision: 'decline', reason: 'Sold out' })
  expect(await getBalance(t, buyer)).toBe(1_000)
  const own = (await t.call('shop.purchases', { token: buyer.token })).body.items
  expect(own.map((item) => [item.status, item.decline_reason])).toEqual(
    ids.map(() => ['declined', 'Sold out']),
  )
  const rewards = (await t.call('rewards.list', { token: team.admin.token })).body
  expect(rewards.find((one) => one.id === reward)?.available_amount).toBe(100)
  expect(await auditActions()).toEqual(ids.map(() => 'purchase.declined'))
})

test('gives each purchase its own outcome', async () => {
  const [done, canceled] = await redeemMany(2)
  await t.call('shop.cancel', { token: buyer.token, params: { id: canceled ?? '' } })
  const shared = await makeTeamReward(t, team, { price: 50 })
  const collecting = (
    await t.call('shop.redeem', {
      token: buyer.token,
      params: { id: shared },
      body: { amount: 5 },
    })
  ).body.id
  const unknown = newId(t.clock.now())
  const other = await makeTeam(t)
  await addBalance(t, other.admin, 100)
  const foreignReward = (
    await t.call('rewards.create', { token: other.admin.token, body: { title: 'Tea', price: 1 } })
  ).body.id
  const foreign = (
    await t.call('shop.redeem', {
      token: other.admin.token,
      params: { id: foreignReward },
      body: {},
    })
  ).body.id
  const ids = [unknown, collecting, done ?? '', done ?? '', foreign, canceled ?? '']
  expect((await decide({ ids, decision: 'fulfil' })).body.results).toEqual([
    { id: unknown, outcome: 'not_found' },
    { id: collecting, outcome: 'team_reward_underfunded' },
    { id: done, outcome: 'done' },
    { id: foreign, outcome: 'not_found' },
    { id: canceled, outcome: 'purchase_decided' },
  ])
  // A team reward that still collects can be declined.
  expect((await decide({ ids: [collecting], decision: 'decline' })).body.results).toEqual([
    { id: collecting, outcome: 'done' },
  ])
})

test('repeats the outcomes of a key without a second effect', async () => {
  const ids = await redeemMany(2)
  const first = (await decide({ ids, decision: 'decline' }, 'once')).body
  expect((await decide({ ids, decision: 'decline' }, 'once')).body).toEqual(first)
  expect(await getBalance(t, buyer)).toBe(1_000)
  expect((await decide({ ids, decision: 'fulfil' }, 'once')).codes).toEqual([
    'idempotency_mismatch',
  ])
  expect((await decide({ ids, decision: 'decline' }, 'twice')).body.results).toEqual(
    ids.map((id) => ({ id, outcome: 'purchase_decided' })),
  )
})

test('resumes a call that stopped halfway', async () => {
  const ids = await redeemMany(3)
  const body = { ids, decision: 'fulfil' as const }
  beforeTransaction(t.services, 4, loseConnection)
  expect((await decide(body, 'half')).status).toBe(500)
  const statuses = async () =>
    (await t.call('shop.purchases', { token: buyer.token })).body.items.map((item) => item.status)
  expect((await statuses()).toSorted()).toContain('pending')
  expect((await decide(body, 'half')).body.results.map((one) => one.outcome)).toEqual(
    ids.map(() => 'done'),
  )
  expect(await statuses()).toEqual(ids.map(() => 'fulfilled'))
  expect(await auditActions()).toHaveLength(3)
})

test('an administrator who loses the permission decides no further purchases', async () => {
  const ids = (await redeemMany(2)).toSorted()
  const by = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  // The call begins with the first transaction, and each purchase has one more.
  beforeTransaction(t.services, 3, () =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      updatePermissionColumns(trx, team.workspace_id, by.user_id, { rewards_administrator: false }),
    ),
  )
  const refused = await decide({ ids, decision: 'fulfil' }, undefined, by.token)
  expect([refused.status, refused.codes]).toEqual([403, ['forbidden']])
  const { items } = (await t.call('shop.purchases', { token: buyer.token })).body
  expect(ids.map((id) => items.find((item) => item.id === id)?.status)).toEqual([
    'fulfilled',
    'pending',
  ])
})

test('validates the number of ids, note and code', async () => {
  const [id = ''] = await redeemMany(1)
  const many = Array.from({ length: limits.purchases_per_call_max + 1 }, () => id)
  for (const body of [
    { ids: [], decision: 'fulfil' as const },
    { ids: many, decision: 'fulfil' as const },
    { ids: [id], decision: 'fulfil' as const, note: 'x'.repeat(limits.comment_chars_max + 1) },
    { ids: [id], decision: 'fulfil' as const, code: 'x\ny' },
    { ids: [id], decision: 'fulfil' as const, code: 'x'.repeat(201) },
  ])
    expect([400, 422]).toContain((await decide(body)).status)
  expect((await decide({ ids: [id], decision: 'fulfil' }, undefined, buyer.token)).codes).toEqual([
    'forbidden',
  ])
})

test('hides the code from managers who do not fulfil purchases', async () => {
  const [id = ''] = await redeemMany(1)
  await t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id },
    body: { note: 'Enjoy', code: 'SECRET-1' },
  })
  const billing = await makeMember(t, team.workspace_id, {
    permissions: { billing_administrator: true },
  })
  const read = async (token: string) => {
    const [item] = (await t.call('rewards.purchases', { token })).body.items
    return [item?.note, item?.code]
  }
  expect(await read(billing.token)).toEqual(['Enjoy', ''])
  expect(await read(team.admin.token)).toEqual(['Enjoy', 'SECRET-1'])
})

test('erases note and code with their buyer, also in stored answers', async () => {
  const [id = ''] = await redeemMany(1)
  await t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id },
    body: { note: 'For Marta', code: 'SECRET-2' },
    key: 'with a note',
  })
  const countTraces = () =>
    t.services.db.tenant(team.workspace_id, async (trx) => {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from purchases
            where workspace_id = ${team.workspace_id} and (note <> '' or code <> ''))
          + (select count(*) from idempotency_keys
            where workspace_id = ${team.workspace_id}
              and response::text ~ 'For Marta|SECRET-2') as n`.execute(trx)
      return Number(rows[0]?.n)
    })
  expect(await countTraces()).toBe(2)
  await t.call('users.delete', { token: team.admin.token, params: { id: buyer.user_id } })
  expect(await countTraces()).toBe(0)
})
