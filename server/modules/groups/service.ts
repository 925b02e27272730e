import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Group } from '#contract/schemas/groups.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { GroupRule } from '#contract/schemas/groups.ts'
import { isSingleKind, joinGroup } from '#server/modules/memberships/join-group.ts'
import { endMemberships, findGroup, type GroupRow } from '#server/modules/memberships/queries.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { listManagedUsers, listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { loadGroup, mayChangeMembers } from './load-groups.ts'
import {
  countGroupLevels,
  countGroups,
  findListedGroup,
  insertGroup,
  isGroupNameTaken,
  listGroupIdsAbove,
  listGroupOwners,
  replaceGroupOwners,
  updateGroupColumns,
} from './queries.ts'
import { removeGroup } from './remove-group.ts'
import { countRules } from './rule-queries.ts'
import { normalizeRule } from './rules.ts'

/** Runs `work` under the settings lock, which serializes changes of a team's members and groups. */
const withGroupsLock = <T>(
  { db }: Services,
  { workspace_id: workspaceId }: Actor,
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return work(trx)
  })

/** Returns a group that is not deleted. Throws not_found. */
const requireGroup = async (trx: Trx, workspaceId: string, id: string): Promise<GroupRow> =>
  (await findGroup(trx, workspaceId, id)) ?? throwRefusal('not_found')

/** Throws user_not_found unless all people can own or join a group. */
async function assertPlaceable(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  field: string,
): Promise<void> {
  const placeable = await listPlaceableUsers(trx, workspaceId, userIds)
  if (userIds.some((id) => !placeable.has(id))) throwRefusal('user_not_found', { field })
}

/**
 * Throws an error unless the department can be below the other one: not_found for a group of
 * another kind, group_circle, groups_too_deep. `id` null: a new department.
 */
async function assertParentFits(
  trx: Trx,
  workspaceId: string,
  { id, kind, parentId }: { id: string | null; kind: GroupKind; parentId: string },
): Promise<void> {
  const field = 'parent_id'
  const parent = await findGroup(trx, workspaceId, parentId)
  if (parent?.kind !== 'department') throwRefusal('not_found', { field })
  if (kind !== 'department') throwRefusal('wrong_format', { field })
  const above = await listGroupIdsAbove(trx, workspaceId, parentId)
  if (id !== null && above.includes(id)) throwRefusal('group_circle', { field })
  const levels = id === null ? 1 : await countGroupLevels(trx, workspaceId, id)
  if (above.length + levels > limits.group_depth_max)
    throwRefusal('groups_too_deep', { field, params: { finish: limits.group_depth_max } })
}

async function assertUniqueName(
  trx: Trx,
  workspaceId: string,
  group: { id: string | null; kind: GroupKind; name: string },
): Promise<void> {
  if (await isGroupNameTaken(trx, workspaceId, group)) throwRefusal('not_unique', { field: 'name' })
}

/**
 * Returns the columns of a new rule of a group, whose stored rule is `before`. Throws wrong_format
 * for a department or location, field_managed for a group of another system, rules_full, and the
 * errors of the conditions.
 */
async function ruleColumns(
  trx: Trx,
  workspaceId: string,
  { kind, managed_by: managedBy }: Pick<GroupRow, 'kind' | 'managed_by'>,
  { rule, before }: Record<'rule' | 'before', GroupRule | null>,
): Promise<{ managed_by: GroupRow['managed_by']; rule: string | null }> {
  const field = 'rule'
  if (managedBy !== 'manual' && managedBy !== 'rule') throwRefusal('field_managed', { field })
  if (!rule) return { managed_by: 'manual', rule: null }
  if (isSingleKind(kind)) throwRefusal('wrong_format', { field })
  const isNew = managedBy === 'manual'
  if (isNew && (await countRules(trx, workspaceId)) >= limits.rule_groups_max)
    throwRefusal('rules_full', { field, params: { finish: limits.rule_groups_max } })
  const managers = (before ?? []).flatMap(({ field: name, values }) =>
    name === 'manager_id' ? values : [],
  )
  const normalized = await normalizeRule(trx, workspaceId, rule, {
    keepsManager: (id) => managers.includes(id),
  })
  return { managed_by: 'rule', rule: JSON.stringify(normalized) }
}

/**
 * Adds a group. Throws groups_full, not_unique for the name, user_not_found for an owner, and the
 * errors of the department above.
 */
export async function createGroup(
  services: Services,
  actor: Actor,
  body: BodyOf<'groups.create'>,
  at: Date,
): Promise<Group> {
  const { workspace_id: workspaceId } = actor
  const { kind, name, parent_id: parentId, owner_ids: ownerIds, rule } = body
  return withGroupsLock(services, actor, async (trx) => {
    if ((await countGroups(trx, workspaceId)) >= limits.groups_max)
      throwRefusal('groups_full', { params: { finish: limits.groups_max } })
    await assertUniqueName(trx, workspaceId, { id: null, kind, name })
    if (parentId) await assertParentFits(trx, workspaceId, { id: null, kind, parentId })
    await assertPlaceable(trx, workspaceId, ownerIds, 'owner_ids')
    const id = newId(at)
    await insertGroup(trx, {
      workspace_id: workspaceId,
      id,
      kind,
      name,
      parent_id: parentId,
      created_at: at,
      ...(await ruleColumns(
        trx,
        workspaceId,
        { kind, managed_by: 'manual' },
        { rule, before: null },
      )),
    })
    await replaceGroupOwners(trx, workspaceId, id, [...new Set(ownerIds)])
    // Owners are managers for audiences.
    await refreshPeopleRules(trx, workspaceId, rule ? 'all' : ownerIds, at)
    await audit(trx, actor, 'group.create', { group_id: id, kind, name, ...describeRule(rule) }, at)
    return loadGroup(trx, actor, id)
  })
}

/** Returns the fields of a rule for the audit log. Its values can be personal, so they are not. */
const describeRule = (rule: GroupRule | null | undefined) =>
  rule ? { rule: rule.map(({ field }) => field) } : {}

/** Changes a group. Throws as createGroup does. */
export async function updateGroup(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'groups.update'>,
  at: Date,
): Promise<Group> {
  const { workspace_id: workspaceId } = actor
  const { name, parent_id: parentId, owner_ids: ownerIds, rule } = body
  return withGroupsLock(services, actor, async (trx) => {
    const group = await requireGroup(trx, workspaceId, id)
    const { kind } = group
    const before = rule ? ((await findListedGroup(trx, workspaceId, id))?.rule ?? null) : null
    if (name !== undefined) await assertUniqueName(trx, workspaceId, { id, kind, name })
    if (parentId) await assertParentFits(trx, workspaceId, { id, kind, parentId })
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      ...(rule === undefined ? {} : await ruleColumns(trx, workspaceId, group, { rule, before })),
    }
    if (Object.keys(columns).length) await updateGroupColumns(trx, workspaceId, id, columns)
    if (ownerIds) {
      await assertPlaceable(trx, workspaceId, ownerIds, 'owner_ids')
      await replaceGroupOwners(trx, workspaceId, id, [...new Set(ownerIds)])
    }
    if (parentId !== undefined || rule !== undefined || ownerIds)
      await refreshPeopleRules(trx, workspaceId, 'all', at)
    await audit(
      trx,
      actor,
      'group.update',
      {
        group_id: id,
        name: name ?? group.name,
        fields: Object.keys(body),
        ...describeRule(rule),
      },
      at,
    )
    return loadGroup(trx, actor, id)
  })
}

/** Deletes a group, as removeGroup does. */
export async function deleteGroup(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  await withGroupsLock(services, actor, async (trx) => {
    const group = await requireGroup(trx, actor.workspace_id, id)
    await removeGroup({ trx, actor, at }, group)
  })
}

/**
 * Returns a group whose members the actor may change. Throws not_found, field_managed for members
 * that another system or a rule keeps, and forbidden.
 */
async function requireChangeableGroup(trx: Trx, actor: Actor, id: string): Promise<GroupRow> {
  const { workspace_id: workspaceId } = actor
  const group = await requireGroup(trx, workspaceId, id)
  const owners = await listGroupOwners(trx, workspaceId, [id])
  const ownerIds = owners.map((owner) => owner.user_id)
  if (!mayChangeMembers(actor, { ...group, managed_by: 'manual' }, ownerIds))
    throwRefusal('forbidden')
  if (group.managed_by !== 'manual') throwRefusal('field_managed', { field: 'user_ids' })
  return group
}

/** Throws field_managed if another system keeps the department or location of these people. */
async function assertPlaceNotManaged(
  trx: Trx,
  workspaceId: string,
  { kind }: GroupRow,
  userIds: string[],
): Promise<void> {
  if (isSingleKind(kind) && (await listManagedUsers(trx, workspaceId, userIds, `${kind}_id`)).size)
    throwRefusal('field_managed', { field: 'user_ids' })
}

/** Adds people to a group. People of another department or location leave that one. */
export async function addMembers(
  services: Services,
  actor: Actor,
  id: string,
  { user_ids: userIds }: BodyOf<'groups.add_members'>,
  at: Date,
): Promise<Group> {
  const { workspace_id: workspaceId } = actor
  return withGroupsLock(services, actor, async (trx) => {
    const group = await requireChangeableGroup(trx, actor, id)
    await assertPlaceable(trx, workspaceId, userIds, 'user_ids')
    await assertPlaceNotManaged(trx, workspaceId, group, userIds)
    const joined = await joinGroup(trx, workspaceId, group, userIds, at)
    await refreshPeopleRules(trx, workspaceId, joined, at)
    if (joined.length)
      await audit(
        trx,
        actor,
        'group.add_members',
        { group_id: id, name: group.name, people: joined.length },
        at,
      )
    return loadGroup(trx, actor, id)
  })
}

/** Removes people from a group. Those who are not in it are ignored. */
export async function removeMembers(
  services: Services,
  actor: Actor,
  id: string,
  { user_ids: userIds }: BodyOf<'groups.remove_members'>,
  at: Date,
): Promise<Group> {
  const { workspace_id: workspaceId } = actor
  return withGroupsLock(services, actor, async (trx) => {
    const group = await requireChangeableGroup(trx, actor, id)
    await assertPlaceNotManaged(trx, workspaceId, group, userIds)
    await endMemberships(trx, workspaceId, userIds, { groupId: id, at })
    await refreshPeopleRules(trx, workspaceId, userIds, at)
    await audit(
      trx,
      actor,
      'group.remove_members',
      { group_id: id, name: group.name, people: userIds.length },
      at,
    )
    return loadGroup(trx, actor, id)
  })
}
