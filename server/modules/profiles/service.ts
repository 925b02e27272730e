import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { OwnUser } from '#contract/schemas/users.ts'
import { selectVisibleValues } from '#server/modules/attributes/visibility.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { findShownDates } from '#server/modules/important-dates/queries.ts'
import { nextBirthday } from '#server/modules/important-dates/upcoming-dates.ts'
import { withStoredBirthDate } from '#server/modules/users/birth-date.ts'
import { assertNamesNotManaged } from '#server/modules/users/managed-names.ts'
import { loadOrganizations } from '#server/modules/users/organization.ts'
import { findUser, updateUserColumns } from '#server/modules/users/queries.ts'
import { assertDatesInRange } from '#server/modules/users/validate-dates.ts'
import { normalizePhoneNumber } from '#server/modules/users/phone-number.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import { presentOwnUser } from '#server/modules/users/present.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import { toViewer } from '#server/modules/posts/viewer.ts'
import { hasAbility, hasScope } from '#server/platform/http/mount-routes.ts'
import { toLocalDay, findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { findProfile, sumRecognition } from './queries.ts'

/** Returns the actor's own record. Throws unauthorized without a membership. */
export async function loadSelf({ db }: Services, actor: Actor, at: Date): Promise<OwnUser> {
  const start = findPeriod(at, actor.limit_period, actor.timezone).start
  const user = await db.readSnapshot(actor.workspace_id, (trx) =>
    findUser(trx, actor.workspace_id, actor.user_id, start),
  )
  return user ? presentOwnUser(user, actor) : throwRefusal('unauthorized')
}

/** Publishes a change of the actor's own record to its other open pages. */
export function publishProfileChange(
  { events }: Services,
  { workspace_id: workspaceId, user_id: userId }: Actor,
): void {
  events.publish(workspaceId, ['config'], [userId])
}

/** Changes the actor's own record and returns it. Throws all validation errors together. */
export async function updateSelf(
  services: Services,
  actor: Actor,
  body: BodyOf<'profiles.update_me'>,
  at: Date,
): Promise<OwnUser> {
  const { notifications, ...rest } = body
  const fields = withStoredBirthDate(rest)
  const normalized: { phone?: string } = {}
  throwCollectedRefusals(
    () => assertDatesInRange(fields, at, actor.timezone),
    () => {
      if (body.phone !== undefined) normalized.phone = normalizePhoneNumber(body.phone)
    },
  )
  const set = {
    ...fields,
    ...normalized,
    ...Object.fromEntries(
      Object.entries(notifications ?? {}).map(([event, on]) => [`notify_${event}`, on]),
    ),
  }
  if (Object.keys(set).length) {
    const { workspace_id: workspaceId, user_id: userId } = actor
    await services.db.tenant(workspaceId, async (trx) => {
      // Rules can depend on the job title and the first day; the lock serializes both.
      const isInRules = body.job_title !== undefined || body.hire_date !== undefined
      if (isInRules) await lockSettings(trx, workspaceId)
      await assertNamesNotManaged(trx, workspaceId, userId, body)
      await updateUserColumns(trx, workspaceId, userId, set)
      if (isInRules) await refreshPeopleRules(trx, workspaceId, [userId], at)
    })
    publishProfileChange(services, actor)
  }
  return loadSelf(services, actor, at)
}

/** Returns a member's profile as the actor may see it. Throws not_found. */
export async function loadProfile(
  { db }: Services,
  actor: Actor,
  userId: string,
  at: Date,
): Promise<OutputOf<'profiles.get'>> {
  const { workspace_id: workspaceId } = actor
  const isSelf = userId === actor.user_id
  const { seesPrivatePosts, publicOnly } = toViewer(actor)
  const includesPrivate = seesPrivatePosts || (isSelf && !publicOnly)
  const { row, shown, totals, place, attributes } = await db.readSnapshot(
    workspaceId,
    async (trx) => {
      const [found, shownDates, sums, places] = await Promise.all([
        findProfile(trx, workspaceId, userId),
        isSelf
          ? { birthday: true, anniversary: true }
          : findShownDates(trx, workspaceId, actor.user_id, userId),
        sumRecognition(trx, workspaceId, userId, includesPrivate),
        loadOrganizations(trx, workspaceId, [userId]),
      ])
      const ownPlace = places.get(userId)
      const values = ownPlace?.attributes ?? []
      return {
        row: found,
        shown: shownDates,
        totals: sums,
        place: ownPlace,
        attributes: await selectVisibleValues(trx, actor, userId, values),
      }
    },
  )
  if (!row || !place) throwRefusal('not_found')
  const { manager, groups, country, timezone } = place
  const seesBalance =
    (isSelf || hasAbility(actor, 'see_balances')) && hasScope(actor, 'points:read')
  const birthDate = shown.birthday ? row.birth_date : null
  return {
    ...presentPerson(row, workspaceId),
    birthday: birthDate && nextBirthday(birthDate, toLocalDay(at, actor.timezone)),
    hire_date: shown.anniversary ? row.hire_date : null,
    created_at: row.created_at.toISOString(),
    balance: seesBalance ? row.balance : null,
    given_points: totals.given,
    received_points: totals.received,
    posts_count: totals.posts,
    organization: { manager, groups, country, timezone, attributes },
    abilities: {
      see_balance: seesBalance,
      edit: isSelf,
      adjust: hasAbility(actor, 'adjust_balances'),
    },
  }
}
