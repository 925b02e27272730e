import { sql } from 'kysely'
import { nextBirthday } from '#server/modules/important-dates/upcoming-dates.ts'
import { selectPeople } from '#server/modules/users/queries.ts'
import { assertDatesInRange } from '#server/modules/users/validate-dates.ts'
import { normalizePhoneNumber } from '#server/modules/users/phone-number.ts'
import { presentPerson } from '#server/modules/users/present.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import { type MountRoute, hasScope, hasAbility } from '#server/platform/http/mount-routes.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { changeAvatar } from './avatar.ts'
import { loadOwnProfile } from './load-own-profile.ts'

export function mountProfiles(handle: MountRoute, services: Services): void {
  const { db } = services
  const own = (actor: Actor, at: Date) => loadOwnProfile(services, actor, at)

  /** Other pages of the same person follow. */
  const tell = ({ workspace_id: workspaceId, user_id: userId }: Actor) =>
    services.events.publish(workspaceId, ['config'], [userId])

  handle('profiles.me', ({ actor, at }) => own(actor, at))
  handle('profiles.update_me', async ({ actor, body, at }) => {
    const { notifications, ...fields } = body
    const typed: { phone?: string } = {}
    throwCollectedRefusals(
      () => assertDatesInRange(body, at, actor.timezone),
      () => {
        if (body.phone !== undefined) typed.phone = normalizePhoneNumber(body.phone)
      },
    )
    const set = {
      ...fields,
      ...typed,
      ...Object.fromEntries(
        Object.entries(notifications ?? {}).map(([event, on]) => [`notify_${event}`, on]),
      ),
    }
    if (Object.keys(set).length) {
      await db.tenant(actor.workspace_id, (trx) =>
        trx
          .updateTable('users')
          .set(set)
          .where('workspace_id', '=', actor.workspace_id)
          .where('id', '=', actor.user_id)
          .execute(),
      )
      tell(actor)
    }
    return own(actor, at)
  })
  handle('profiles.avatar', async ({ actor, file, body, at }) => {
    const avatar = await changeAvatar(services, actor, { file, remove: body.remove_picture, at })
    tell(actor)
    return avatar
  })
  handle('profiles.get', async ({ actor, params, at }) => {
    const { workspace_id: workspaceId } = actor
    const self = params.id === actor.user_id
    const whole = self || hasAbility(actor, 'see_private_posts')
    const [
      row,
      {
        rows: [sums],
      },
    ] = await db.tenant(workspaceId, (trx) =>
      Promise.all([
        selectPeople(trx, workspaceId)
          .select(['users.birth_date', 'users.hire_date', 'users.show_dates', 'users.created_at'])
          .innerJoin('wallets', (join) =>
            join
              .onRef('wallets.workspace_id', '=', 'users.workspace_id')
              .onRef('wallets.user_id', '=', 'users.id'),
          )
          .select('wallets.balance')
          .where('users.id', '=', params.id)
          .executeTakeFirst(),
        sql<{ given: number; received: number; posts: number }>`
        select coalesce(sum(given_points), 0)::float8 as given, coalesce(sum(received_points),
          0)::float8 as received,
          coalesce(sum(given_posts + received_posts), 0)::float8 as posts
        from total_recognition where workspace_id = ${workspaceId} and user_id = ${params.id}
          and (${whole} or not private)`.execute(trx),
      ]),
    )
    if (!row || !sums) throwRefusal('not_found')
    const seeBalance = (self || hasAbility(actor, 'see_balances')) && hasScope(actor, 'points:read')
    const dates = self || row.show_dates ? row : { birth_date: null, hire_date: null }
    return {
      ...presentPerson(row, workspaceId),
      birthday: dates.birth_date && nextBirthday(dates.birth_date, toLocalDay(at, actor.timezone)),
      hire_date: dates.hire_date,
      created_at: row.created_at.toISOString(),
      balance: seeBalance ? row.balance : null,
      given_points: sums.given,
      received_points: sums.received,
      posts_count: sums.posts,
      abilities: {
        see_balance: seeBalance,
        edit: self,
        adjust: hasAbility(actor, 'adjust_balances'),
      },
    }
  })
}
