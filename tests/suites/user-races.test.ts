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

/** Rules about a team's people, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

test(
  'each permission keeps a holder when two administrators take it from each other at once',
  { timeout: 120_000 },
  async () => {
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
      const against = (by: Member, whom: Member) =>
        how === 0
          ? callAlternately('PUT', `/users/${whom.user_id}/permissions`, by.token, {
              [name]: false,
            })
          : how === 1
            ? callAlternately('PUT', `/users/${whom.user_id}/permissions`, whom.token, {
                [name]: false,
              })
            : callAlternately('DELETE', `/users/${whom.user_id}`, whom.token)
      const answers = await Promise.all([against(admin, other), against(other, admin)])
      expect(serverErrors(answers)).toEqual([])
      expect([round, answers.filter((one) => one.status < 300).length]).toEqual([round, 1])
      const held = await t.services.db.tenant(workspaceId, (trx) =>
        trx
          .selectFrom('permissions')
          .innerJoin('users', 'users.id', 'permissions.user_id')
          .where('users.workspace_id', '=', workspaceId)
          .where('users.state', '=', 'accepted')
          .selectAll('permissions')
          .execute(),
      )
      expect([round, permissions.filter((one) => !held.some((row) => row[one]))]).toEqual([
        round,
        [],
      ])
    }
  },
)

test(
  'invitations of many administrators at once never exceed the budget of the day',
  { timeout: 60_000 },
  async () => {
    const { workspace_id: workspaceId, admin } = await makeTeam(t)
    await t.services.db.tenant(workspaceId, (trx) =>
      trx
        .updateTable('workspaces')
        .set({ invites_per_day: 25 })
        .where('id', '=', workspaceId)
        .execute(),
    )
    const answers = await runConcurrently(30, (n) =>
      callAlternately<{ sends_at: string | null }[]>('POST', '/users', admin.token, {
        users: [{ email: `a${n}@race.test` }, { email: `b${n}@race.test` }],
      }),
    )
    expect(serverErrors(answers)).toEqual([])
    expect(
      successes(answers)
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
  },
)

test(
  'an address never moves from under somebody who accepts at that moment',
  { timeout: 60_000 },
  async () => {
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
      const who = await callAlternately(
        'GET',
        '/profiles/me',
        (entered.body as { access_token?: string }).access_token ?? 'none',
      )
      // Either they are in under their own address, or the address moved and their session opens
      // nothing.
      if (who.status === 200)
        expect([round, row.email, moved.status]).toEqual([round, member.email, 403])
      else expect([round, row.account_id === member.account_id]).toEqual([round, false])
    }
  },
)
