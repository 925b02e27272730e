import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import {
  serverErrors,
  successes,
  runConcurrently,
  setupTwoProcesses,
} from '#tests/support/processes.ts'

/** Rules about the people of a team, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

test('each permission keeps a holder under concurrent removals', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 30; round += 1) {
    const { workspace_id: workspaceId, admin } = await makeTeam(t)
    const other = await makeMember(t, workspaceId, {
      permissions: {
        global_administrator: true,
        account_administrator: true,
        rewards_administrator: true,
        billing_administrator: true,
      },
    })
    const name = permissions[round % 4] ?? 'billing_administrator'
    const how = round % 3
    const removePermission = (actor: Member, target: Member) => {
      if (how === 2) return callAlternately('DELETE', `/users/${target.user_id}`, target.token)
      const { token } = how === 0 ? actor : target
      const path = `/users/${target.user_id}/permissions`
      return callAlternately('PUT', path, token, { [name]: false })
    }
    const replies = await Promise.all([
      removePermission(admin, other),
      removePermission(other, admin),
    ])
    expect(serverErrors(replies)).toEqual([])
    expect([round, replies.filter((one) => one.status < 300).length]).toEqual([round, 1])
    const held = await t.services.db.tenant(workspaceId, (trx) =>
      trx
        .selectFrom('permissions')
        .innerJoin('users', (join) =>
          join
            .onRef('users.workspace_id', '=', 'permissions.workspace_id')
            .onRef('users.id', '=', 'permissions.user_id'),
        )
        .where('users.workspace_id', '=', workspaceId)
        .where('users.state', '=', 'accepted')
        .selectAll('permissions')
        .execute(),
    )
    expect([round, permissions.filter((one) => !held.some((row) => row[one]))]).toEqual([round, []])
  }
})

test('concurrent invitations never exceed the daily budget', { timeout: 60_000 }, async () => {
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ invites_per_day: 25 })
      .where('id', '=', workspaceId)
      .execute(),
  )
  const replies = await runConcurrently(30, (n) =>
    callAlternately<{ sends_at: string | null }[]>('POST', '/users', admin.token, {
      users: [{ email: `a${n}@race.test` }, { email: `b${n}@race.test` }],
    }),
  )
  expect(serverErrors(replies)).toEqual([])
  expect(
    successes(replies)
      .flatMap((one) => one.body)
      .filter((one) => one.sends_at === null),
  ).toHaveLength(25)
  const { rows } = await t.services.db.tenant(workspaceId, (trx) =>
    sql<{
      n: number
    }>`select count(*)::int as n from outbox where workspace_id = ${workspaceId}
        and kind = 'invite' and next_at < now() + interval '12 hours'`.execute(trx),
  )
  expect(rows[0]?.n).toBe(25)
})

test('an address cannot change while its invite is accepted', { timeout: 60_000 }, async () => {
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  for (let round = 0; round < 30; round += 1) {
    const member = await makeMember(t, workspaceId, { state: 'pending' })
    const token = await startSession(t.services.db.global, new Date(), {
      account_id: member.account_id,
      kind: 'temporary',
    })
    const [entered, moved] = await Promise.all([
      callAlternately('POST', '/auth/session', token, { workspace_id: workspaceId }),
      callAlternately('PUT', `/users/${member.user_id}`, admin.token, {
        email: `thief${round}@race.test`,
      }),
    ])
    expect(serverErrors([entered, moved])).toEqual([])
    const row = await t.services.db.tenant(workspaceId, (trx) =>
      trx
        .selectFrom('users')
        .select(['email', 'state', 'account_id'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', member.user_id)
        .executeTakeFirstOrThrow(),
    )
    const reply = await callAlternately(
      'GET',
      '/profiles/me',
      (entered.body as { access_token?: string }).access_token ?? 'none',
    )
    // Either the invitee joined under the old address, or the address changed and the session is
    // useless.
    if (reply.status === 200)
      expect([round, row.email, moved.status]).toEqual([round, member.email, 403])
    else expect([round, row.account_id === member.account_id]).toEqual([round, false])
  }
})
