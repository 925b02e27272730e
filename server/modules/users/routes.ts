import { decodeCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import type { Handle } from '#server/platform/http.ts'
import { periodOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { changeUser } from './change.ts'
import { teamFile } from './export.ts'
import { invitePeople, resendInvite } from './invite.ts'
import { changePermissions } from './permissions.ts'
import { presentPerson, presentUser } from './present.ts'
import { countStates, findUser, listUsers, searchPeople } from './queries.ts'
import { deleteUser } from './remove.ts'

export function mountUsers(handle: Handle, services: Services): void {
  const { db } = services
  const period = (actor: Actor, at: Date) => periodOf(at, actor.limit_period, actor.timezone).start

  handle('users.list', async ({ actor, query, at }) => {
    const { workspace_id } = actor
    const after = decodeCursor(query.cursor, 3)
    return db.tenant(workspace_id, async (trx) => {
      const [{ rows, next }, counts] = await Promise.all([listUsers(trx, workspace_id, period(actor, at), { ...query, after }), countStates(trx, workspace_id)])
      return { items: rows.map((row) => presentUser(row, workspace_id)), next_cursor: next, counts }
    })
  })
  handle('users.get', async ({ actor, params, at }) => {
    const user = await db.tenant(actor.workspace_id, (trx) => findUser(trx, actor.workspace_id, params.id, period(actor, at)))
    return user ? presentUser(user, actor.workspace_id) : fail('not_found')
  })
  handle('users.create', ({ actor, body, at }) => invitePeople(services, actor, body.users, at))
  handle('users.csv', async ({ actor, query, language }) => teamFile(db, actor, query.state, language))
  handle('users.update', ({ actor, params, body, at }) => changeUser(services, actor, params.id, body, at))
  handle('users.delete', async ({ actor, params, at }) => {
    await deleteUser(services, actor, params.id, at)
    return undefined
  })
  handle('users.invite', ({ actor, params, at }) => resendInvite(services, actor, params.id, at))
  handle('users.permissions', ({ actor, params, body, at }) => changePermissions(services, actor, params.id, body, at))
  handle('people.list', async ({ actor, query }) => {
    const rows = await db.tenant(actor.workspace_id, (trx) => searchPeople(trx, actor.workspace_id, actor.user_id, query.search, query.limit))
    return rows.map((row) => presentPerson(row, actor.workspace_id))
  })
}
