import type { ClaimField } from '#contract/sso.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { findGroupByName } from '#server/modules/groups/queries.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { upsertWaitingManagers } from '#server/modules/managers/waiting-queries.ts'
import { isLockingSource, nameFields } from '#server/modules/users/managed-names.ts'
import { changeOrganization } from '#server/modules/users/organization.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { findEmptyFields } from './field-queries.ts'

/**
 * Fills fields of a user that are empty from claims. What people or administrators entered stays,
 * and so does what another system keeps, also if it left a field empty. A department counts if the
 * team has one of that name; a manager is linked by address or employee number once they are in the
 * team.
 */
export async function fillEmptyFields(
  trx: Trx,
  workspaceId: string,
  userId: string,
  fields: Record<ClaimField, string>,
  at: Date,
): Promise<void> {
  const current = await findEmptyFields(trx, workspaceId, userId)
  const isOpen = (field: string) => !isLockingSource(current.field_sources[field])
  const columns: Partial<Record<(typeof nameFields)[number], string>> = Object.fromEntries(
    nameFields
      .filter((name) => current[name] === '' && fields[name] && isOpen(name))
      .map((name) => [name, fields[name]]),
  )
  const department =
    fields.department && !current.has_department && isOpen('department_id')
      ? await findGroupByName(trx, workspaceId, 'department', fields.department)
      : undefined
  const needsManager = fields.manager !== '' && current.manager_id === null && isOpen('manager_id')
  if (!Object.keys(columns).length && !department && !needsManager) return
  if (Object.keys(columns).length) await updateUserColumns(trx, workspaceId, userId, columns)
  if (department)
    await changeOrganization(trx, workspaceId, userId, { department_id: department }, { at })
  if (needsManager) {
    const reference = fields.manager.toLowerCase()
    await upsertWaitingManagers(trx, workspaceId, [{ user_id: userId, reference }])
    await linkArrivedManagers(trx, workspaceId, { waitingIds: [userId] }, at)
  }
  await refreshPeopleRules(trx, workspaceId, [userId], at)
}
