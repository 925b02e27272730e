import { dayMs, minuteMs } from '#contract/durations.ts'
import type { InvitationPlan, UserImport } from '#contract/schemas/imports.ts'
import { lockInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { loadInviteContext, sendInvitations } from '#server/modules/users/create.ts'
import { canManageTeam } from '#server/modules/users/edit-policy.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  deleteHeldInvites,
  type DueImport,
  type HeldPerson,
  listDueImports,
  listHeldPeople,
  markInvited,
  setInviteTime,
} from './held-invite-queries.ts'
import { planInviteTime } from './plan-invite-time.ts'
import { findImport, type ImportRow, lockImport } from './queries.ts'
import { loadImport } from './service.ts'

const batchPeople = 500
const importsPerRun = 20
const firstId = '00000000-0000-0000-0000-000000000000'
/**
 * Changes when held invitations are sent: now, on a day, or later. Throws not_found, and conflict
 * when nobody waits for an invitation or the import is running.
 */
export async function scheduleInvitations(
  { db }: Services,
  actor: Actor,
  id: string,
  plan: InvitationPlan,
  at: Date,
): Promise<UserImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const state = await lockImport(trx, workspaceId, id)
    const row = (state && (await findImport(trx, workspaceId, id))) || throwRefusal('not_found')
    if (state === 'uploaded' || state === 'in_progress' || !Number(row.held_people))
      throwRefusal('conflict')
    await setInviteTime(trx, workspaceId, id, planInviteTime(plan, at, actor.timezone))
    await audit(trx, actor, 'import.planned', { import_id: id, count: Number(row.held_people) }, at)
    return loadImport(trx, workspaceId, id, at)
  })
}

/**
 * Invites people of a batch as far as the daily budgets allow. Returns those for whom no day has
 * budget left.
 */
async function inviteHeldPeople(
  services: Services,
  trx: Trx,
  row: ImportRow,
  people: HeldPerson[],
  at: Date,
): Promise<HeldPerson[]> {
  const { workspace_id: workspaceId, id, created_by: userId } = row
  const invitation = {
    ...(await loadInviteContext(trx, workspaceId, userId, at)),
    import_id: id,
    message: row.message,
  }
  const budget = await lockInviteBudget(trx, services.config, workspaceId, at)
  const planned = people.flatMap(({ user_id: personId, email }) => {
    const sendsAt = budget.claimDay(email, 'import')
    return sendsAt ? [{ id: personId, email, sends_at: sendsAt }] : []
  })
  await budget.save(trx)
  await sendInvitations(services, trx, planned, invitation)
  const invited = new Set(planned.map((person) => person.id))
  await markInvited(trx, workspaceId, [...invited], { userId, at })
  return people.filter((person) => !invited.has(person.user_id))
}

/**
 * Sends a batch of held invitations in one transaction, so a process may crash at any point. The
 * import row stays locked, so other processes wait. Returns whether more are due.
 */
async function sendBatch(
  services: Services,
  { workspace_id: workspaceId, import_id: importId }: DueImport,
): Promise<boolean> {
  const { db, clock } = services
  return db.tenant(workspaceId, async (trx) => {
    const at = clock.now()
    // Locks the settings before the import, in the same order as all invites, to avoid deadlocks.
    await lockSettings(trx, workspaceId)
    await lockImport(trx, workspaceId, importId)
    const row = await findImport(trx, workspaceId, importId)
    // Another process has sent them, or they were postponed.
    if (!row?.invites_at || row.invites_at > at) return false
    const held = await findPermissions(trx, workspaceId, row.created_by)
    if (!held || !canManageTeam(held)) {
      await setInviteTime(trx, workspaceId, importId, null)
      return false
    }
    const people = await listHeldPeople(trx, workspaceId, importId, {
      after: firstId,
      limit: batchPeople,
    })
    const waiting = people.filter((person) => person.is_waiting)
    const refused = await inviteHeldPeople(services, trx, row, waiting, at)
    const left = new Set(refused.map((person) => person.user_id))
    const done = people.map((person) => person.user_id).filter((id) => !left.has(id))
    await deleteHeldInvites(trx, workspaceId, done)
    // The budget of all days is spent. Tomorrow the range of days grows by one.
    if (refused.length)
      await setInviteTime(trx, workspaceId, importId, new Date(at.getTime() + dayMs))
    else if (people.length < batchPeople) await setInviteTime(trx, workspaceId, importId, null)
    return !refused.length && people.length === batchPeople
  })
}

/** Sends the invitations that are due, in all workspaces. Returns whether more are due. */
export async function sendHeldInvites(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<boolean> {
  const due = await listDueImports(services.db.global, services.clock.now(), importsPerRun)
  const done = await forEachDue(
    due,
    {
      log: services.log,
      message: 'held invites were not sent',
      describe: (row) => ({ workspace: row.workspace_id, import: row.import_id }),
      stopped,
    },
    async (held) => {
      while (!stopped() && (await sendBatch(services, held))) {
        // Each batch is a transaction of its own.
      }
    },
  )
  return done > 0 && due.length === importsPerRun && !stopped()
}

/** Sends planned invitations. Safe with several processes: each person is invited once. */
export const heldInviteWorker = defineWorker({
  name: 'held-invites',
  everyMs: minuteMs,
  run: sendHeldInvites,
})
