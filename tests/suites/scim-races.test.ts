import { expect, test } from 'vitest'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { makeScim } from '#tests/support/make-scim.ts'
import { runConcurrently, setupTwoServers } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Requests of identity providers, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const ports = setupTwoServers(() => t.ownerUrl)

/** Sends a request to one of the servers. Returns its status. */
async function send(
  n: number,
  token: string,
  [method, path, body]: [string, string, object?],
): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports[n % 2]}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/scim+json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await response.arrayBuffer()
  return response.status
}
const sorted = (statuses: number[]) => statuses.toSorted((a, b) => a - b)
const countUsers = async ({ workspace_id: id }: Team, email: string) => {
  const rows = await t.services.db.tenant(id, (trx) =>
    trx.selectFrom('users').select('id').where('email', '=', email).execute(),
  )
  return rows.length
}

test('a user who is created 20 times at once exists once', { timeout: 60_000 }, async () => {
  const team = await makeTeam(t)
  const { token } = await makeScim(t, team)
  for (let round = 0; round < 3; round += 1) {
    const userName = `ida${round}@northwind.example`
    const statuses = await runConcurrently(20, (n) =>
      send(n, token, ['POST', '/Users', { userName, externalId: `id${round}` }]),
    )
    expect(sorted(statuses)).toEqual([201, ...Array<number>(19).fill(409)])
    expect(await countUsers(team, userName)).toBe(1)
  }
})

test('a group that is created 20 times at once exists once', { timeout: 60_000 }, async () => {
  const { token } = await makeScim(t, await makeTeam(t))
  const statuses = await runConcurrently(20, (n) =>
    send(n, token, ['POST', '/Groups', { displayName: 'Sales' }]),
  )
  expect(sorted(statuses)).toEqual([201, ...Array<number>(19).fill(409)])
})

test('concurrent deactivations stop at the safety limit', { timeout: 60_000 }, async () => {
  const team = await makeTeam(t)
  const { token } = await makeScim(t, team)
  const people = await Promise.all(
    Array.from({ length: 20 }, () => makeMember(t, team.workspace_id)),
  )
  const statuses = await runConcurrently(20, (n) =>
    send(n, token, ['DELETE', `/Users/${people[n]?.user_id}`]),
  )
  expect(sorted(statuses)).toEqual([...Array<number>(5).fill(204), ...Array<number>(15).fill(503)])
})

test('concurrent changes of members all count', { timeout: 60_000 }, async () => {
  const team = await makeTeam(t)
  const { token, scim_group: group } = await makeScim(t, team)
  const people = await Promise.all(
    Array.from({ length: 20 }, () => makeMember(t, team.workspace_id)),
  )
  const statuses = await runConcurrently(20, (n) => {
    const value = [{ value: people[n]?.user_id }]
    const body = { Operations: [{ op: 'add', path: 'members', value }] }
    return send(n, token, ['PATCH', `/Groups/${group}`, body])
  })
  expect(statuses).toEqual(Array(20).fill(204))
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('group_members').select('user_id').where('group_id', '=', group).execute(),
  )
  expect(rows).toHaveLength(20)
})
