import { type Permissions, permissions } from '#contract/permissions.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  type MountRoute,
  toIdempotentCall,
  forbidImpersonation,
} from '#server/platform/http/mount-routes.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { updateUser } from './update.ts'
import { resendInvites, updatePermissionsOfUsers, updateUsers } from './update-many.ts'
import { streamUserRows } from './export-rows.ts'
import { findPeople } from './find-people.ts'
import { inviteUsers, resendInvite } from './invite.ts'
import { updatePermissions } from './permissions.ts'
import { loadOrganizations } from './organization.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import { presentMember } from './present.ts'
import { listAdministrators } from './list-queries.ts'
import { loadTeamIds, loadTeamPage } from './load-team.ts'
import { countHolders } from './permission-queries.ts'
import { findUser } from './queries.ts'

const administratorsMax = 20

/** Mounts the management of members. */
function mountMembers(handle: MountRoute, services: Services): void {
  const { db } = services
  const periodStart = (actor: Actor, at: Date) =>
    findPeriod(at, actor.limit_period, actor.timezone).start

  const toViewer = ({ user_id: userId, permissions: held, kind }: Actor) => ({
    user_id: userId,
    held,
    impersonated: kind === 'impersonation',
  })

  handle('users.list', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadTeamPage(trx, actor, query, at)),
  )
  handle('users.ids', async ({ actor, query, at }) => ({
    ids: await db.readSnapshot(actor.workspace_id, (trx) => loadTeamIds(trx, actor, query, at)),
  }))
  handle('users.get', async ({ actor, params, at }) => {
    const { workspace_id: workspaceId } = actor
    return db.readSnapshot(workspaceId, async (trx) => {
      const [row, holders, places] = await Promise.all([
        findUser(trx, workspaceId, params.id, periodStart(actor, at)),
        countHolders(trx, workspaceId),
        loadOrganizations(trx, workspaceId, [params.id]),
      ])
      const place = places.get(params.id)
      return row && place
        ? presentMember(row, workspaceId, toViewer(actor), holders, place)
        : throwRefusal('not_found')
    })
  })
  handle('users.create', ({ actor, body, at }) => inviteUsers(services, actor, body.users, at))
  handle('users.csv', async ({ actor, query, language, at }) => {
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.users', query.state ? { state: query.state } : {}, at),
    )
    return streamUserRows(db, actor, { state: query.state }, language)
  })
  handle('users.export', async ({ actor, body: { ids }, language, at }) => {
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.users', { rows: ids.length }, at),
    )
    return streamUserRows(db, actor, { ids }, language)
  })
  handle('users.update', ({ actor, params, body, at }) => {
    // A changed address and a new invitation would outlast the impersonation session.
    if (body.email !== undefined || body.state === 'pending') forbidImpersonation(actor)
    return updateUser(services, actor, params.id, body, at)
  })
  handle('users.invite', ({ actor, params, at }) => resendInvite(services, actor, params.id, at))
  handle('users.permissions', ({ actor, params, body, at }) =>
    updatePermissions(services, actor, params.id, body, at),
  )
}

/** Mounts the changes of several members, each with its own outcome. */
function mountChangesOfMany(handle: MountRoute, services: Services): void {
  handle('users.invite_many', (call) =>
    resendInvites(services, call.actor, call.body, toIdempotentCall('users.invite_many', call)),
  )
  handle('users.update_many', (call) => {
    // A new invitation would outlast the impersonation session.
    if (call.body.state === 'pending') forbidImpersonation(call.actor)
    const idempotentCall = toIdempotentCall('users.update_many', call)
    return updateUsers(services, call.actor, call.body, idempotentCall)
  })
  handle('users.permissions_many', (call) => {
    const idempotentCall = toIdempotentCall('users.permissions_many', call)
    return updatePermissionsOfUsers(services, call.actor, call.body, idempotentCall)
  })
}

/** Mounts search for colleagues and the list of administrators, open to every member. */
function mountPeople(handle: MountRoute, { db }: Services): void {
  handle('people.list', ({ actor, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => findPeople(trx, actor, query)),
  )
  handle('people.administrators', async ({ actor: { workspace_id: workspaceId } }) => {
    const rows = await db.readSnapshot(workspaceId, (trx) =>
      listAdministrators(trx, workspaceId, administratorsMax),
    )
    return rows.map((row) => ({
      user: presentPerson(row, workspaceId),
      permissions: Object.fromEntries(
        permissions.map((permission) => [permission, row[permission]]),
      ) as Permissions,
    }))
  })
}

export function mountUsers(handle: MountRoute, services: Services): void {
  mountMembers(handle, services)
  mountChangesOfMany(handle, services)
  mountPeople(handle, services)
}
