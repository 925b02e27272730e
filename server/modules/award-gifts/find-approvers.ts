import type { ApprovalStepInput } from '#contract/schemas/awards.ts'
import type { Trx } from '#server/platform/database/database.ts'
import {
  listEligible,
  listEligibleAdministrators,
  listEligibleManagers,
  listOwnersOfBudget,
} from './approver-queries.ts'
import type { GiftRow } from './queries.ts'

export type GiftPeople = Pick<GiftRow, 'giver_id' | 'receiver_ids' | 'budget_id'>

export const toExcluding = (workspaceId: string, gift: GiftPeople) => ({
  workspaceId,
  excludedIds: [gift.giver_id, ...gift.receiver_ids],
})

/**
 * Returns the people who may decide a step. The giver, receivers and people who left are skipped: if
 * nobody remains, the next manager above decides, then administrators. Empty: nobody can.
 */
export async function findApprovers(
  trx: Trx,
  workspaceId: string,
  step: ApprovalStepInput,
  gift: GiftPeople,
): Promise<string[]> {
  const excluding = toExcluding(workspaceId, gift)
  if (step.approver === 'receiver_manager' || step.approver === 'giver_manager') {
    const below = step.approver === 'giver_manager' ? [gift.giver_id] : gift.receiver_ids
    const managers = await listEligibleManagers(trx, excluding, below)
    return managers.length ? managers : listEligibleAdministrators(trx, excluding)
  }
  const named =
    step.approver === 'people'
      ? step.user_ids
      : await listOwnersOfBudget(trx, workspaceId, gift.budget_id ?? '')
  const eligible = await listEligible(trx, excluding, named)
  if (eligible.length) return eligible
  const managers = await listEligibleManagers(trx, excluding, named)
  return managers.length ? managers : listEligibleAdministrators(trx, excluding)
}

/** Returns the people who may decide as well once approvers have not decided for days. */
export async function findEscalation(
  trx: Trx,
  workspaceId: string,
  approverIds: string[],
  gift: GiftPeople,
): Promise<string[]> {
  const excluding = toExcluding(workspaceId, gift)
  const added = [
    ...(await listEligibleManagers(trx, excluding, approverIds)),
    ...(await listEligibleAdministrators(trx, excluding)),
  ]
  return [...new Set(added)].filter((id) => !approverIds.includes(id))
}
