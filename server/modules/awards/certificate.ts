import type { Language } from '#contract/schemas/common.ts'
import { encodeAsPng } from '#server/modules/files/reencode-picture.ts'
import { findPeopleByIds } from '#server/modules/people/queries.ts'
import { nameOfPerson } from '#server/modules/people/present.ts'
import { findWorkspaceBrand } from '#server/modules/workspaces/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { type Certificate, renderCertificatePdf } from './certificate-pdf.ts'
import { findVisibleGift } from './gift-queries.ts'

/** What a certificate shows; `logoKey` is the storage key of the logo. */
type CertificateFacts = Omit<Certificate, 'logo'> & { logoKey: string | null }

/**
 * Returns the facts of the certificates of a given gift: a receiver gets their own, the giver and
 * administrators those of all receivers. Throws not_found.
 */
async function loadFacts(
  trx: Trx,
  actor: Actor,
  id: string,
  { language, at }: { language: Language; at: Date },
): Promise<CertificateFacts> {
  const { workspace_id: workspaceId, user_id: userId, timezone, abilities } = actor
  const gift = await findVisibleGift(trx, actor, id, at)
  const isOwner = gift?.giver_id === userId || abilities.has('manage_settings')
  if (gift?.status !== 'approved' || !(isOwner || gift.is_receiver))
    return throwRefusal('not_found')
  const shown = gift.is_receiver && gift.giver_id !== userId ? [userId] : gift.receiver_ids
  const people = await findPeopleByIds(trx, workspaceId, [gift.giver_id, ...shown])
  const nameOf = (personId: string) => {
    const person = people.find((row) => row.id === personId)
    return person ? nameOfPerson(person) : ''
  }
  const receivers = shown.map(nameOf).filter(Boolean)
  if (!receivers.length) throwRefusal('not_found')
  const workspace = await findWorkspaceBrand(trx, workspaceId)
  return {
    team: workspace.name,
    logoKey: workspace.logo_key,
    award: gift.award_name,
    giver: nameOf(gift.giver_id) || translate(language, 'common', 'former'),
    text: gift.text,
    at: gift.ended_at ?? gift.created_at,
    timezone,
    receivers,
  }
}

/** Returns the certificates of a given gift as a PDF document. Throws not_found. */
export async function renderCertificate(
  { db, storage, log }: Services,
  actor: Actor,
  id: string,
  reader: { language: Language; at: Date },
): Promise<Buffer> {
  const { workspace_id: workspaceId } = actor
  const { logoKey, ...facts } = await db.readSnapshot(workspaceId, (trx) =>
    loadFacts(trx, actor, id, reader),
  )
  const stored = logoKey === null ? null : await storage.get(`${workspaceId}/${logoKey}`)
  // A certificate without the logo is better than none.
  const logo = stored
    ? await encodeAsPng(workspaceId, stored, log).catch((error: unknown) => {
        log.warn({ err: error, workspace: workspaceId }, 'logo of a certificate')
        return null
      })
    : null
  return renderCertificatePdf({ ...facts, logo }, reader.language)
}
