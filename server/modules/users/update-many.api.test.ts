import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ChangeName } from '#contract/routes/index.ts'
import type { UsersChangeOutcome } from '#contract/schemas/users.ts'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { createDemoUser, inviteUser, listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let manager: Member
beforeEach(async () => {
  team = await makeTeam(t)
  manager = await makeMember(t, team.workspace_id, { permissions: { global_administrator: true } })
})

type BulkCall = Extract<
  ChangeName,
  'users.invite_many' | 'users.update_many' | 'users.permissions_many'
>
const send = (name: BulkCall, body: object, by = team.admin, key?: string) =>
  t.call(name, { token: by.token, body, ...(key ? { key } : {}) })
const codes = ({ body }: { body: UsersChangeOutcome }) =>
  body.results.map(({ outcome, code }) => code ?? outcome)
const get = async (id: string) =>
  (await t.call('users.get', { token: team.admin.token, params: { id } })).body
const add = (options: Parameters<typeof makeMember>[2] = {}) =>
  makeMember(t, team.workspace_id, options)
const countInviteMails = () =>
  t.services.db.tenant(
    team.workspace_id,
    async (trx) =>
      (
        await trx
          .selectFrom('outbox')
          .select('id')
          .where('workspace_id', '=', team.workspace_id)
          .where('kind', '=', 'invite')
          .execute()
      ).length,
  )

test('invitations are resent, each with its own outcome', async () => {
  const early = [await inviteUser(t, team, 'a@x.test'), await inviteUser(t, team, 'b@x.test')]
  t.clock.advance(61_000)
  const late = await inviteUser(t, team, 'c@x.test')
  const accepted = await add()
  const unknown = newId(t.clock.now())
  const foreign = await makeTeam(t)
  const answer = await send('users.invite_many', {
    ids: [...early, late, accepted.user_id, unknown, foreign.admin.user_id, early[0]],
  })
  expect(codes(answer)).toEqual(['done', 'done', 'too_many', 'conflict', 'not_found', 'not_found'])
  expect(answer.body.results.map(({ outcome }) => outcome).slice(2)).toEqual([
    'refused',
    'refused',
    'not_found',
    'not_found',
  ])
  expect(await countInviteMails()).toBe(3)
  expect(await listAuditDetails(t, team, 'user.invite')).toHaveLength(2)
})

test('resent invitations stop at the daily budget', async () => {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ invites_per_day: 4 })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push(await inviteUser(t, team, `${name}@x.test`))
  t.clock.advance(61_000)
  const answer = await send('users.invite_many', { ids })
  expect(codes(answer).toSorted()).toEqual(['done', 'invites_spent', 'invites_spent'])
  const invitedAt = await Promise.all(ids.map(async (id) => (await get(id)).invited_at))
  expect(new Set(invitedAt).size).toBe(2)
})

test('deactivation skips the own account and the last administrator', async () => {
  const [one, two, gone] = [await add(), await add(), await add({ state: 'deactivated' })]
  const ids = [one, two, gone, team.admin].map((member) => member.user_id)
  const answer = await send('users.update_many', { ids, state: 'deactivated' })
  expect(codes(answer)).toEqual(['done', 'done', 'done', 'forbidden'])
  expect((await get(one.user_id)).state).toBe('deactivated')
  expect((await t.call('config.get', { token: one.token })).status).toBe(401)
  expect(await listAuditDetails(t, team, 'user.deactivate')).toHaveLength(2)

  const second = await add({ permissions: { account_administrator: true } })
  const last = await send(
    'users.update_many',
    { ids: [team.admin.user_id], state: 'deactivated' },
    second,
  )
  expect(last.body.results[0]?.outcome).toBe('refused')
  expect(codes(last)[0]).toMatch(/^last_/)
  expect((await get(team.admin.user_id)).state).toBe('accepted')
})

test('a global administrator cannot change members with more permissions', async () => {
  const [plain, owner] = [await add(), await add({ permissions: { account_administrator: true } })]
  const ids = [plain.user_id, owner.user_id]
  expect(codes(await send('users.update_many', { ids, limits: { limit: 5 } }, manager))).toEqual([
    'done',
    'forbidden',
  ])
  expect(codes(await send('users.update_many', { ids, state: 'deactivated' }, manager))).toEqual([
    'done',
    'forbidden',
  ])
  expect((await get(owner.user_id)).limits.limit).toBeNull()
})

test('an administrator grants only the permissions it holds', async () => {
  const [one, two] = [await add(), await add()]
  const ids = [one.user_id, two.user_id, manager.user_id]
  const grant = (permissions: object, by: Member) =>
    send('users.permissions_many', { ids, permissions }, by)
  expect(codes(await grant({ account_administrator: true }, manager))).toEqual([
    'forbidden',
    'forbidden',
    'forbidden',
  ])
  expect(
    codes(await grant({ global_administrator: true, billing_administrator: true }, manager)),
  ).toEqual(['forbidden', 'forbidden', 'forbidden'])
  expect((await get(one.user_id)).permissions.global_administrator).toBe(false)
  expect(codes(await grant({ global_administrator: true }, manager))).toEqual([
    'done',
    'done',
    'done',
  ])
  expect((await get(one.user_id)).permissions.global_administrator).toBe(true)
  expect(await listAuditDetails(t, team, 'user.permissions')).toHaveLength(2)
})

test('deactivated and demo members get no permissions', async () => {
  const [gone, demo] = [await add({ state: 'deactivated' }), await createDemoUser(t, team)]
  const ids = [gone.user_id, demo.user_id]
  const permissions = { rewards_administrator: true }
  expect(codes(await send('users.permissions_many', { ids, permissions }))).toEqual([
    'conflict',
    'conflict',
  ])
})

test('limits are set and removed without changing other fields', async () => {
  const [one, two] = [await add(), await add()]
  const ids = [one.user_id, two.user_id]
  await send('users.update_many', { ids, limits: { limit: 40, limit_per_post: 5 } })
  expect((await get(one.user_id)).limits).toEqual({ limit: 40, limit_per_post: 5 })
  await send('users.update_many', { ids, limits: { limit: null } })
  expect((await get(two.user_id)).limits).toEqual({ limit: null, limit_per_post: 5 })
  const wrong = await send('users.update_many', { ids, limits: { limit: -1 } })
  expect(wrong.status).toBe(422)
})

test('reactivated members are invited again', async () => {
  const [gone, active] = [await add({ state: 'deactivated' }), await add()]
  const ids = [gone.user_id, active.user_id]
  expect(codes(await send('users.update_many', { ids, state: 'pending' }))).toEqual([
    'done',
    'conflict',
  ])
  expect((await get(gone.user_id)).state).toBe('pending')
  expect(await countInviteMails()).toBe(1)
})

test('a repeated key returns the same outcomes and changes nothing', async () => {
  const ids = [await inviteUser(t, team, 'a@x.test')]
  const gone = await add()
  t.clock.advance(61_000)
  const body = { ids: [...ids, gone.user_id] }
  const first = await send('users.invite_many', body, team.admin, 'again')
  t.clock.advance(61_000)
  const second = await send('users.invite_many', body, team.admin, 'again')
  expect(second.body).toEqual(first.body)
  expect(await listAuditDetails(t, team, 'user.invite')).toHaveLength(1)
  const other = await send('users.invite_many', { ids }, team.admin, 'again')
  expect(other.codes).toEqual(['idempotency_mismatch'])
})

test('a bulk change accepts 1 to 200 ids from administrators only', async () => {
  const id = manager.user_id
  const many = Array.from({ length: limits.users_per_call_max + 1 }, () => newId(t.clock.now()))
  expect((await send('users.invite_many', { ids: [] })).codes).toEqual(['required'])
  expect((await send('users.invite_many', { ids: many })).codes).toEqual(['out_of_range'])
  const member = await add()
  for (const [name, body] of [
    ['users.invite_many', { ids: [id] }],
    ['users.update_many', { ids: [id], state: 'deactivated' }],
    ['users.permissions_many', { ids: [id], permissions: {} }],
  ] as const)
    expect([name, (await send(name, body, member)).status]).toEqual([name, 403])
})

test('an access token cannot change permissions of several members', async () => {
  await markPresent(t, manager)
  const { body } = await t.call('tokens.create', {
    token: manager.token,
    body: { name: 'Script', scopes: ['team:write'], expires_on: '2026-07-01' },
  })
  const script = { ...manager, token: body.token }
  const ids = [(await add()).user_id]
  expect(codes(await send('users.update_many', { ids, limits: { limit: 1 } }, script))).toEqual([
    'done',
  ])
  const permissions = { global_administrator: true }
  expect((await send('users.permissions_many', { ids, permissions }, script)).status).toBe(403)
})
