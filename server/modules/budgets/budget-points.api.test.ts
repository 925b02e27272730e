import { beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
})

test('the server creates no points with a budget', async () => {
  const insertFunded = (points: number) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .insertInto('budgets')
        .values({
          workspace_id: team.workspace_id,
          id: newId(t.clock.now()),
          name: 'Forged',
          period: 'once',
          points: 100,
          givers: null,
          recipients: '{}',
          balance: points,
          funded: points,
          period_start: t.clock.now(),
          period_end: null,
          created_at: t.clock.now(),
        })
        .execute(),
    )
  await expect(insertFunded(100)).rejects.toThrow('row-level security')
  await expect(insertFunded(0)).resolves.toBeDefined()
})
