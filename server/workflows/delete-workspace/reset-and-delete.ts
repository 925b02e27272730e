import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/routes/index.ts'
import { endBilling } from '#server/modules/billing/service.ts'
import { advanceOrder } from '#server/workflows/gift-card-orders/worker.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { dangerZoneOpensAt } from '#server/modules/profiles/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'
import { requestDeletion } from './deletion.ts'

const hourMs = 3_600_000

type Confirmation = BodyOf<'workspace.reset'>

/**
 * What cannot be taken back needs the team's name typed and proof of presence, and is closed for 72
 * hours after a change of address. Nobody does it in another's place.
 */
async function assertConfirmed(
  { db }: Services,
  actor: Actor,
  { name }: Confirmation,
  at: Date,
): Promise<void> {
  forbidImpersonation(actor)
  const workspace = await db.tenant(actor.workspace_id, (trx) =>
    trx
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', actor.workspace_id)
      .executeTakeFirstOrThrow(),
  )
  if (name.trim() !== workspace.name) throwRefusal('name_mismatch', { field: 'name' })
  const opensAt = await dangerZoneOpensAt(db.global, actor.account_id, at)
  if (opensAt)
    throwRefusal('danger_zone_wait', {
      params: { hours: Math.ceil((opensAt.getTime() - at.getTime()) / hourMs) },
    })
  await requirePresence({ db }, actor, at)
}

/** Taking away much at once may take longer than an ordinary statement may. */
const raiseStatementTimeout = (trx: Trx) => sql`set local statement_timeout = '10min'`.execute(trx)

/** SQLSTATE of a lock that was not had in time. */
const lockNotAvailableCode = '55P03'
/** How long taking away makes room for everybody else, before it insists. */
const politeLockMs = 10_000

/**
 * Work that takes away what others may have in their hands: it waits for that first, then for the
 * team's row (`workspace_hold`). What somebody began in between, and holds, it does not wait for:
 * it lets go of everything and begins anew, so that nobody waits in a circle with it. Only when
 * that goes on and on it insists.
 */
async function withWorkspaceLock(
  services: Services,
  workspaceId: string,
  work: (trx: Trx) => Promise<void>,
): Promise<void> {
  for (const end = performance.now() + politeLockMs; ;) {
    const insist = performance.now() > end
    try {
      return await services.db.tenant(workspaceId, async (trx) => {
        await raiseStatementTimeout(trx)
        await sql`select workspace_hold(${workspaceId})`.execute(trx)
        if (!insist) await sql`set local lock_timeout = '20ms'`.execute(trx)
        await work(trx)
      })
    } catch (error) {
      if (insist || (error as { code?: string }).code !== lockNotAvailableCode) throw error
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
  services.events.publish(actor.workspace_id, ['config', 'posts', 'coins', 'rewards', 'purchases'])
}

/** The demo people, posts and rewards leave without a trace in any balance. */
export async function removeDemoData(services: Services, actor: Actor, at: Date): Promise<void> {
  await runDestructive(services, actor, async (trx) => {
    await sql`select demo_remove(${actor.workspace_id})`.execute(trx)
    await audit(trx, actor, 'workspace.reset_demo_data', {}, at)
  })
}

/**
 * Feed posts, points and rewards history go (specification, section 9); people, values and rewards
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
    // What a team's money is on its way for is not forgotten: nothing begins and nothing goes on
    // from here, and if something is open, not now.
    const open = await trx
      .selectFrom('gift_orders')
      .select('purchase_id')
      .where('workspace_id', '=', actor.workspace_id)
      .where('step', 'not in', ['settled', 'released'])
      .executeTakeFirst()
    if (open) throwRefusal('reset_failed')
    await sql`select workspace_reset(${actor.workspace_id})`.execute(trx)
    await audit(trx, actor, 'workspace.reset', {}, at)
  })
}

/**
 * Asks for the deletion of the team: it takes effect once the days of grace are over, or at once
 * where there are none.
 */
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
 * Erases a deleted team: rows first, then its pictures. Nothing happens a second time, or to a team
 * that was not deleted.
 */
export async function eraseWorkspace(services: Services, workspaceId: string): Promise<void> {
  const { db } = services
  await endBilling(services, workspaceId)
  // Gift cards that were paid for go as far as they can first.
  const open = await db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('gift_orders')
      .select('purchase_id')
      .where('workspace_id', '=', workspaceId)
      .where('step', 'not in', ['settled', 'released'])
      .execute(),
  )
  for (const { purchase_id: purchaseId } of open)
    await advanceOrder(services, workspaceId, purchaseId)
  const keys = await db.tenant(workspaceId, async (trx) => {
    await raiseStatementTimeout(trx)
    const { rows } = await sql<{
      keys: string[]
    }>`select workspace_erase(${workspaceId}) as keys`.execute(trx)
    return rows[0]?.keys ?? []
  })
  await deleteFiles(
    services,
    keys.map((key) => `${workspaceId}/${key}`),
  )
}
