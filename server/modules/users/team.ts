import type { Permissions } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { periodOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { presentUser, type UserRow } from './present.ts'
import { findUser, findUsers } from './queries.ts'

/** What every rule about a member works with: `held` is what the actor may do once it is their turn. */
export type Work = { services: Services; trx: Trx; actor: Actor; held: Permissions; at: Date }

/**
 * Changes of a team's people go one after another: of two administrators who remove each other's rights at once, the
 * second acts with what the first has left to them. That is why the actor's permissions are read here once more.
 */
export async function inTurn<T>(services: Services, actor: Actor, at: Date, work: (work: Work) => Promise<T>): Promise<T> {
  const { workspace_id, user_id } = actor
  return services.db.tenant(workspace_id, async (trx) => {
    await lockSettings(trx, workspace_id)
    const held = await trx.selectFrom('users')
      .innerJoin('permissions', (join) => join.onRef('permissions.workspace_id', '=', 'users.workspace_id').onRef('permissions.user_id', '=', 'users.id'))
      .where('users.workspace_id', '=', workspace_id).where('users.id', '=', user_id).where('users.state', '=', 'accepted')
      .select(['global_administrator', 'account_administrator', 'rewards_administrator', 'billing_administrator']).executeTakeFirst()
    return work({ services, trx, actor, held: held ?? fail('unauthorized'), at })
  })
}

const periodStart = ({ actor, at }: Pick<Work, 'actor' | 'at'>) => periodOf(at, actor.limit_period, actor.timezone).start

/** A member that is there; somebody deleted answers like nobody. */
export async function memberOf(work: Work, id: string): Promise<UserRow> {
  return (await findUser(work.trx, work.actor.workspace_id, id, periodStart(work))) ?? fail('not_found')
}

/** A member as the calls answer it, after it has been changed. */
export async function shown(work: Work, id: string): Promise<User> {
  return presentUser(await memberOf(work, id), work.actor.workspace_id)
}

/** Members by their addresses, as the calls answer them: one query, however many. */
export async function shownByAddress(work: Work, ids: string[]): Promise<Map<string, User>> {
  const { workspace_id } = work.actor
  const rows = await findUsers(work.trx, workspace_id, ids, periodStart(work))
  return new Map(rows.map((row) => [row.email, presentUser(row, workspace_id)]))
}

/** Who manages the team may again be asked after the turn has come. */
export function mustManage({ held }: Work): void {
  if (!held.global_administrator && !held.account_administrator) fail('forbidden')
}

/** Owners are changed by owners alone: an account administrator's record is safe from those who only manage the team. */
export function mustReach({ held, actor }: Work, member: UserRow): void {
  if (member.account_administrator && !held.account_administrator && member.id !== actor.user_id) fail('forbidden')
}

/** Refuses with last_administrator when without this member nobody in the team would be account administrator. */
export async function mustLeaveAnother({ trx, actor: { workspace_id } }: Work, member: UserRow): Promise<void> {
  if (!member.account_administrator || member.state !== 'accepted') return
  const other = await trx.selectFrom('permissions')
    .innerJoin('users', (join) => join.onRef('users.workspace_id', '=', 'permissions.workspace_id').onRef('users.id', '=', 'permissions.user_id'))
    .where('permissions.workspace_id', '=', workspace_id).where('permissions.user_id', '<>', member.id).where('permissions.account_administrator', '=', true)
    .where('users.state', '=', 'accepted').where('users.demo', '=', false).select('users.id').limit(1).executeTakeFirst()
  if (!other) fail('last_administrator')
}
