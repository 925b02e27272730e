import { hashToken, newId } from '#server/platform/ids.ts'
import { insertGrace } from '#server/modules/leavers/queries.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { dayMs } from '#contract/durations.ts'
import { makeMember } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Creates a leaver with an open grace of 30 days. Returns the ids and the token of the link. */
export async function makeGrace(
  t: TestApp,
  workspaceId: string,
): Promise<{ id: string; userId: string; token: string }> {
  const { user_id: userId } = await makeMember(t, workspaceId, { state: 'deactivated' })
  const at = t.clock.now()
  const [id, token] = [newId(at), createWorkspaceToken(workspaceId)]
  await t.services.db.tenant(workspaceId, (trx) =>
    insertGrace(trx, {
      workspace_id: workspaceId,
      id,
      user_id: userId,
      started_at: at,
      ends_at: new Date(at.getTime() + 30 * dayMs),
      outcome: 'return',
      token_hash: hashToken(token),
    }),
  )
  return { id, userId, token }
}

/** A valid body for each call about leavers. */
export const leaverExamples = {
  'leavers.set_policy': () => ({ grace_days: 14, outcome: 'payroll' }),
  'leavers.change': () => ({ action: 'hold' }),
  'leavers.set_address': () => ({ email: 'private@home.example' }),
  'leavers.open': () => ({ token: 'x'.repeat(54) }),
  'leavers.redeem': (ids: { reward: string }) => ({
    token: 'x'.repeat(54),
    reward_id: ids.reward,
  }),
  'leavers.tax_note': (ids: { reward: string }) => ({
    token: 'x'.repeat(54),
    reward_id: ids.reward,
  }),
  'leavers.thanks': () => ({ token: 'x'.repeat(54) }),
  'leavers.thanks_pdf': () => ({ token: 'x'.repeat(54) }),
  'leavers.badges': () => ({ token: 'x'.repeat(54) }),
  'leavers.badge_file': (ids: { value: string }) => ({
    token: 'x'.repeat(54),
    value_id: ids.value,
  }),
}
