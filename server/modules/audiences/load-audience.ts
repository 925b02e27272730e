import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'
import type { Audience, AudienceInput } from '#contract/schemas/audiences.ts'
import {
  countAudience,
  listAudience,
  listGroupNames,
} from '#server/modules/audience-members/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/** Returns audiences with the names of their groups and people, with two queries for all. */
export async function presentAudiences(
  trx: Trx,
  workspaceId: string,
  audiences: AudienceInput[],
): Promise<Audience[]> {
  const groupIds = audiences.flatMap((one) => [...one.group_ids, ...one.excluded_group_ids])
  const [groups, people] = await Promise.all([
    listGroupNames(trx, workspaceId, [...new Set(groupIds)]),
    loadPeople(
      trx,
      workspaceId,
      audiences.flatMap((one) => one.user_ids),
    ),
  ])
  return audiences.map(
    ({ group_ids: ids, excluded_group_ids: excludedIds, user_ids: userIds, ...rest }) => ({
      ...rest,
      groups: groups.filter(({ id }) => ids.includes(id)),
      excluded_groups: groups.filter(({ id }) => excludedIds.includes(id)),
      people: userIds.flatMap((id) => people.get(id) ?? []),
    }),
  )
}

/** Returns the ids of a list that another list does not have, once each. */
const listAdded = (ids: string[], before: string[] = []): string[] => [
  ...new Set(ids).difference(new Set(before)),
]

/**
 * Throws not_found for an unknown group, user_not_found for an unknown person. Those of `before`
 * are not checked.
 */
async function assertAudienceExists(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  { name, before }: { name: string; before?: AudienceInput | null | undefined },
): Promise<void> {
  for (const field of ['group_ids', 'excluded_group_ids'] as const) {
    const ids = listAdded(audience[field], before?.[field])
    const found = await listGroupNames(trx, workspaceId, ids)
    if (found.length < ids.length) throwRefusal('not_found', { field: `${name}.${field}` })
  }
  const ids = listAdded(audience.user_ids, before?.user_ids)
  const found = await listPlaceableUsers(trx, workspaceId, ids)
  if (found.size < ids.length) throwRefusal('user_not_found', { field: `${name}.user_ids` })
}

/**
 * Throws unless all groups and people of an audience exist and it includes somebody: not_found,
 * user_not_found, audience_empty. `name`: the field of the audience. `before`: the stored audience;
 * people of it who have left refuse no change, and an equal audience is not checked.
 */
export async function assertAudience(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  today: string,
  { name = 'audience', before }: { name?: string; before?: AudienceInput | null | undefined } = {},
): Promise<void> {
  if (isDeepStrictEqual(audience, before)) return
  await assertAudienceExists(trx, workspaceId, audience, { name, before })
  if (!(await countAudience(trx, workspaceId, audience, today)))
    throwRefusal('audience_empty', { field: name })
}

/** Returns the number of people of an audience and the first of them by name. */
export async function previewAudience(
  trx: Trx,
  actor: Actor,
  { audience }: BodyOf<'audiences.preview'>,
  at: Date,
): Promise<OutputOf<'audiences.preview'>> {
  const { workspace_id: workspaceId } = actor
  const today = toLocalDay(at, actor.timezone)
  const known = await loadPeople(trx, workspaceId, audience.user_ids)
  // People who have left do not count, and refuse no preview of an audience that names them.
  const before = {
    ...audience,
    group_ids: [],
    excluded_group_ids: [],
    user_ids: [...known.keys()],
  }
  await assertAudienceExists(trx, workspaceId, audience, { name: 'audience', before })
  const limit = limits.audience_people_shown
  const { count, ids } = await listAudience(trx, workspaceId, audience, { today, limit })
  const people = await loadPeople(trx, workspaceId, ids)
  return { count, people: ids.flatMap((id) => people.get(id) ?? []) }
}
