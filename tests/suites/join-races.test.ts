import { expect, test } from 'vitest'
import { startSession } from '#server/platform/auth/sessions.ts'
import { newId } from '#server/platform/ids.ts'
import { inviteTokenOf, makeTeam, type Team } from '#tests/support/factories.ts'
import {
  runConcurrently,
  serverErrors,
  setupTwoProcesses,
  successes,
} from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Joining by link and by domain, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

let count = 0
/** Creates an account with a verified address. Returns its temporary token. */
async function proveAddress(): Promise<string> {
  const at = t.clock.now()
  const id = newId(at)
  count += 1
  await t.services.db.global
    .insertInto('accounts')
    .values({
      id,
      email: `newcomer${count}@northwind.example`,
      google_sub: null,
      language: null,
      created_at: at,
    })
    .execute()
  return startSession(t.services.db.global, at, {
    account_id: id,
    kind: 'temporary',
    proven_at: at,
  })
}
const createLink = async ({ admin }: Team, body: object = {}) =>
  inviteTokenOf(
    (await t.call('joining.create_link', { token: admin.token, body })).body.link?.url ?? '',
  )
const joinByLink = (session: string, token: string) =>
  callAlternately('POST', '/auth/join', session, { token })
const countJoined = async ({ workspace_id: id }: Team) => {
  const { n } = await t.services.db.tenant(id, (trx) =>
    trx
      .selectFrom('users')
      .where('workspace_id', '=', id)
      .where('email', 'like', '%@northwind.example')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return Number(n)
}
const usesOf = async ({ admin }: Team) =>
  (await t.call('joining.get', { token: admin.token })).body.link?.uses

test('concurrent requests of one person count as one use', async () => {
  for (let round = 0; round < 5; round += 1) {
    const team = await makeTeam(t)
    const token = await createLink(team)
    await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .insertInto('join_domains')
        .values({
          workspace_id: team.workspace_id,
          domain: 'northwind.example',
          added_by: team.admin.user_id,
          added_at: t.clock.now(),
        })
        .execute(),
    )
    const session = await proveAddress()
    const replies = await runConcurrently(10, (n) =>
      n % 2
        ? joinByLink(session, token)
        : callAlternately('POST', '/auth/join_domain', session, {
            workspace_id: team.workspace_id,
          }),
    )
    expect(serverErrors(replies)).toEqual([])
    expect(successes(replies)).not.toEqual([])
    expect(await countJoined(team)).toBe(1)
    expect(await usesOf(team)).toBeLessThanOrEqual(1)
  }
})

test('30 concurrent users never exceed the maximum of a link', async () => {
  const team = await makeTeam(t)
  const token = await createLink(team, { uses_max: 7 })
  const sessions = await Promise.all(Array.from({ length: 30 }, proveAddress))
  const replies = await runConcurrently(30, (n) => joinByLink(sessions[n] ?? '', token))
  expect(serverErrors(replies)).toEqual([])
  expect(successes(replies)).toHaveLength(7)
  expect(new Set(replies.flatMap(({ codes }) => codes))).toEqual(new Set(['join_link_invalid']))
  expect(await countJoined(team)).toBe(7)
  expect(await usesOf(team)).toBe(7)
})

test('nobody joins after a concurrent revocation is answered', async () => {
  for (let round = 0; round < 8; round += 1) {
    const team = await makeTeam(t)
    const token = await createLink(team)
    const sessions = await Promise.all(Array.from({ length: 8 }, proveAddress))
    let joinedAtRevocation: Promise<number> | undefined
    const [replies] = await Promise.all([
      runConcurrently(8, (n) => joinByLink(sessions[n] ?? '', token)),
      callAlternately('DELETE', '/joining/link', team.admin.token).then(() => {
        joinedAtRevocation = countJoined(team)
      }),
    ])
    expect(serverErrors(replies)).toEqual([])
    expect(await countJoined(team)).toBe(successes(replies).length)
    expect(await joinedAtRevocation).toBe(successes(replies).length)
    const late = await joinByLink(await proveAddress(), token)
    expect(late.codes).toEqual(['join_link_invalid'])
  }
})
