import { saveSlug } from '#server/modules/sso/address-queries.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'
import { fillBudgets } from '#server/modules/budgets/renew.ts'
import { endBilling } from '#server/modules/billing/service.ts'
import { advanceOrderNow } from '#server/workflows/gift-card-orders/advance-order.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { findWorkspaceBrand, lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { defineJobWorker } from '#server/platform/background/define-worker.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'
import {
  longStatementMs,
  setStatementTimeout,
} from '#server/platform/database/statement-timeout.ts'
import { requestDeletion } from './deletion.ts'
import { requireDangerZone } from './require-danger-zone.ts'
import {
  deleteDemoRows,
  deleteHistory,
  eraseWorkspaceRows,
  limitLockWaits,
  listOpenOrders,
  lockWorkspaceRows,
  pruneAccountsOfDeleted,
} from './queries.ts'

type Confirmation = BodyOf<'workspace.reset'>

/**
 * Requires confirmation for an irreversible action: the team's name, and what
 * requireDangerZone demands. Impersonation is forbidden.
 */
async function assertConfirmed(
  services: Services,
  actor: Actor,
  { name }: Confirmation,
  at: Date,
): Promise<void> {
  forbidImpersonation(actor)
  const workspace = await services.db.tenant(actor.workspace_id, (trx) =>
    findWorkspaceBrand(trx, actor.workspace_id),
  )
  if (name.trim() !== workspace.name) throwRefusal('name_mismatch', { field: 'name' })
  await requireDangerZone(services, actor, at)
}

/** SQLSTATE lock_not_available, after lock_timeout. */
const lockNotAvailableCode = '55P03'

/** Duration of short lock attempts. After it, the transaction waits for its locks. */
const politeLockMs = 10_000

/**
 * Runs a destructive transaction. `workspace_lock` locks the rows that requests lock (posts,
 * allowances, budgets, rewards, purchases) in the same order, then the workspace row. A transaction that
 * started in between may hold other locks. Waiting for them could deadlock, so `lock_timeout`
 * aborts this transaction and it retries. After `politeLockMs` it waits without a timeout.
 */
async function withWorkspaceLock(
  services: Services,
  workspaceId: string,
  work: (trx: Trx) => Promise<void>,
): Promise<void> {
  for (const end = performance.now() + politeLockMs; ;) {
    const waitsForLocks = performance.now() > end
    try {
      return await services.db.tenant(workspaceId, async (trx) => {
        await setStatementTimeout(trx, longStatementMs)
        await lockWorkspaceRows(trx, workspaceId)
        if (!waitsForLocks) await limitLockWaits(trx)
        await work(trx)
      })
    } catch (error) {
      if (waitsForLocks || (error as { code?: string }).code !== lockNotAvailableCode) throw error
      await sleep(5 + Math.random() * 20)
    }
  }
}

async function runDestructive(
  services: Services,
  actor: Actor,
  work: (trx: Trx) => Promise<void>,
): Promise<void> {
  try {
    await withWorkspaceLock(services, actor.workspace_id, work)
  } catch (error) {
    if (toRefusal(error)) throw error
    services.log.error({ err: error, workspace: actor.workspace_id }, 'reset')
    throwRefusal('reset_failed')
  }
  services.events.publish(actor.workspace_id, [
    'config',
    'posts',
    'coins',
    'rewards',
    'purchases',
    'budgets',
  ])
}

/** Removes demo users, posts and rewards. Balances do not change. */
export async function removeDemoData(services: Services, actor: Actor, at: Date): Promise<void> {
  await runDestructive(services, actor, async (trx) => {
    await lockSettings(trx, actor.workspace_id)
    await deleteDemoRows(trx, actor.workspace_id)
    // People of a demo manager have none now.
    await refreshPeopleRules(trx, actor.workspace_id, 'all', at)
    await audit(trx, actor, 'workspace.reset_demo_data', {}, at)
  })
}

/**
 * Removes posts, points and rewards history (specification, section 9). People, values and rewards
 * stay.
 */
export async function resetWorkspace(
  services: Services,
  actor: Actor,
  confirmation: Confirmation,
  at: Date,
): Promise<void> {
  await assertConfirmed(services, actor, confirmation, at)
  await runDestructive(services, actor, async (trx) => {
    // An open gift card order may already be paid. The reset fails while one is open; the lock
    // prevents new ones.
    const open = await listOpenOrders(trx, actor.workspace_id)
    if (open.length) throwRefusal('reset_failed')
    await deleteHistory(trx, actor.workspace_id)
    await fillBudgets(trx, actor.workspace_id, {
      actorId: actor.user_id,
      at,
      max: limits.budgets_max,
    })
    await audit(trx, actor, 'workspace.reset', {}, at)
  })
}

/** Requests the deletion of the team, effective after the grace period, or at once without one. */
export async function deleteWorkspace(
  services: Services,
  actor: Actor,
  confirmation: Confirmation,
  at: Date,
): Promise<void> {
  await assertConfirmed(services, actor, confirmation, at)
  await requestDeletion(services, actor, at)
}

/**
 * Erases the rows of a deleted team, then its pictures. A second call, or one for a team that is
 * not deleted, changes nothing.
 */
export async function eraseWorkspace(services: Services, workspaceId: string): Promise<void> {
  const { db } = services
  await endBilling(services, workspaceId)
  // Paid gift card orders are advanced as far as possible first.
  const open = await db.tenant(workspaceId, (trx) => listOpenOrders(trx, workspaceId))
  for (const { purchase_id: purchaseId } of open)
    await advanceOrderNow(services, { workspaceId, purchaseId })
  // First, so that a repeated call still finds the accounts by their users.
  await pruneAccountsOfDeleted(db.global, workspaceId)
  const keys = await db.tenant(workspaceId, async (trx) => {
    await setStatementTimeout(trx, longStatementMs)
    await saveSlug(trx, workspaceId, null)
    return eraseWorkspaceRows(trx, workspaceId)
  })
  await deleteFiles(
    services,
    keys.map((key) => `${workspaceId}/${key}`),
  )
}

/** Erases a deleted team. */
export const erasureWorker = defineJobWorker({
  name: 'erasure',
  job: 'erase_workspace',
  run: (services, { workspace_id: workspaceId }) => eraseWorkspace(services, workspaceId),
})
