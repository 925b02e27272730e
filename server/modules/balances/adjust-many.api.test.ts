import { expect, test } from 'vitest'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { newId } from '#server/platform/ids.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
const adjust = (by: Member, body: BodyInputOf<'coins.adjust_many'>, key?: string) =>
  t.call('coins.adjust_many', { token: by.token, body, ...(key ? { key } : {}) })
const balanceOf = async (by: Member, id: string) =>
  (await t.call('coins.list', { token: by.token, params: { id } })).body.balance

test('balances are adjusted, each with its own outcome', async () => {
  const team = await makeTeam(t)
  const [one, two] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const foreign = await makeTeam(t)
  await adjust(team.admin, { ids: [one.user_id], amount: 20 })
  const ids = [one.user_id, two.user_id, newId(t.clock.now()), foreign.admin.user_id]
  const { body } = await adjust(team.admin, { ids, amount: -15, comment: 'Correction' })
  expect(body.results.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['done', null],
    ['refused', 'invalid_amount'],
    ['not_found', 'not_found'],
    ['not_found', 'not_found'],
  ])
  expect(await balanceOf(team.admin, one.user_id)).toBe(5)
  expect(await balanceOf(team.admin, two.user_id)).toBe(0)
  expect(await listAuditDetails(t, team, 'balance.adjust')).toHaveLength(2)
})

test('a repeated key adjusts balances once', async () => {
  const team = await makeTeam(t)
  const ids = [team.admin.user_id, (await makeMember(t, team.workspace_id)).user_id]
  const first = await adjust(team.admin, { ids, amount: 7 }, 'again')
  const second = await adjust(team.admin, { ids, amount: 7 }, 'again')
  expect(second.body).toEqual(first.body)
  expect(await balanceOf(team.admin, team.admin.user_id)).toBe(7)
  const other = await adjust(team.admin, { ids, amount: 8 }, 'again')
  expect(other.codes).toEqual(['idempotency_mismatch'])
})

test('an administrator who loses the permission adjusts no further balances', async () => {
  const team = await makeTeam(t)
  const by = await makeMember(t, team.workspace_id, { permissions: { global_administrator: true } })
  const ids = [team.admin.user_id, (await makeMember(t, team.workspace_id)).user_id].toSorted()
  // The call begins with the first transaction, and each member has one more.
  beforeTransaction(t.services, 3, () =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      updatePermissionColumns(trx, team.workspace_id, by.user_id, { global_administrator: false }),
    ),
  )
  const { body } = await adjust(by, { ids, amount: 7 })
  expect(body.results.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['done', null],
    ['refused', 'forbidden'],
  ])
  expect(await balanceOf(team.admin, ids[1] ?? '')).toBe(0)
})

test('adjusting balances requires global_administrator', async () => {
  const team = await makeTeam(t)
  const account = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  const answer = await adjust(account, { ids: [account.user_id], amount: 7 })
  expect(answer.status).toBe(403)
})
