import { expect, test } from 'vitest'
import type { Group, GroupRule } from '#contract/schemas/groups.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { allPermissions, makeMember, makeTeam } from '#tests/support/factories.ts'
import { serverErrors, setupTwoProcesses } from '#tests/support/processes.ts'

/** Groups kept by a rule, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

const countries = ['PT', 'DE', 'FR']
const ruleFor = (country: string): GroupRule => [{ field: 'country', values: [country] }]

test(
  'members equal the rule after concurrent changes of rule and people',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < 10; round += 1) {
      const { workspace_id: workspaceId, admin } = await makeTeam(t)
      const other = await makeMember(t, workspaceId, { permissions: allPermissions })
      const people = [await makeMember(t, workspaceId), await makeMember(t, workspaceId)]
      const { body: group } = await callAlternately<Group>('POST', '/groups', admin.token, {
        kind: 'team',
        name: 'Country',
        rule: ruleFor('PT'),
      })
      const changes = Array.from({ length: 4 }, (_, n) => {
        const country = countries[(round + n) % 3] ?? 'PT'
        return [
          callAlternately('PUT', `/groups/${group.id}`, admin.token, { rule: ruleFor(country) }),
          ...people.map(({ user_id: id }, index) =>
            callAlternately('PUT', `/users/${id}`, other.token, {
              organization: { country: countries[(round + n + index) % 3] },
            }),
          ),
        ]
      })
      expect(serverErrors(await Promise.all(changes.flat()))).toEqual([])
      const { expected, members } = await t.services.db.tenant(workspaceId, async (trx) => {
        const row = await trx
          .selectFrom('groups')
          .select('rule')
          .where('id', '=', group.id)
          .executeTakeFirstOrThrow()
        const matching = await trx
          .selectFrom('users')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('country', '=', row.rule?.[0]?.values[0] ?? '')
          .orderBy('id')
          .execute()
        const current = await trx
          .selectFrom('group_members')
          .select('user_id as id')
          .where('group_id', '=', group.id)
          .where('left_at', 'is', null)
          .orderBy('user_id')
          .execute()
        return { expected: matching, members: current }
      })
      expect([round, members]).toEqual([round, expected])
    }
  },
)
