import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { takeDueSteps } from '#server/modules/point-expiry/worker.ts'
import { makeReward } from '#tests/support/concurrent-calls.ts'
import { addBalance, makeMember, makeTeam } from '#tests/support/factories.ts'
import { serverErrors, setupTwoProcesses } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Points that expire in two runs while their owner spends them over two server processes. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

test('points expire or are spent, each once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const team = await makeTeam(t)
    const { workspace_id: workspaceId } = team
    const member = await makeMember(t, workspaceId)
    await addBalance(t, member, 100)
    const { token } = team.admin
    await t.call('point_expiry.set', { token, body: { months: 12 } })
    const reward = await makeReward(t, team, { price: 10, available_amount: 100 })
    const redeem = () => callAlternately('POST', `/shop/rewards/${reward.id}`, member.token, {})
    const at = new Date(Date.now() + 500 * dayMs)
    const expire = () => takeDueSteps(t.services.db, workspaceId, { at, stopped: () => false })
    const purchases = Array.from({ length: 6 }, redeem)
    // A run is rolled back and repeated later if points were spent in it.
    await Promise.allSettled([expire(), expire()])
    const replies = await Promise.all(purchases)
    expect(serverErrors(replies)).toEqual([])
    await expire()
    const { balance, expired } = await t.services.db.tenant(workspaceId, async (trx) => ({
      balance: await trx
        .selectFrom('wallets')
        .select('balance')
        .where('user_id', '=', member.user_id)
        .executeTakeFirstOrThrow(),
      expired: await trx
        .selectFrom('entries')
        .innerJoin('movements', (join) =>
          join
            .onRef('movements.workspace_id', '=', 'entries.workspace_id')
            .onRef('movements.id', '=', 'entries.movement_id'),
        )
        .where('movements.type', '=', 'expired')
        .where('entries.user_id', '=', member.user_id)
        .select('entries.amount')
        .execute(),
    }))
    expect(balance.balance).toBe(0)
    const spent = replies.filter((reply) => reply.status === 200).length * 10
    const sum = expired.reduce((total, entry) => total - entry.amount, 0)
    expect(sum + spent).toBe(100)
  }
})
