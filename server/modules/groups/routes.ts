import type { Actor } from '#server/platform/auth/sessions.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { previewRule } from './rules.ts'
import { loadGroup, loadGroupPage, loadMemberPage } from './load-groups.ts'
import { addMembers, createGroup, deleteGroup, removeMembers, updateGroup } from './service.ts'

export function mountGroups(handle: MountRoute, services: Services): void {
  const { db, events } = services
  /** Publishes that people, or everyone, may have another allowance: its rules name groups. */
  const publishAfter = async <T>(
    { workspace_id: workspaceId }: Actor,
    change: Promise<T>,
    userIds?: string[],
  ): Promise<T> => {
    const result = await change
    events.publish(workspaceId, ['config'], userIds)
    return result
  }
  handle('groups.list', ({ actor, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadGroupPage(trx, actor, query)),
  )
  handle('groups.get', ({ actor, params }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadGroup(trx, actor, params.id)),
  )
  handle('groups.members', ({ actor, params, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadMemberPage(trx, actor, params.id, query)),
  )
  handle('groups.preview_rule', ({ actor, body }) =>
    db.readSnapshot(actor.workspace_id, (trx) => previewRule(trx, actor.workspace_id, body.rule)),
  )
  handle('groups.create', ({ actor, body, at }) => createGroup(services, actor, body, at))
  handle('groups.update', ({ actor, params, body, at }) => {
    const change = updateGroup(services, actor, params.id, body, at)
    const hasOtherPeople = body.rule !== undefined || body.parent_id !== undefined
    return hasOtherPeople ? publishAfter(actor, change) : change
  })
  handle('groups.delete', async ({ actor, params, at }) => {
    await publishAfter(actor, deleteGroup(services, actor, params.id, at))
    return undefined
  })
  handle('groups.add_members', ({ actor, params, body, at }) =>
    publishAfter(actor, addMembers(services, actor, params.id, body, at), body.user_ids),
  )
  handle('groups.remove_members', ({ actor, params, body, at }) =>
    publishAfter(actor, removeMembers(services, actor, params.id, body, at), body.user_ids),
  )
}
