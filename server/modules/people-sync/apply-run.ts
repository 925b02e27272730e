import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { discardPlans } from '#server/modules/imports/queries.ts'
import { deactivatePeople } from '#server/modules/people-files/deactivate-people.ts'
import { placeImportedPeople, toUserFields } from '#server/modules/people-files/place-people.ts'
import { updateImportedUsers } from '#server/modules/people-files/place-queries.ts'
import { createPendingUsers, inviteAgain, loadInviteContext } from '#server/modules/users/create.ts'
import { canEditMember, canManageTeam } from '#server/modules/users/edit-policy.ts'
import { moveToAddress } from '#server/modules/users/move-to-address.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Permissions } from '#contract/permissions.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type ChangeRow,
  listOpenChanges,
  markDone,
  markManagerCircles,
  recountOutcomes,
} from './change-queries.ts'
import { isActive } from './check-person.ts'
import { type FileValues, listUntouched, toImportedPerson } from './compare.ts'
import {
  addMissing,
  deleteFound,
  listSyncPeople,
  saveFileValues,
  type SyncPerson,
} from './person-queries.ts'
import { endRun, findSyncSettings, lockRun, type RunRow } from './run-queries.ts'
import { runActor, stopRun } from './stop-run.ts'

const batchRows = 500
/** A deactivation takes many statements, and a batch holds the lock of the team. */
const batchLeavers = 50

/** A batch in its transaction, under the lock of the team. */
type Batch = {
  services: Services
  trx: Trx
  run: RunRow
  held: Permissions
  people: Map<string, SyncPerson>
  at: Date
}
/** What became of a change: its person, and why a part of it was left out. */
type Result = { user_id: string | null; code: string | null; isRefused?: boolean }
type Results = Map<number, Result>

/** Adds new people. Those who arrived since the check are left to the next run. */
async function addPeople(batch: Batch, rows: ChangeRow[], results: Results): Promise<void> {
  const { services, trx, run, at } = batch
  const { workspace_id: workspaceId } = run
  if (!rows.length) return
  const present = await listSyncPeople(trx, workspaceId, {
    emails: rows.map(({ email }) => email),
    numbers: rows.flatMap(({ file_values: values }) => values['employee_number'] ?? []),
  })
  const taken = new Set(
    present.flatMap(({ email, employee_number: number }) => [email, number.toLowerCase()]),
  )
  taken.delete('')
  const isTaken = ({ email, file_values: values }: ChangeRow) =>
    taken.has(email) || taken.has(values['employee_number']?.toLowerCase() ?? '')
  const settings = await findSyncSettings(trx, workspaceId)
  const invitation = {
    ...(await loadInviteContext(trx, workspaceId, run.created_by, at)),
    held: !(settings?.invites ?? false),
    places_later: true,
  }
  const arriving = rows.filter((row) => !isTaken(row))
  const created = await createPendingUsers(
    services,
    trx,
    arriving.map((row) => {
      const person = toImportedPerson(row.email, row.file_values)
      return { ...person, ...toUserFields(person.place) }
    }),
    invitation,
  )
  for (const row of rows) {
    const id = created.get(row.email)?.id
    const code = isTaken(row) ? 'people_file_changed' : 'invites_full'
    results.set(
      row.position,
      id === undefined ? { user_id: null, code, isRefused: true } : { user_id: id, code: null },
    )
  }
  await placePeople(
    batch,
    arriving.flatMap((row) => {
      const id = created.get(row.email)?.id
      return id === undefined
        ? []
        : [{ id, values: row.file_values, email: row.email, isNew: true }]
    }),
  )
}

/** Puts people in their places and decides which rules apply to them. */
async function placePeople(
  { trx, run: { workspace_id: workspaceId }, at }: Batch,
  people: { id: string; email: string; values: FileValues; isNew: boolean }[],
): Promise<void> {
  if (!people.length) return
  await placeImportedPeople(
    trx,
    workspaceId,
    people.map(({ id, email, values, isNew }) => ({
      id,
      place: toImportedPerson(email, values).place,
      isNew,
    })),
    { creates: true, at },
  )
  await refreshPeopleRules(
    trx,
    workspaceId,
    people.map(({ id }) => id),
    at,
  )
}

/** Sends invitations that ended with the former address of people to their new one. */
async function inviteMovedPeople(
  { services, trx, run, at }: Batch,
  people: { id: string; email: string }[],
): Promise<void> {
  const { workspace_id: workspaceId, created_by: createdBy } = run
  if (!people.length || !(await findSyncSettings(trx, workspaceId))?.invites) return
  const invitation = await loadInviteContext(trx, workspaceId, createdBy, at)
  await inviteAgain(services, trx, people, invitation)
}

/** Writes changed fields, except those that somebody changed since the check. */
async function changePeople(batch: Batch, rows: ChangeRow[], results: Results): Promise<void> {
  const { trx, run, held, people, at } = batch
  const { workspace_id: workspaceId } = run
  const uninvited: { id: string; email: string }[] = []
  const changed: { id: string; email: string; values: FileValues }[] = []
  for (const row of rows) {
    const person = people.get(row.user_id ?? '')
    if (!person || !canEditMember(held, person)) {
      const code = person ? 'forbidden' : 'people_file_changed'
      results.set(row.position, { user_id: null, code, isRefused: true })
      continue
    }
    const fields = listUntouched(person, row.fields)
    const code = fields.length < row.fields.length ? 'people_file_changed' : null
    results.set(row.position, { user_id: person.id, code })
    const values = Object.fromEntries(fields.map(({ field, after }) => [field, after]))
    // Both ends of a leave are written together.
    if (values['away_until'] !== undefined && row.file_values['away_from'])
      values['away_from'] = row.file_values['away_from']
    else if (values['away_from'] && row.file_values['away_until'])
      values['away_until'] = row.file_values['away_until']
    const { email } = values
    if (email && (await listSyncPeople(trx, workspaceId, { emails: [email] })).length)
      results.set(row.position, { user_id: person.id, code: 'email_taken' })
    else if (email && (await moveToAddress({ trx, actor: runActor(run), at }, person, email)))
      uninvited.push({ id: person.id, email })
    changed.push({ id: person.id, email: email ?? person.email, values })
  }
  if (!changed.length) return
  await inviteMovedPeople(batch, uninvited)
  await updateImportedUsers(
    trx,
    workspaceId,
    changed.map(({ id, email, values }) => ({ ...toImportedPerson(email, values), id })),
  )
  await placePeople(
    batch,
    changed.map((person) => ({ ...person, isNew: false })),
  )
}

/** Deactivates people, unless they hold more permissions, are the last of a kind, or act here. */
async function removePeople(batch: Batch, rows: ChangeRow[], results: Results): Promise<void> {
  const { trx, run, held, people, at } = batch
  const leaving = new Map<string, number>()
  for (const { position, user_id: userId } of rows) {
    const person = people.get(userId ?? '')
    const refuse = (code: string) =>
      results.set(position, { user_id: userId, code, isRefused: true })
    if (!person) refuse('people_file_changed')
    else if (!canEditMember(held, person)) refuse('forbidden')
    else if (person.id === run.created_by) refuse('own_deactivation')
    else if (isActive(person)) leaving.set(person.id, position)
    else results.set(position, { user_id: userId, code: null })
  }
  const codes = await deactivatePeople({ trx, actor: runActor(run), at }, [...leaving.keys()])
  for (const [userId, code] of codes)
    results.set(leaving.get(userId) ?? 0, { user_id: userId, code, isRefused: code !== null })
}

/** Returns the next changes, with few people who leave. */
async function listBatch(
  trx: Trx,
  { workspace_id: workspaceId, id }: RunRow,
): Promise<ChangeRow[]> {
  const rows = await listOpenChanges(trx, workspaceId, id, batchRows)
  let leavers = 0
  const end = rows.findIndex(({ outcome }) => {
    if (outcome === 'deactivated') leavers += 1
    return leavers > batchLeavers
  })
  return end < 0 ? rows : rows.slice(0, end)
}

async function applyBatch(batch: Batch, rows: ChangeRow[]): Promise<void> {
  const { trx, run } = batch
  const { workspace_id: workspaceId, id } = run
  const results: Results = new Map()
  const of = (...outcomes: ChangeRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome))
  await addPeople(batch, of('new'), results)
  await changePeople(batch, of('changed', 'conflict'), results)
  await removePeople(batch, of('deactivated'), results)
  await addMissing(
    trx,
    workspaceId,
    id,
    of('missing').flatMap(({ user_id: userId }) =>
      userId && batch.people.has(userId) ? [userId] : [],
    ),
  )
  await saveFileValues(
    trx,
    workspaceId,
    of('new', 'changed', 'conflict', 'unchanged').flatMap((row) => {
      const userId = results.get(row.position)?.user_id ?? row.user_id
      const isRefused = results.get(row.position)?.isRefused === true
      return userId && !isRefused ? [{ user_id: userId, file_values: row.file_values }] : []
    }),
  )
  await markDone(
    trx,
    workspaceId,
    id,
    rows.map(({ position, outcome, user_id: userId }) => {
      const result = results.get(position)
      return {
        position,
        user_id: result?.user_id ?? userId,
        outcome: result?.isRefused ? 'refused' : outcome,
        code: result?.code ?? null,
      }
    }),
  )
}

/** Links managers, forgets who was missing, and writes the summary to the audit log. */
async function finishRun(trx: Trx, run: RunRow, at: Date): Promise<void> {
  const { workspace_id: workspaceId, id } = run
  const refused = await linkArrivedManagers(trx, workspaceId, 'all', at)
  if (refused.length) await markManagerCircles(trx, workspaceId, id, refused)
  await recountOutcomes(trx, workspaceId, id)
  await deleteFound(trx, workspaceId, id)
  await endRun(trx, workspaceId, id, { state: 'finished', at })
  const ended = (await lockRun(trx, workspaceId, id)) ?? run
  await audit(
    trx,
    runActor(run),
    'people_sync.finish',
    {
      sync_run_id: id,
      rows: ended.rows_count,
      added: ended.new_count,
      changed: ended.changed_count + ended.conflict_count,
      deactivated: ended.deactivated_count,
      refused: ended.refused_count,
    },
    at,
  )
}

/**
 * Applies the next changes in one transaction, so that a process may crash at any point. Returns
 * whether the run is over, and the people whose inbox has a new item.
 */
async function applyNextBatch(
  services: Services,
  { workspace_id: workspaceId, id }: RunRow,
): Promise<{ isOver: boolean; inboxes: string[] }> {
  const { db, clock } = services
  return db.tenant(workspaceId, async (trx) => {
    await discardPlans(trx)
    const at = clock.now()
    // Locks the settings before the run, in the same order as all invites, to avoid deadlocks.
    await lockSettings(trx, workspaceId)
    const run = await lockRun(trx, workspaceId, id)
    if (run?.state !== 'applying') return { isOver: true, inboxes: [] }
    const held = await findPermissions(trx, workspaceId, run.created_by)
    if (!held || !canManageTeam(held)) {
      const inboxes = await stopRun(trx, run, { state: 'failed', code: 'forbidden', at })
      return { isOver: true, inboxes }
    }
    const rows = await listBatch(trx, run)
    if (!rows.length) {
      await finishRun(trx, run, at)
      return { isOver: true, inboxes: [] }
    }
    const ids = rows.flatMap(({ user_id: userId, outcome }) =>
      userId && outcome !== 'unchanged' ? [userId] : [],
    )
    const people = ids.length ? await listSyncPeople(trx, workspaceId, { ids }) : []
    const byId = new Map(people.map((person) => [person.id, person]))
    await applyBatch({ services, trx, run, held, people: byId, at }, rows)
    return { isOver: false, inboxes: [] }
  })
}

/** Applies the changes of a run until it ends or `stopped` is true. */
export async function applyRun(
  services: Services,
  run: RunRow,
  stopped: () => boolean,
): Promise<{ isOver: boolean; inboxes: string[] }> {
  while (!stopped()) {
    const step = await applyNextBatch(services, run)
    if (step.isOver) return step
  }
  return { isOver: false, inboxes: [] }
}
