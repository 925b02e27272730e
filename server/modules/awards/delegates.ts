import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { ApprovalDelegate } from '#contract/schemas/awards.ts'
import { countAccepted } from '#server/modules/award-gifts/approver-queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { startOfDay, toLocalDay } from '#server/platform/periods.ts'
import { findDelegation, replaceDelegation } from './delegate-queries.ts'

const nobody: ApprovalDelegate = { delegate: null, starts_on: null, ends_on: null }

/** Returns the delegate of the actor, now or in the future. */
export async function loadDelegate(trx: Trx, actor: Actor, at: Date): Promise<ApprovalDelegate> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  const row = await findDelegation(trx, workspaceId, userId)
  if (!row || row.ends_at <= at) return nobody
  const people = await loadPeople(trx, workspaceId, [row.delegate_id])
  return {
    delegate: people.get(row.delegate_id) ?? null,
    starts_on: toLocalDay(row.starts_at, timezone),
    ends_on: toLocalDay(new Date(row.ends_at.getTime() - 1), timezone),
  }
}

/** Sets or removes the delegate of the actor. Throws self_delegate, user_not_found, wrong_format. */
export async function setDelegate(
  trx: Trx,
  actor: Actor,
  { delegate }: BodyOf<'profiles.set_approval_delegate'>,
  at: Date,
): Promise<ApprovalDelegate> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  if (!delegate) {
    await replaceDelegation(trx, workspaceId, userId, null)
    return nobody
  }
  const field = 'delegate.user_id'
  if (delegate.user_id === userId) throwRefusal('self_delegate', { field })
  if (!(await countAccepted(trx, workspaceId, [delegate.user_id])))
    throwRefusal('user_not_found', { field })
  const startsAt = startOfDay(delegate.starts_on, timezone)
  const endsAt = startOfDay(delegate.ends_on, timezone, 1)
  const last = at.getTime() + limits.delegate_days_max * dayMs
  if (endsAt <= at || endsAt.getTime() > last)
    throwRefusal('wrong_format', { field: 'delegate.ends_on' })
  await replaceDelegation(trx, workspaceId, userId, {
    delegate_id: delegate.user_id,
    starts_at: startsAt,
    ends_at: endsAt,
  })
  return loadDelegate(trx, actor, at)
}
