import { afterAll, beforeAll, expect, test } from 'vitest'
import { secondMs } from '#contract/durations.ts'
import { claimDueDeliveries } from '#server/modules/webhooks/delivery-queries.ts'
import { deliverAllDue } from '#server/modules/webhooks/worker.ts'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { callApiAt, runConcurrently, startProcess } from '#tests/support/processes.ts'
import { authorizeSlackApp, deliverToChats, makeSlackRoute } from '#tests/support/slack-app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Messages in a channel when processes die, and when several processes deliver. */
let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ at: new Date(), env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

test('each post is shown once when the process that stored it and the one that claimed it die', async () => {
  slack.channels.set('C0THANKS', 'ok')
  const team = await makeTeam(t, { limit: null })
  const tom = await makeMember(t, team.workspace_id)
  await authorizeSlackApp(t, slack, team)
  // Posts of the other process have its time: the channel must not be newer.
  const hookId = await makeSlackRoute(t, team, { channel: 'C0THANKS' })
  slack.messages.clear()

  const { child, port } = await startProcess(t.ownerUrl)
  const replies = await runConcurrently(8, (n) =>
    callApiAt(port, 'POST', '/posts', team.admin.token, {
      to_id: [tom.user_id],
      value_id: team.value_id,
      score: 1,
      description: `Thanks number ${n}`,
    }),
  )
  child.kill('SIGKILL')
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))

  // Expanded, then claimed by a worker that dies before it calls Slack.
  t.clock.advance(Date.now() + 20 * secondMs - t.clock.now().getTime())
  await deliverAllDue(t.services)
  t.clock.advance(2 * secondMs)
  const claimed = await t.services.db.tenant(team.workspace_id, (trx) =>
    claimDueDeliveries(trx, team.workspace_id, hookId, t.clock.now(), 4),
  )
  expect(claimed).toHaveLength(1)
  // Nothing overtakes the claimed message.
  await deliverAllDue(t.services)
  expect(slack.messages.size).toBe(0)

  // Two workers at once, after the lease.
  t.clock.advance(20 * secondMs)
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([deliverAllDue(t.services), deliverAllDue(t.services)])
    t.clock.advance(1.1 * secondMs)
  }
  await deliverToChats(t, 1)
  const shown = [...slack.messages.values()].map(
    (message) => /number \d/.exec(JSON.stringify(message))?.[0] ?? '',
  )
  expect(shown.toSorted((a, b) => a.localeCompare(b))).toEqual(
    Array.from({ length: 8 }, (_, n) => `number ${n}`),
  )
  expect(slack.violations).toEqual([])
})
