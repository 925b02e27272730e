import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { workspaceRules } from '#server/modules/retention/rules.ts'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let scim: ScimClient
let count = 0
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  scim = await connectScim(t, team)
  count += 1
})
const addressOf = (name: string) => `${name}${count}@northwind.example`
const bodyOf = (name: string) => ({
  userName: addressOf(name),
  name: { givenName: 'Ida', familyName: 'Berg' },
})
const create = (name: string) => scim('POST', '/Users', bodyOf(name))
const stateOf = async (id: string) => {
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return row.state
}
const countMails = () =>
  t.services.db.tenant(team.workspace_id, async (trx) => {
    const rows = await trx.selectFrom('outbox').select('id').where('kind', '=', 'invite').execute()
    return rows.length
  })

const listNotices = () =>
  t.services.db.tenant(team.workspace_id, async (trx) => {
    const rows = await trx
      .selectFrom('outbox')
      .select('params')
      .where('kind', '=', 'sso_notice')
      .execute()
    return rows.map((row) => row.params)
  })

test('a dry run answers as if, changes nothing and counts', async () => {
  await t.call('scim.update', { token: team.admin.token, body: { dry_run: true } })
  const created = await scim('POST', '/Users', bodyOf('ida'))
  expect(created.status).toBe(201)
  expect((await scim('GET', `/Users/${created.body.id}`)).status).toBe(404)
  expect((await scim('GET', '/Users')).body.totalResults).toBe(1)
  expect(await countMails()).toBe(0)
  const { items } = (await t.call('scim.activity', { token: team.admin.token })).body
  expect(items).toMatchObject([
    { outcome: 'created', dry_run: true, subject: addressOf('ida'), user: null },
  ])
})

test('many deactivations pause SCIM until an administrator resumes', async () => {
  const members = await Promise.all(
    Array.from({ length: 9 }, () => makeMember(t, team.workspace_id)),
  )
  const end = (index: number) => scim('DELETE', `/Users/${members[index]?.user_id}`)
  for (let index = 0; index < 5; index += 1) expect((await end(index)).status).toBe(204)
  const paused = await end(5)
  expect([paused.status, paused.headers['retry-after']]).toEqual([503, '3600'])
  expect(await stateOf(members[5]?.user_id ?? '')).toBe('accepted')
  expect((await scim('POST', '/Users', bodyOf('ida'))).status).toBe(503)
  expect((await scim('GET', '/Users')).status).toBe(200)
  expect(await listNotices()).toEqual([{ news: 'scim_paused' }])
  const { token } = team.admin
  expect((await t.call('scim.get', { token })).body.paused_at).not.toBeNull()
  expect((await t.call('scim.resume', { token })).body.paused_at).toBeNull()
  const { items } = (await t.call('workspace.audit', { token, query: { area: 'security' } })).body
  expect(items.map(({ action }) => action)).toEqual(['scim.resume', 'scim.pause'])
  t.clock.advance(1)
  expect((await end(5)).status).toBe(204)
})

test('the activity log says what failed and why', async () => {
  await create('ida')
  await scim('POST', '/Users', bodyOf('ida'))
  await scim('POST', '/Users', { userName: 'nobody' })
  const list = async () => (await t.call('scim.activity', { token: team.admin.token })).body.items
  expect(await list()).toMatchObject([
    { outcome: 'failed', status: 400, subject: 'nobody', method: 'POST' },
    { outcome: 'failed', status: 409, detail: `The user ${addressOf('ida')} exists` },
    { outcome: 'created', status: 201, user: { first_name: 'Ida' }, token: 'Okta' },
  ])
})

test('erasure deletes what SCIM stores about a person', async () => {
  const { body } = await scim('POST', '/Users', { ...bodyOf('ida'), externalId: 'ext' })
  await scim('POST', '/Users', bodyOf('ida'))
  const id = body.id as string
  const erased = await t.call('users.delete', { token: team.admin.token, params: { id } })
  expect(erased.status).toBe(204)
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
  const rows = await t.services.db.tenant(team.workspace_id, async (trx) => [
    ...(await trx.selectFrom('scim_users').select('user_id').execute()),
    ...(await trx.selectFrom('scim_requests').select('subject').execute()),
  ])
  expect(rows).toEqual([])
  const again = await scim('POST', '/Users', { ...bodyOf('ida'), externalId: 'ext' })
  expect(again.status).toBe(201)
  expect(again.body.id).not.toBe(id)
})

test('the activity is kept for 30 days', async () => {
  await create('ida')
  const rule = workspaceRules['scim_requests']
  if (!rule) throw new Error('no rule')
  const remove = (days: number) => {
    const before = new Date(t.clock.now().getTime() + (days - rule.days) * dayMs)
    return t.services.db.tenant(team.workspace_id, (trx) =>
      rule.deleteBatch(trx, team.workspace_id, before),
    )
  }
  expect([await remove(29), await remove(31)]).toEqual([0, 1])
})
