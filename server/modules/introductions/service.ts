import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { listManagerIds } from '#server/modules/managers/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import { lockUser } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  isNewPerson,
  isWelcomed,
  listClosestPeople,
  listIntroductions,
  replaceIntroductions,
} from './queries.ts'

type Introductions = OutputOf<'organization.introductions'>

/** Returns whom a new person meets first: the choice of a manager, otherwise the closest people. */
async function loadIntroductionsOf(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<Introductions> {
  const chosen = await listIntroductions(trx, workspaceId, userId)
  const ids = chosen.length
    ? chosen.map((row) => row.person_id)
    : await listClosestPeople(trx, workspaceId, userId)
  const by = chosen[0]?.introduced_by
  const people = await loadPeople(trx, workspaceId, [...ids, ...(by ? [by] : [])])
  return {
    by: (by && people.get(by)) || null,
    people: ids.flatMap((id) => people.get(id) ?? []),
  }
}

/**
 * Returns whom the actor should thank first, without those they have thanked. Null after the first
 * days, once nobody is left, and while the company does not welcome new people.
 */
export async function loadOwnIntroductions(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  thankedIds: ReadonlySet<string>,
  at: Date,
): Promise<Introductions | null> {
  const since = new Date(at.getTime() - limits.first_days * dayMs)
  if (!(await isWelcomed(trx, workspaceId, userId, since))) return null
  const { by, people } = await loadIntroductionsOf(trx, workspaceId, userId)
  const left = people.filter(({ id }) => !thankedIds.has(id))
  return left.length ? { by, people: left } : null
}

/**
 * Throws not_found for a person who is neither invited nor active, and forbidden unless they are
 * new and report to the actor, directly or not.
 */
async function assertOwnNewPerson(
  trx: Trx,
  { workspace_id: workspaceId, user_id: managerId }: Actor,
  userId: string,
  at: Date,
): Promise<void> {
  const placeable = await listPlaceableUsers(trx, workspaceId, [userId])
  if (!placeable.has(userId)) throwRefusal('not_found')
  const managers = await listManagerIds(trx, workspaceId, userId, limits.manager_depth_max)
  const since = new Date(at.getTime() - limits.introduction_days * dayMs)
  if (!managers.includes(managerId) || !(await isNewPerson(trx, workspaceId, userId, since)))
    throwRefusal('forbidden')
}

/** Returns whom a new person of the actor's team meets first. Throws not_found, forbidden. */
export async function loadIntroductions(
  trx: Trx,
  actor: Actor,
  userId: string,
  at: Date,
): Promise<Introductions> {
  await assertOwnNewPerson(trx, actor, userId, at)
  return loadIntroductionsOf(trx, actor.workspace_id, userId)
}

/**
 * Chooses whom a new person of the actor's team meets first; nobody returns to the closest people.
 * Throws not_found, forbidden, and user_not_found for inactive people and the person themselves.
 */
export const setIntroductions = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  userId: string,
  { user_ids: ids }: BodyOf<'organization.introduce'>,
  at: Date,
): Promise<Introductions> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { workspace_id: workspaceId, user_id: managerId } = actor
    // Another choice for the person waits, so that the two are not mixed.
    await lockUser(trx, workspaceId, userId)
    await assertOwnNewPerson(trx, actor, userId, at)
    const personIds = [...new Set(ids)]
    const people = await loadPeople(trx, workspaceId, personIds)
    const isActive = (id: string) => people.get(id)?.state === 'accepted' && id !== userId
    if (!personIds.every(isActive)) throwRefusal('user_not_found', { field: 'user_ids' })
    await replaceIntroductions(trx, workspaceId, { userId, personIds, managerId })
    await audit(trx, actor, 'user.introduce', { user_id: userId }, at)
    return loadIntroductionsOf(trx, workspaceId, userId)
  })
