import { beforeEach, expect, test } from 'vitest'
import { makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let scim: ScimClient
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  scim = await connectScim(t, team)
})
const [first, second] = ['ida@northwind.example', 'idun@northwind.example']
const create = async () =>
  (await scim('POST', '/Users', { userName: first, active: true })).body.id as string
const patch = async (id: string, value: object) => {
  const Operations = [{ op: 'replace', value }]
  expect((await scim('PATCH', `/Users/${id}`, { Operations })).status).toBe(200)
}
const setInvitations = async (sends: boolean) => {
  const { token } = team.admin
  const body = { sends_invitations: sends }
  expect((await t.call('scim.update', { token, body })).codes).toEqual([])
}
/** Returns the addresses of the invitations that are sent. */
const listInvited = () =>
  t.services.db.tenant(team.workspace_id, async (trx) => {
    const query = trx.selectFrom('outbox').select('to_address').where('kind', '=', 'invite')
    return (await query.execute()).map((row) => row.to_address)
  })

test('a pending user is invited again at a new address', async () => {
  const id = await create()
  expect(await listInvited()).toEqual([first])
  await patch(id, { userName: second })
  expect(await listInvited()).toEqual([second])
})

test('a user without an invitation gets none at a new address', async () => {
  await setInvitations(false)
  const id = await create()
  await setInvitations(true)
  await patch(id, { userName: second })
  expect(await listInvited()).toEqual([])
})

test('a user who returns is invited at the address of that moment', async () => {
  const id = await create()
  await patch(id, { active: false })
  await patch(id, { userName: second, active: true })
  expect(await listInvited()).toEqual([second])
})
