import { dayMs } from '#contract/durations.ts'
import type { Language } from '#contract/schemas/common.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { withdrawPurchasesOfUser } from '#server/modules/purchases/withdraw-purchases.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import { mailLeaver } from './mail-leaver.ts'
import { deleteOpenGrace, findPolicy, insertGrace } from './queries.ts'

/** A member as they were before the deactivation. */
export type LeavingMember = {
  id: string
  demo: boolean
  language: Language | null
  first_accepted_at: Date | null
}

/**
 * Starts the grace of a member in the transaction that deactivates them and has locked their row
 * (docs/leavers.md). Parts of open team purchases return first. A person who never joined and has
 * no points gets none.
 */
export async function startGracePeriod(
  trx: Trx,
  workspaceId: string,
  member: LeavingMember,
  at: Date,
): Promise<void> {
  const { id: userId, demo, language, first_accepted_at: firstAcceptedAt } = member
  if (demo) return
  const policy = await findPolicy(trx, workspaceId)
  await withdrawPurchasesOfUser(
    { trx, workspaceId, timezone: policy.timezone, actorId: null, at },
    userId,
    'open team',
  )
  const balance = (await findWalletBalance(trx, workspaceId, userId)) ?? 0
  if (firstAcceptedAt === null && balance <= 0) return
  await deleteOpenGrace(trx, workspaceId, userId)
  const days = policy.leaver_grace_days
  const token = days > 0 ? createWorkspaceToken(workspaceId) : null
  await insertGrace(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    user_id: userId,
    started_at: at,
    ends_at: new Date(at.getTime() + days * dayMs),
    outcome: policy.leaver_outcome,
    token_hash: token === null ? null : hashToken(token),
  })
  if (token !== null)
    await mailLeaver(trx, workspaceId, {
      userId,
      language: language ?? policy.language,
      params: { news: 'started', token },
      at,
    })
}

/**
 * Cancels the grace of a member who is active again, in the transaction that reactivates them. The
 * balance stays theirs, and the link is closed.
 */
export async function cancelGracePeriod(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await deleteOpenGrace(trx, workspaceId, userId)
}
