import { type Permissions, permissions } from '#contract/permissions.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  type MountRoute,
  hasScope,
  hasAbility,
  forbidImpersonation,
} from '#server/platform/http/mount-routes.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { updateUser } from './update.ts'
import { streamUsersCsv } from './export-csv.ts'
import { inviteUsers, resendInvite } from './invite.ts'
import { updatePermissions } from './permissions.ts'
import { presentMember, presentPerson } from './present.ts'
import { countUsersByState, listAdministrators, listUsers, searchPeople } from './list-queries.ts'
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

  handle('users.list', async ({ actor, query, at }) => {
    const { workspace_id: workspaceId } = actor
    const after = decodeCursor(query.cursor, 3)
    return db.tenant(workspaceId, async (trx) => {
      const [rows, counts, holders] = await Promise.all([
        listUsers(trx, workspaceId, periodStart(actor, at), {
          ...query,
          after,
          limit: query.limit + 1,
        }),
        countUsersByState(trx, workspaceId),
        countHolders(trx, workspaceId),
      ])
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        items: page.map((row) => presentMember(row, workspaceId, toViewer(actor), holders)),
        next_cursor:
          rows.length > query.limit && last
            ? encodeCursor([last.rank, last.sort_name, last.id])
            : null,
        counts,
      }
    })
  })
  handle('users.get', async ({ actor, params, at }) => {
    const { workspace_id: workspaceId } = actor
    return db.tenant(workspaceId, async (trx) => {
      const [row, holders] = await Promise.all([
        findUser(trx, workspaceId, params.id, periodStart(actor, at)),
        countHolders(trx, workspaceId),
      ])
      return row
        ? presentMember(row, workspaceId, toViewer(actor), holders)
        : throwRefusal('not_found')
    })
  })
  handle('users.create', ({ actor, body, at }) => inviteUsers(services, actor, body.users, at))
  handle('users.csv', async ({ actor, query, language, at }) => {
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.users', query.state ? { state: query.state } : {}, at),
    )
    return streamUsersCsv(db, actor, query.state, language)
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

/** Mounts search for colleagues and the list of administrators, open to every member. */
function mountPeople(handle: MountRoute, { db }: Services): void {
  handle('people.list', async ({ actor, query }) => {
    const seesAddresses = hasAbility(actor, 'manage_team') && hasScope(actor, 'team:read')
    const rows = await db.tenant(actor.workspace_id, (trx) =>
      searchPeople(trx, actor.workspace_id, actor.user_id, {
        text: query.search,
        seesAddresses,
        limit: query.limit,
      }),
    )
    return rows.map((row) => presentPerson(row, actor.workspace_id))
  })
  handle('people.administrators', async ({ actor: { workspace_id: workspaceId } }) => {
    const rows = await db.tenant(workspaceId, (trx) =>
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
  mountPeople(handle, services)
}
