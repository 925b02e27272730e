import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { endMemberships } from '#server/modules/memberships/queries.ts'
import { refreshGrants } from '#server/modules/users/refresh-grants.ts'
import { deactivateMember } from '#server/modules/users/deactivate.ts'
import { findUser } from '#server/modules/users/queries.ts'
import { isUuid } from '#server/platform/ids.ts'
import { admitUser, readmitUser, reinviteUser } from './admit-user.ts'
import { applyFields } from './apply-fields.ts'
import { applyPatch } from './apply-patch.ts'
import { coreUserUrn, userType } from './attributes.ts'
import { changeAddress } from './change-address.ts'
import type { Activity, ChangeResult, ScimContext } from './context.ts'
import { assertVersion } from './etag.ts'
import { touchGroupsOfUser } from './group-queries.ts'
import { readOperations } from './patch-operations.ts'
import { presentUser } from './present.ts'
import { ScimError, throwInvalid } from './scim-error.ts'
import {
  currentUserFields,
  listChanges,
  listTouched,
  readUserFields,
  type UserField,
  type UserFields,
} from './user-fields.ts'
import { findScimUser, findUserOfEmail, type ScimUserRow, upsertScimUser } from './user-queries.ts'
import { normalizeResource, type Resource } from './values.ts'

/** Returns a user. Throws 404 for an unknown id, one of another team, and an erased person. */
async function requireUser({ trx, workspaceId }: ScimContext, id: string): Promise<ScimUserRow> {
  const user = isUuid(id) ? await findScimUser(trx, workspaceId, id) : undefined
  if (!user) throw new ScimError(404, 'Unknown user')
  return user
}

const presentById = async (context: ScimContext, id: string): Promise<Resource> =>
  presentUser(await requireUser(context, id), context.baseUrl)

async function deactivate(context: ScimContext, id: string): Promise<void> {
  const { trx, workspaceId, at } = context
  const member = await findUser(trx, workspaceId, id, at)
  if (member) await deactivateMember(context, member)
}

/**
 * Returns the id of the user of an address, who is created or brought back. Throws 409 uniqueness
 * for someone who is not deactivated.
 */
async function admit(
  context: ScimContext,
  { userName, givenName = '', familyName = '', active = true }: Partial<UserFields>,
): Promise<{ id: string; outcome: 'created' | 'reactivated' }> {
  const { trx, workspaceId } = context
  if (!userName) throwInvalid('invalidValue', 'userName is missing')
  const existing = await findUserOfEmail(trx, workspaceId, userName)
  if (existing && (existing.state !== 'deactivated' || existing.demo))
    throw new ScimError(409, `The user ${userName} exists`, 'uniqueness')
  if (existing) {
    if (active) await readmitUser(context, { id: existing.id, email: userName })
    return { id: existing.id, outcome: 'reactivated' }
  }
  const person = { email: userName, first_name: givenName, last_name: familyName }
  return { id: await admitUser(context, { ...person, is_active: active }), outcome: 'created' }
}

/** Creates a user, or brings back the deactivated one of the same address: both answer 201. */
export async function createUser(context: ScimContext, body: unknown): Promise<ChangeResult> {
  const { trx, workspaceId, at } = context
  const fields = readUserFields(normalizeResource(userType, body))
  const { id, outcome } = await admit(context, fields)
  const { externalId, phoneType } = fields
  await upsertScimUser(trx, workspaceId, id, { externalId: externalId || undefined, phoneType, at })
  const row = await requireUser(context, id)
  const changes = listChanges(row, fields, 'own')
  await applyFields(context, row, { fields, given: fieldsOf(fields), changes })
  await refreshPeopleRules(trx, workspaceId, [id], at)
  if (outcome === 'reactivated') await refreshGrants(context, [id])
  context.changedIds.add(id)
  return {
    status: 201,
    resource: await presentById(context, id),
    activity: { outcome, user_id: id, subject: row.email, fields: Object.keys(fields) },
  }
}

/** Deactivates or brings back a user. Returns what happened, if anything. */
async function changeState(
  context: ScimContext,
  { id, email }: { id: string; email: string },
  active: boolean | undefined,
): Promise<'deactivated' | 'reactivated' | null> {
  if (active === undefined) return null
  if (!active) {
    await deactivate(context, id)
    return 'deactivated'
  }
  await readmitUser(context, { id, email })
  return 'reactivated'
}

/**
 * The new fields of a user. `given`: those that the request names, which SCIM keeps from then on.
 * `missing`: what a field means that the request leaves out.
 */
type UserChange = {
  fields: Partial<UserFields>
  given: ReadonlySet<UserField>
  missing: 'cleared' | 'own'
}
const fieldsOf = (fields: Partial<UserFields>): ReadonlySet<UserField> =>
  new Set(Object.keys(fields) as UserField[])

/** Applies the difference between a user and their new resource, all of it or nothing. */
async function changeUser(
  context: ScimContext,
  row: ScimUserRow,
  { fields: next, given, missing }: UserChange,
): Promise<ChangeResult> {
  const { trx, workspaceId, at } = context
  const { id } = row
  const changes = listChanges(row, next, missing)
  const { userName: email = row.email } = changes
  const wasInvited = email !== row.email && (await changeAddress(context, row, email))
  const stateChange = await changeState(context, { id, email }, changes.active)
  if (wasInvited && !stateChange) await reinviteUser(context, { id, email })
  await applyFields(context, row, { fields: next, given, changes })
  const fields = Object.keys(changes)
  if (fields.length) {
    const { externalId, phoneType } = changes
    await upsertScimUser(trx, workspaceId, id, {
      externalId: externalId === '' ? null : externalId,
      phoneType,
      at,
    })
    await refreshPeopleRules(trx, workspaceId, [id], at)
    context.changedIds.add(id)
  }
  if (stateChange) await refreshGrants(context, [id])
  const outcome = stateChange ?? (fields.length ? 'changed' : 'unchanged')
  const activity: Activity = { outcome, user_id: id, subject: row.email, fields }
  return { status: 200, resource: await presentById(context, id), activity }
}

/**
 * Replaces a user. Attributes that the body lacks are cleared if SCIM wrote them; what people and
 * administrators entered stays.
 */
export async function replaceUser(
  context: ScimContext,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<ChangeResult> {
  const row = await requireUser(context, id)
  assertVersion(ifMatch, presentUser(row, context.baseUrl))
  const fields = readUserFields(normalizeResource(userType, body), currentUserFields(row))
  if (fields.userName === undefined) throwInvalid('invalidValue', 'userName is missing')
  return changeUser(context, row, { fields, given: fieldsOf(fields), missing: 'own' })
}

/** Applies the operations of a PATCH request in memory, then their result as one change. */
export async function patchUser(
  context: ScimContext,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<ChangeResult> {
  const row = await requireUser(context, id)
  const resource = presentUser(row, context.baseUrl)
  assertVersion(ifMatch, resource)
  const operations = readOperations(userType, body)
  const patched = applyPatch(resource, operations, coreUserUrn)
  const fields = readUserFields(patched, currentUserFields(row))
  return changeUser(context, row, { fields, given: listTouched(operations), missing: 'cleared' })
}

/** Takes a user out of the groups of the provider, which removes no members who do not exist. */
async function leaveGroups({ trx, workspaceId, at }: ScimContext, id: string): Promise<void> {
  for (const groupId of await touchGroupsOfUser(trx, workspaceId, id, at))
    await endMemberships(trx, workspaceId, [id], { groupId, at })
}

/**
 * Deactivates a user, who does not exist for the provider afterwards (RFC 7644, section 3.6), and
 * who leaves its groups. SCIM never erases people.
 */
export async function removeUser(
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<ChangeResult> {
  const row = await requireUser(context, id)
  assertVersion(ifMatch, presentUser(row, context.baseUrl))
  const isActive = row.state !== 'deactivated'
  await changeState(context, row, isActive ? false : undefined)
  await leaveGroups(context, id)
  await upsertScimUser(context.trx, context.workspaceId, id, {
    externalId: null,
    at: context.at,
    removed: true,
  })
  if (isActive) {
    await refreshPeopleRules(context.trx, context.workspaceId, [id], context.at)
    await refreshGrants(context, [id])
    context.changedIds.add(id)
  }
  const outcome = isActive ? 'deactivated' : 'unchanged'
  return { status: 204, resource: null, activity: { outcome, user_id: id, subject: row.email } }
}
