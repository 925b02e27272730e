import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { followUpGifts } from '#server/modules/awards/worker.ts'
import { makeMember } from '#tests/support/factories.ts'
import { makeAward } from '#tests/support/make-award.ts'
import { setupSlackTeam } from '#tests/support/slack.ts'
import { deliverToChats } from '#tests/support/slack-app.ts'

const s = setupSlackTeam()
/** Delivers, and returns the texts of new direct messages to the giver. */
async function listTold(): Promise<string[]> {
  s.slack.messages.clear()
  await deliverToChats(s.t)
  const channel = `D${s.ana.slack_id.slice(1)}`
  return [...s.slack.messages.values()].flatMap((one) => (one.channel === channel ? one.text : []))
}

test('a giver is asked once whether to wait, also when another step begins', async () => {
  const boss = await makeMember(s.t, s.team.workspace_id)
  const step = { approver: 'people' as const, user_ids: [boss.user_id] }
  const award = await makeAward(s.t, s.team, { steps: [step, step] })
  const { body: gift } = await s.t.call('awards.give', {
    token: s.ana.token,
    body: { award_id: award, to_ids: [s.ben.user_id], points: 20, text: 'For the move' },
  })
  const decide = (number: number) =>
    s.t.call('awards.decide', {
      token: boss.token,
      params: { id: gift.id },
      body: { approve: true, step: number },
    })
  s.t.clock.advance(15 * dayMs)
  await followUpGifts(s.t.services)
  expect(await listTold()).toEqual([expect.stringContaining('has waited 14 days')])
  await decide(0)
  expect(await listTold()).toEqual([])
  await decide(1)
  expect(await listTold()).toEqual([expect.stringContaining('was approved')])
})
