import { permissions, type Permissions } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { audit } from '#server/platform/audit.ts'
import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { inTurn, memberOf, mustLeaveAnother, mustManage, shown } from './team.ts'

/**
 * Grants and removes permissions. One can only give or take what one holds (forbidden), and the team keeps an account
 * administrator (last_administrator). Somebody deactivated, and a demo person, has no use for any (conflict).
 */
export async function changePermissions(services: Services, actor: Actor, id: string, wish: Partial<Permissions>, at: Date): Promise<User> {
  const member = await inTurn(services, actor, at, async (work) => {
    const { trx, held } = work
    mustManage(work)
    const member = await memberOf(work, id)
    if (member.demo || member.state === 'deactivated') fail('conflict')
    const changed = permissions.filter((name) => wish[name] !== undefined && wish[name] !== member[name])
    if (!changed.length) return shown(work, id)
    if (changed.some((name) => !held[name])) fail('forbidden', { field: changed.find((name) => !held[name]) ?? '' })
    if (wish.account_administrator === false) await mustLeaveAnother(work, member)
    const set = Object.fromEntries(changed.map((name) => [name, wish[name]]))
    await trx.updateTable('permissions').set(set).where('workspace_id', '=', actor.workspace_id).where('user_id', '=', id).execute()
    await audit(trx, actor, 'user.permissions', { user_id: id, ...Object.fromEntries(changed.map((name) => [name, { from: member[name], to: wish[name] }])) }, at)
    return shown(work, id)
  })
  services.events.publish(actor.workspace_id, ['config'], [id])
  return member
}
