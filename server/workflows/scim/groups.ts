import { limits } from '#contract/limits.ts'
import { oneLineText } from '#contract/schemas/common.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { isGroupNameTaken, updateGroupColumns } from '#server/modules/groups/queries.ts'
import { removeGroup } from '#server/modules/groups/remove-group.ts'
import { joinGroup } from '#server/modules/memberships/join-group.ts'
import { endMemberships, type GroupRow } from '#server/modules/memberships/queries.ts'
import { refreshGrants } from '#server/modules/users/refresh-grants.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { isUuid } from '#server/platform/ids.ts'
import { addGroup } from './add-group.ts'
import { groupType } from './attributes.ts'
import type { ChangeResult, ScimContext } from './context.ts'
import { assertVersion } from './etag.ts'
import { emptyGroupChange, type GroupChange, readGroupPatch, toMemberIds } from './group-patch.ts'
import {
  deleteScimGroup,
  findScimGroup,
  insertScimGroup,
  listKnownUsers,
  listScimMembers,
  type ScimGroupRow,
  touchScimGroup,
} from './group-queries.ts'
import { presentGroup } from './present.ts'
import { ScimError, throwInvalid } from './scim-error.ts'
import { normalizeResource, type Resource } from './values.ts'

async function requireGroup({ trx, workspaceId }: ScimContext, id: string): Promise<ScimGroupRow> {
  const group = isUuid(id) ? await findScimGroup(trx, workspaceId, id) : undefined
  if (!group) throw new ScimError(404, 'Unknown group')
  return group
}

const nameSchema = oneLineText(1, limits.group_name_chars_max)
const externalIdSchema = oneLineText(1, limits.scim_external_id_chars_max)
function parseText(schema: typeof nameSchema, field: string, text: string): string {
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  const [code] = parsed.error.issues[0]?.message.split('|') ?? []
  return throwInvalid('invalidValue', `${field} cannot have this value (${code})`)
}

/** Returns the name, id and members in a body. */
function readGroup(body: unknown): GroupChange {
  const { displayName, externalId, members } = normalizeResource(
    groupType,
    body,
    limits.scim_group_members_max,
  )
  if (typeof displayName !== 'string') throwInvalid('invalidValue', 'displayName is missing')
  const change = emptyGroupChange()
  change.displayName = displayName
  if (typeof externalId === 'string') change.externalId = externalId
  change.members.replaces = true
  change.members.added = new Set(toMemberIds((members ?? []) as Resource[]))
  return change
}

/** Throws 409 uniqueness for the name of another group of the kind, also one kept by hand. */
async function assertNameIsFree(
  { trx, workspaceId }: ScimContext,
  group: { id: string | null; kind: GroupRow['kind']; name: string },
): Promise<void> {
  if (await isGroupNameTaken(trx, workspaceId, group))
    throw new ScimError(409, `A group named ${group.name} exists in Laurel`, 'uniqueness')
}

/** Adds and removes members of a group. Returns the people whose membership changed. */
async function applyMembers(
  context: ScimContext,
  group: ScimGroupRow,
  { replaces, added, removed }: GroupChange['members'],
): Promise<string[]> {
  const { trx, workspaceId, actor, at } = context
  const known = await listKnownUsers(trx, workspaceId, [...added])
  const unknown = [...added].find((id) => !known.has(id))
  if (unknown !== undefined) throwInvalid('invalidValue', `No user has the id ${unknown}`)
  const needsCurrent = replaces || removed.size > 0
  const current = needsCurrent ? await listScimMembers(trx, workspaceId, [group.id]) : []
  const leaving = current
    .map((member) => member.user_id)
    .filter((id) => (replaces ? !added.has(id) : removed.has(id)))
  if (leaving.length) await endMemberships(trx, workspaceId, leaving, { groupId: group.id, at })
  const place: GroupRow = { ...group, parent_id: null, managed_by: 'scim' }
  const joined = await joinGroup(trx, workspaceId, place, [...added], at)
  const details = { group_id: group.id, name: group.name }
  if (joined.length)
    await audit(trx, actor, 'group.add_members', { ...details, people: joined.length }, at)
  if (leaving.length)
    await audit(trx, actor, 'group.remove_members', { ...details, people: leaving.length }, at)
  const moved = [...joined, ...leaving]
  if (!moved.length) return []
  await refreshPeopleRules(trx, workspaceId, moved, at)
  for (const id of await refreshGrants(context, moved)) context.changedIds.add(id)
  return moved
}

/** Creates a group of the provider. Throws 409 uniqueness for a name that a group has. */
export async function createGroup(context: ScimContext, body: unknown): Promise<ChangeResult> {
  const { trx, workspaceId, baseUrl, at } = context
  const { displayName = '', externalId = null, members } = readGroup(body)
  const name = parseText(nameSchema, 'displayName', displayName)
  await assertNameIsFree(context, { id: null, kind: 'custom', name })
  const id = await addGroup(context, 'custom', name)
  await insertScimGroup(trx, workspaceId, {
    id,
    externalId: externalId && parseText(externalIdSchema, 'externalId', externalId),
    at,
  })
  await applyMembers(context, await requireGroup(context, id), members)
  const listed = await listScimMembers(trx, workspaceId, [id])
  return {
    status: 201,
    resource: presentGroup(await requireGroup(context, id), listed, baseUrl),
    activity: { outcome: 'created', group_id: id, subject: name },
  }
}

/** Applies a change of a group. Returns the names of the changed attributes. */
async function applyChange(
  context: ScimContext,
  group: ScimGroupRow,
  change: GroupChange,
): Promise<string[]> {
  const { trx, workspaceId, actor, at } = context
  const { id, kind } = group
  const fields: string[] = []
  const name = parseText(nameSchema, 'displayName', change.displayName ?? group.name)
  if (name !== group.name) {
    await assertNameIsFree(context, { id, kind, name })
    await updateGroupColumns(trx, workspaceId, id, { name })
    await audit(trx, actor, 'group.update', { group_id: id, name, fields: ['name'] }, at)
    fields.push('displayName')
  }
  const { externalId = group.external_id } = change
  if (externalId !== group.external_id) fields.push('externalId')
  if ((await applyMembers(context, { ...group, name }, change.members)).length)
    fields.push('members')
  const validId = externalId && parseText(externalIdSchema, 'externalId', externalId)
  if (fields.length) await touchScimGroup(trx, workspaceId, id, { externalId: validId, at })
  return fields
}

async function changeGroup(
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  read: () => GroupChange,
): Promise<{ group: ScimGroupRow; activity: ChangeResult['activity'] }> {
  const before = await requireGroup(context, id)
  assertVersion(ifMatch, presentGroup(before, null, context.baseUrl))
  const fields = await applyChange(context, before, read())
  const group = await requireGroup(context, id)
  const outcome = fields.length ? 'changed' : 'unchanged'
  return { group, activity: { outcome, group_id: id, subject: group.name, fields } }
}

/** Replaces a group with its members. */
export async function replaceGroup(
  context: ScimContext,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<ChangeResult> {
  const { group, activity } = await changeGroup(context, id, ifMatch, () => readGroup(body))
  const members = await listScimMembers(context.trx, context.workspaceId, [id])
  return { status: 200, resource: presentGroup(group, members, context.baseUrl), activity }
}

/** Changes a group. The answer has no body, because a group may have thousands of members. */
export async function patchGroup(
  context: ScimContext,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<ChangeResult> {
  const { activity } = await changeGroup(context, id, ifMatch, () => readGroupPatch(body))
  return { status: 204, resource: null, activity }
}

/** Deletes a group. Its past memberships stay, and its members lose what it granted. */
export async function deleteGroup(
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<ChangeResult> {
  const { trx, workspaceId, baseUrl } = context
  const group = await requireGroup(context, id)
  assertVersion(ifMatch, presentGroup(group, null, baseUrl))
  await removeGroup(context, { ...group, parent_id: null })
  await deleteScimGroup(trx, workspaceId, id)
  for (const userId of await refreshGrants(context, 'all')) context.changedIds.add(userId)
  return {
    status: 204,
    resource: null,
    activity: { outcome: 'deleted', group_id: id, subject: group.name },
  }
}
