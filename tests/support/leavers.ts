import type { LeaverAction } from '#contract/schemas/leavers.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { addBalance, makeMember, makeTeam } from './factories.ts'
import type { TestApp } from './test-app.ts'

export type LeaverTeam = Awaited<ReturnType<typeof createLeaverTeam>>

/** Creates a team with ten days of grace whose member Lea has 50 points, and calls for tests. */
export async function createLeaverTeam(t: TestApp) {
  const team = await makeTeam(t)
  const leaver = await makeMember(t, team.workspace_id, { first_name: 'Lea' })
  const mate = await makeMember(t, team.workspace_id)
  await addBalance(t, leaver, 50)
  const { token } = team.admin
  const setPolicy = (body: { grace_days: number; outcome: string }) =>
    t.call('leavers.set_policy', { token, body })
  await setPolicy({ grace_days: 10, outcome: 'return' })
  const mailsTo = async (address = leaver.email) => {
    await processOutbox(t.services)
    return t.mails.filter((mail) => mail.to === address)
  }
  return {
    team,
    leaver,
    mate,
    mailsTo,
    deactivate: (id = leaver.user_id) =>
      t.call('users.update', { token, params: { id }, body: { state: 'deactivated' } }),
    list: async () => (await t.call('leavers.list', { token })).body.items,
    setPolicy,
    createReward: async (body: object) => (await t.call('rewards.create', { token, body })).body.id,
    readBalance: async () =>
      (await t.call('coins.list', { token, params: { id: leaver.user_id } })).body,
    findToken: async (address = leaver.email): Promise<string> =>
      /\/leavers\/([\w-]+)/.exec((await mailsTo(address)).at(-1)?.text ?? '')?.[1] ?? '',
    open: (link: string) => t.call('leavers.open', { body: { token: link } }),
    redeem: (link: string, rewardId: string) =>
      t.call('leavers.redeem', { body: { token: link, reward_id: rewardId } }),
    change: (action: LeaverAction, id: string) =>
      t.call('leavers.change', { token, params: { id }, body: { action } }),
  }
}
