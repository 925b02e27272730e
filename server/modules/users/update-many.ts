import type { BodyOf } from '#contract/routes/index.ts'
import type { ChangeTopic } from '#contract/change-topics.ts'
import type { UsersChangeOutcome } from '#contract/schemas/users.ts'
import { withSavepoint } from '#server/platform/database/savepoint.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { type UserContext, withTeamLock } from './context.ts'
import { renewInvite } from './invite.ts'
import { changePermissions } from './permissions.ts'
import { changeUser } from './update.ts'

type Outcome = UsersChangeOutcome['results'][number]
type ChangeMember = (context: UserContext, id: string) => Promise<void>

/**
 * Runs a change of a member in a savepoint. A refusal undoes the writes of this member only, so its
 * transaction can store the outcome.
 */
async function runInSavepoint(
  context: UserContext,
  id: string,
  change: ChangeMember,
): Promise<Outcome> {
  try {
    await withSavepoint(context.trx, () => change(context, id))
    return { id, outcome: 'done', code: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = error.list[0]?.code ?? 'unknown'
    return { id, outcome: code === 'not_found' ? 'not_found' : 'refused', code }
  }
}

/**
 * Changes members, each with its own outcome and the rules of the single call. Each has its own
 * short transaction under the team lock, in the order of ids: concurrent calls cannot deadlock, and
 * the last holder of a permission stays. A repeated key resumes a call that stopped halfway. Throws
 * idempotency_mismatch when the key was used for another request. Publishes `topic` to the changed
 * members.
 */
export async function changeMany(
  services: Services,
  actor: Actor,
  ids: string[],
  call: IdempotentCall,
  change: ChangeMember,
  topic: ChangeTopic = 'config',
): Promise<UsersChangeOutcome> {
  await services.db.tenant(actor.workspace_id, (trx) =>
    withIdempotency(trx, call, async () => null),
  )
  const distinct = [...new Set(ids)]
  const outcomes = new Map<string, Outcome>()
  try {
    for (const id of distinct.toSorted()) {
      const itemCall = { ...call, key: call.key === null ? null : `${call.key}:${id}` }
      const outcome = await withTeamLock(services, actor, call.at, (context) =>
        withIdempotency(context.trx, itemCall, () => runInSavepoint(context, id, change)),
      )
      outcomes.set(id, outcome)
    }
  } finally {
    // An error halfway leaves committed changes, whose open pages refresh as well.
    const changed = distinct.filter((id) => outcomes.get(id)?.outcome === 'done')
    if (changed.length) services.events.publish(actor.workspace_id, [topic], changed)
  }
  return {
    results: distinct.map(
      (id) => outcomes.get(id) ?? { id, outcome: 'not_found', code: 'not_found' },
    ),
  }
}

/** Sends the invites of several pending members again, within the daily budget. */
export const resendInvites = (
  services: Services,
  actor: Actor,
  { ids }: BodyOf<'users.invite_many'>,
  call: IdempotentCall,
): Promise<UsersChangeOutcome> => changeMany(services, actor, ids, call, renewInvite)

/** Deactivates, reactivates or limits several members. */
export const updateUsers = (
  services: Services,
  actor: Actor,
  { ids, ...input }: BodyOf<'users.update_many'>,
  call: IdempotentCall,
): Promise<UsersChangeOutcome> =>
  changeMany(services, actor, ids, call, (context, id) => changeUser(context, id, input))

/** Grants or revokes permissions of several members. */
export const updatePermissionsOfUsers = (
  services: Services,
  actor: Actor,
  { ids, permissions }: BodyOf<'users.permissions_many'>,
  call: IdempotentCall,
): Promise<UsersChangeOutcome> =>
  changeMany(services, actor, ids, call, (context, id) =>
    changePermissions(context, id, permissions),
  )
