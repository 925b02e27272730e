import { limits } from '#contract/limits.ts'
import type { GroupCard, ReportedSignature } from '#contract/schemas/group-cards.ts'
import { deletePictureFile } from '#server/modules/files/service.ts'
import { addReportToInboxes } from '#server/modules/inbox-items/card-queries.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  endSignatureReport,
  listReportedSignatures,
  reportSignature as storeReport,
} from './signature-queries.ts'
import { assertOwnCard, loadCard, removeSignature } from './service.ts'

type SignatureKey = { id: string; userId: string }

/**
 * Reports a signature of the actor's own card to the administrators of settings, and hides it.
 * Throws not_found.
 */
export async function reportSignature(
  { db, events }: Pick<Services, 'db' | 'events'>,
  actor: Actor,
  { id, userId }: SignatureKey,
  at: Date,
): Promise<GroupCard> {
  const { workspace_id: workspaceId, user_id: personId } = actor
  const { card, inboxes } = await db.tenant(workspaceId, async (trx) => {
    await assertOwnCard(trx, actor, id)
    if (!(await storeReport(trx, workspaceId, { cardId: id, userId, at })))
      throwRefusal('not_found')
    const changed = await addReportToInboxes(trx, workspaceId, { cardId: id, personId, at })
    return { card: await loadCard(trx, actor, id), inboxes: changed }
  })
  publishInboxChanged({ events }, workspaceId, inboxes)
  return card
}

/** Returns the reported signatures, the oldest report first. */
export async function loadReports(trx: Trx, workspaceId: string): Promise<ReportedSignature[]> {
  const rows = await listReportedSignatures(trx, workspaceId, limits.signature_reports_listed)
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.flatMap((row) => [row.person_id, row.user_id]),
  )
  return rows.map((row) => ({
    card_id: row.card_id,
    person: requirePerson(people, row.person_id),
    occasion: { kind: row.kind, ...(row.years === null ? {} : { years: row.years }) },
    date: row.day,
    user: requirePerson(people, row.user_id),
    text: row.text,
    picture: { url: fileUrl(workspaceId, row.picture_key) },
    created_at: row.created_at.toISOString(),
    reported_at: row.reported_at.toISOString(),
  }))
}

/**
 * Removes a reported signature, or ends its report. It then stays hidden until its person shows it.
 * Throws not_found for one without a report.
 */
export async function decideReport(
  services: Services,
  actor: Actor,
  { id, userId }: SignatureKey,
  { remove }: { remove: boolean },
  at: Date,
): Promise<ReportedSignature[]> {
  const { workspace_id: workspaceId } = actor
  const { reports, key } = await services.db.tenant(workspaceId, async (trx) => {
    if (!(await endSignatureReport(trx, workspaceId, { cardId: id, userId })))
      throwRefusal('not_found')
    const storageKey = remove ? await removeSignature(trx, workspaceId, id, userId) : undefined
    const action = remove ? 'signature.remove' : 'signature.keep'
    await audit(trx, actor, action, { user_id: userId }, at)
    return { reports: await loadReports(trx, workspaceId), key: storageKey }
  })
  if (key !== undefined) await deletePictureFile(services, workspaceId, key)
  return reports
}
