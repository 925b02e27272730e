import { expect, test } from 'vitest'
import { withClient } from '#tests/support/database.ts'
import { addBalance, makeMember, makeTeam } from '#tests/support/factories.ts'
import { runCli } from '#tests/support/run-cli.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

test('lists differences of points and invoices and exits with 1 if there are any', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 200)
  expect(await runCli(t, 'check-ledger')).toEqual({
    code: 0,
    stdout: 'The ledger is whole.\n',
    stderr: '',
  })
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query('update wallets set balance = balance + 5 where user_id = $1', [
      member.user_id,
    ])
    await owner.query(
      `insert into local_subscriptions (workspace_id, id, status, plan, quantity, anchor, period,
         period_start, period_end, discounts, due_at, created_at)
       select $1, gen_random_uuid(), 'past_due', 'month', 1, now(), 0, now(), now() + interval '1 month',
         '[]', now(), now()`,
      [team.workspace_id],
    )
  })
  const { code, stdout } = await runCli(t, 'check-ledger')
  expect(code).toBe(1)
  expect(stdout).toContain(
    `workspace ${team.workspace_id}: cached balance differs from the sum of entries: ${member.user_id}\n`,
  )
  expect(stdout).toContain('overdue without')
  expect(stdout).toMatch(/^\d+ differences\.\n$/m)
})
