import { expect, test } from 'vitest'
import { connectScim } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember } from '#tests/support/factories.ts'
import { createLeaverTeam } from '#tests/support/leavers.ts'
import {
  createListImport,
  findMember,
  loadListImport,
  previewListImport,
  reviewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'

const t = setupTestApp()

/** Imports addresses with a status, and returns the ended import. */
async function importStatuses(
  team: Parameters<typeof createListImport>[1],
  rows: [email: string, status: string][],
  { deactivate }: { deactivate: boolean },
) {
  const text = ['email,status', ...rows.map((cells) => cells.join(','))].join('\n')
  const { id } = await createListImport(t, team, text)
  const { counts } = (await previewListImport(t, team, id, ['email', 'status'])).body
  await startListImport(t, team, id, { deactivate })
  expect(await runImportNow(t, team, id)).toBe(true)
  return { counts, ended: await loadListImport(t, team, id) }
}

test('the column of a status is found by its header and cells', async () => {
  const { team } = await createLeaverTeam(t)
  const { id, columns } = await createListImport(
    t,
    team,
    'email,Employment status\nada@example.test,Active\nbob@example.test,Terminated',
  )
  expect(columns.map(({ field }) => field)).toEqual(['email', 'status'])
  const check = await t.call('imports.columns', { token: team.admin.token, params: { id } })
  expect(check.body[1]).toMatchObject({ filled: 2, readable: 2 })
})

test('members who have left are deactivated if the administrator agrees', async () => {
  const { team, leaver, mate } = await createLeaverTeam(t)
  const gone = await makeMember(t, team.workspace_id, { state: 'deactivated' })
  const rows: [string, string][] = [
    [leaver.email, 'Terminated'],
    [mate.email, 'Active'],
    [gone.email, 'Left'],
    ['former@example.test', 'Inactive'],
    ['new@example.test', 'employed'],
    ['unclear@example.test', 'Perhaps'],
  ]
  const refused = await importStatuses(team, rows.slice(0, 1), { deactivate: false })
  expect(refused.counts).toMatchObject({ deactivate: 1 })
  expect(refused.ended).toMatchObject({ done: 1, updated: 0, deactivated: 0, refused: 0 })
  expect(await findMember(t, team, leaver.email)).toMatchObject({ state: 'accepted' })

  const { counts, ended } = await importStatuses(team, rows, { deactivate: true })
  expect(counts).toEqual({
    invite: 2,
    update: 1,
    refused: 0,
    deactivate: 1,
    ignore: 2,
    warned: 1,
  })
  expect(ended).toMatchObject({
    done: 6,
    invited: 2,
    updated: 1,
    deactivated: 1,
    refused: 0,
    warned: 1,
  })
  expect(await findMember(t, team, leaver.email)).toMatchObject({ state: 'deactivated' })
  expect(await findMember(t, team, mate.email)).toMatchObject({ state: 'accepted' })
  expect(await findMember(t, team, 'former@example.test')).toBeUndefined()
  expect((await t.call('profiles.me', { token: leaver.token })).status).toBe(401)
})

test('deactivation by hand, by SCIM and by import has the same effects', async () => {
  const { team, list, deactivate } = await createLeaverTeam(t)
  const { token } = team.admin
  const [byHand, byScim, byImport] = [
    await makeMember(t, team.workspace_id, { permissions: { rewards_administrator: true } }),
    await makeMember(t, team.workspace_id, { permissions: { rewards_administrator: true } }),
    await makeMember(t, team.workspace_id, { permissions: { rewards_administrator: true } }),
  ]
  await deactivate(byHand.user_id)
  const send = await connectScim(t, team)
  await send('PATCH', `/Users/${byScim.user_id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  })
  await importStatuses(team, [[byImport.email, 'terminated']], { deactivate: true })

  const graces = await list()
  const audit = (await t.call('workspace.audit', { token, query: { limit: 50 } })).body.items
  const effects = async ({ user_id: id, email, token: session }: typeof byHand) => {
    const { state, permissions } = (await findMember(t, team, email)) ?? {}
    const grace = graces.find(({ user }) => user.id === id)
    const entry = audit.find(
      ({ action, details }) => action === 'user.deactivate' && details['user_id'] === id,
    )
    return {
      state,
      permissions,
      session: (await t.call('profiles.me', { token: session })).status,
      grace: { ...grace, id: '', user: null, started_at: '', ends_at: '' },
      audit: { ...entry?.details, user_id: '' },
    }
  }
  const [hand, ...others] = [await effects(byHand), await effects(byScim), await effects(byImport)]
  expect(hand).toMatchObject({ state: 'deactivated', session: 401 })
  expect(others).toEqual([hand, hand])
})

test('the uploader and the last holder of a permission stay', async () => {
  const { team } = await createLeaverTeam(t)
  const { team: other } = await createLeaverTeam(t)
  const billing = await makeMember(t, team.workspace_id, {
    permissions: { billing_administrator: true },
  })
  await t.call('users.permissions', {
    token: team.admin.token,
    params: { id: team.admin.user_id },
    body: { billing_administrator: false },
  })
  const { counts, ended } = await importStatuses(
    team,
    [
      [team.admin.email, 'Terminated'],
      [billing.email, 'Terminated'],
      [other.admin.email, 'Terminated'],
    ],
    { deactivate: true },
  )
  expect(counts).toMatchObject({ refused: 1, deactivate: 1, ignore: 1 })
  expect(ended).toMatchObject({ refused: 2, deactivated: 0 })
  expect(await findMember(t, team, billing.email)).toMatchObject({ state: 'accepted' })
  const file = await t.call('imports.refused', {
    token: team.admin.token,
    params: { id: ended.id },
  })
  expect(String(file.body)).toContain('You can’t deactivate yourself')
  expect(String(file.body)).toContain('The only one with this permission')
  expect((await t.call('profiles.me', { token: other.admin.token })).status).toBe(200)
})

test('a review lists the people who are deactivated, and corrects a status', async () => {
  const { team, leaver } = await createLeaverTeam(t)
  const { id } = await createListImport(t, team, `email,status\n${leaver.email},left`)
  await previewListImport(t, team, id, ['email', 'status'])
  const listed = await reviewListImport(t, team, id, { view: 'deactivate' })
  expect(listed.rows).toMatchObject([
    { email: leaver.email, status: 'inactive', outcome: 'deactivate' },
  ])
  const edited = await t.call('imports.edit_row', {
    token: team.admin.token,
    params: { id },
    body: { line: listed.rows[0]?.line ?? 0, field: 'status', value: 'active' },
  })
  expect(edited.body).toMatchObject({ status: 'active', outcome: 'update' })
})
