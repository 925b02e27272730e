import { permissions } from '#contract/permissions.ts'
import { deleteChatTraces, deleteLinksOfUser } from '#server/modules/chat-links/queries.ts'
import { pruneAccount } from '#server/modules/accounts/queries.ts'
import { eraseFromAwards } from '#server/modules/award-gifts/leave.ts'
import { adoptBudgets } from '#server/modules/budget-owners/adopt-budgets.ts'
import { deleteFile } from '#server/modules/files/queries.ts'
import { deletePictureFile } from '#server/modules/files/service.ts'
import { eraseFromNominations } from '#server/modules/nominations/erase-queries.ts'
import { listManagerIds, moveReports } from '#server/modules/managers/queries.ts'
import { endMemberships } from '#server/modules/memberships/queries.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { clearLineNames, keepPayrollLeaver } from '#server/modules/payroll-runs/own-queries.ts'
import { cancelPurchasesOfUser } from '#server/modules/purchases/service.ts'
import { eraseFromHistoryImports } from '#server/modules/history-imports/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { assertNotLastHolder, assertMayEdit } from '#server/modules/users/edit-policy.ts'
import { withTeamLock, requireMember, assertManagesTeam } from '#server/modules/users/context.ts'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import { recordRemovedAddress } from '#server/modules/users/removed-addresses.ts'
import { endGraceBeforeErasure } from '#server/workflows/leaver-grace/end-grace.ts'
import { lockUser, updateUserColumns, type UserRow } from '#server/modules/users/queries.ts'
import {
  clearAuditedTokenNames,
  clearContributionComments,
  clearGiftCardRecipients,
  clearImportRows,
  deleteSyncedData,
  clearInviterName,
  clearMailAddresses,
  clearPurchaseNotes,
  clearWebhookAnswers,
  deleteIdempotencyKeysOfUser,
  deleteIntroductions,
  deleteScimRequestsAbout,
  deleteUserRows,
  deleteWaitingMailsOfUser,
  type ErasedUser,
  findAccountAndAvatar,
  hasOtherMember,
  listResponsesAbout,
  updateStoredResponse,
} from './queries.ts'

const personalFields = new Set(['name', 'first_name', 'last_name', 'email', 'job_title', 'text'])
/** Fields that administrators wrote to the buyer of a purchase. */
const buyerFields = new Set(['note', 'code', 'order_note'])

/** Returns a stored response without a person's data: names on cards, and texts of purchases. */
function redactPerson(json: unknown, id: string): unknown {
  if (Array.isArray(json)) return json.map((item) => redactPerson(item, id))
  if (typeof json !== 'object' || json === null) return json
  const isSubject =
    ('id' in json && json.id === id && 'first_name' in json) ||
    ('user_id' in json && json.user_id === id)
  const isOnlyBuyer =
    'user_ids' in json && Array.isArray(json.user_ids) && json.user_ids.join() === id
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      (isSubject && personalFields.has(key)) || (isOnlyBuyer && buyerFields.has(key))
        ? ''
        : redactPerson(value, id),
    ]),
  )
}

/**
 * Redacts stored idempotent responses. Other users keep their keys, so a repeated request is not
 * executed twice.
 */
async function redactIdempotentResponses(trx: Trx, erased: ErasedUser): Promise<void> {
  await deleteIdempotencyKeysOfUser(trx, erased)
  for (const { response, ...stored } of await listResponsesAbout(trx, erased)) {
    await updateStoredResponse(trx, erased.workspace_id, {
      ...stored,
      response: redactPerson(response, erased.id),
    })
  }
}

/**
 * Erases personal data outside the user's row: mails, links, sessions, import rows, and texts of
 * purchases.
 */
async function erasePersonalData(trx: Trx, erased: ErasedUser): Promise<void> {
  await deleteUserRows(trx, 'sessions', erased)
  await deleteUserRows(trx, 'oauth_grants', erased)
  await deleteUserRows(trx, 'invites', erased)
  await deleteUserRows(trx, 'impersonation_links', erased)
  await deleteUserRows(trx, 'inbox_items', erased)
  await deleteUserRows(trx, 'reward_goals', erased)
  await deleteUserRows(trx, 'group_owners', erased)
  await deleteUserRows(trx, 'budget_owners', erased)
  await deleteUserRows(trx, 'waiting_managers', erased)
  await deleteUserRows(trx, 'attribute_values', erased)
  await deleteUserRows(trx, 'sso_identities', erased)
  await deleteUserRows(trx, 'sso_requests', erased)
  await deleteUserRows(trx, 'scim_users', erased)
  await deleteUserRows(trx, 'scim_grants', erased)
  await deleteScimRequestsAbout(trx, erased)
  await deleteUserRows(trx, 'personal_addresses', erased)
  for (const table of ['celebrations', 'group_card_signers', 'group_card_signatures'] as const)
    await deleteUserRows(trx, table, erased)
  await deleteIntroductions(trx, erased)
  await clearLineNames(trx, erased.workspace_id, erased.id)
  await clearContributionComments(trx, erased)
  await clearPurchaseNotes(trx, erased)
  await clearGiftCardRecipients(trx, erased)
  await deleteWaitingMailsOfUser(trx, erased)
  await clearMailAddresses(trx, erased)
  await clearInviterName(trx, erased)
  await clearImportRows(trx, erased)
  await eraseFromHistoryImports(trx, erased)
  await deleteSyncedData(trx, erased)
  await clearWebhookAnswers(trx, erased)
  await deleteChatTraces(trx, erased.workspace_id, erased.id)
  await deleteLinksOfUser(trx, erased.workspace_id, erased.id)
  await clearAuditedTokenNames(trx, erased)
  await redactIdempotentResponses(trx, erased)
}

/**
 * Clears the user's row. Returns the storage key of the picture, which the caller deletes after
 * commit.
 */
async function eraseUserRow(
  trx: Trx,
  member: UserRow,
  workspaceId: string,
  at: Date,
): Promise<string | null> {
  const user = await findAccountAndAvatar(trx, workspaceId, member.id)
  await updateUserColumns(trx, workspaceId, member.id, {
    state: 'deleted',
    deleted_at: at,
    account_id: null,
    email: '',
    first_name: '',
    last_name: '',
    job_title: '',
    phone: '',
    birth_date: null,
    hire_date: null,
    language: null,
    avatar_file_id: null,
    allowance_rule_id: null,
    points_limit: null,
    points_limit_per_post: null,
    calendar_salt: null,
    manager_id: null,
    country: null,
    timezone: null,
    employee_number: '',
    cost_center: '',
    away_from: null,
    away_to: null,
    field_sources: '{}',
  })
  await updatePermissionColumns(trx, workspaceId, member.id, {
    global_administrator: false,
    account_administrator: false,
    rewards_administrator: false,
    billing_administrator: false,
  })
  if (member.state !== 'pending' && !member.demo)
    await enqueueWebhookEvents(trx, {
      workspaceId,
      event: 'user.left',
      subjectIds: [member.id],
      at,
    })
  if (user.avatar_file_id) await deleteFile(trx, workspaceId, user.avatar_file_id)
  if (user.account_id) await pruneAccount(trx, user.account_id)
  return member.avatar_key
}

/**
 * Throws `last_member` if this is the only accepted member: such a team must be deleted instead.
 */
async function assertNotLastMember(trx: Trx, member: UserRow, workspaceId: string): Promise<void> {
  if (!(await hasOtherMember(trx, workspaceId, member.id))) throwRefusal('last_member')
}

/**
 * Deletes a member or the actor itself. Personal data is erased, open purchases are canceled and
 * refunded, posts stay. Throws forbidden if the actor deletes another member without managing the
 * team. The last holder of a permission cannot be deleted.
 */
export async function deleteUser(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const picture = await withTeamLock(services, actor, at, async (context) => {
    const { trx } = context
    // A running purchase finishes first, and no new purchase can start.
    await lockUser(trx, workspaceId, id)
    const member = await requireMember(context, id)
    if (id !== actor.user_id) {
      assertManagesTeam(context)
      // In an unpaid team, members may delete themselves, but management is blocked.
      if (!actor.billing_active) throwRefusal('billing_inactive')
    } else forbidImpersonation(actor)
    assertMayEdit(context.actorPermissions, member)
    if (id === actor.user_id) await assertNotLastMember(trx, member, workspaceId)
    await assertNotLastHolder(trx, actor, member, permissions, 'without fields')
    await cancelPurchasesOfUser(trx, actor, id, at)
    await endGraceBeforeErasure(services, trx, actor, id, at)
    if (id !== actor.user_id && !member.demo)
      await recordRemovedAddress(trx, services.config, workspaceId, member.email, at)
    await erasePersonalData(trx, {
      workspace_id: workspaceId,
      id,
      email: member.email,
      name: `${member.first_name} ${member.last_name}`.trim(),
    })
    await keepPayrollLeaver(trx, workspaceId, id, at)
    await endMemberships(trx, workspaceId, [id], { at })
    // Those who reported to the person report to the next manager.
    const [newManagerId] = await listManagerIds(trx, workspaceId, id, 1)
    const moved = await moveReports(trx, workspaceId, id, newManagerId ?? null)
    const key = await eraseUserRow(trx, member, workspaceId, at)
    // Until then the person is a report of their manager.
    await refreshPeopleRules(trx, workspaceId, moved, at)
    await adoptBudgets(trx, workspaceId, at)
    await eraseFromNominations(trx, workspaceId, id)
    await eraseFromAwards(trx, { workspaceId, userId: id, at })
    await audit(
      trx,
      actor,
      'user.delete',
      { user_id: id, state: { from: member.state, to: 'deleted' } },
      at,
    )
    return key
  })
  services.events.publish(workspaceId, ['config'], [id])
  // Canceled purchases have returned points, and stock to the shop.
  services.events.publish(workspaceId, ['purchases', 'rewards'])
  if (picture) await deletePictureFile(services, workspaceId, picture)
}
