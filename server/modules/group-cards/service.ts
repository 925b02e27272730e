import { limits } from '#contract/limits.ts'
import type { GroupCard, GroupCardSummary } from '#contract/schemas/group-cards.ts'
import { deleteFile } from '#server/modules/files/queries.ts'
import { deletePictureFile, replacePicture } from '#server/modules/files/service.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Person } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  type CardRow,
  findVisibleCard,
  listCardsToSign,
  listReceivedCards,
  lockCard,
} from './queries.ts'
import {
  deleteSignature,
  listSignatures,
  lockSignature,
  setSignatureHidden,
  setSignaturePicture as storePicture,
  upsertSignature,
} from './signature-queries.ts'

const presentSummary = (row: CardRow, people: Map<string, Person>): GroupCardSummary => ({
  id: row.id,
  user: requirePerson(people, row.user_id),
  occasion: { kind: row.kind, ...(row.years === null ? {} : { years: row.years }) },
  date: row.day,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  signed: row.signed,
  signature_count: row.signature_count,
})

/** Returns the open cards that the actor may sign, or the delivered cards of the actor. */
export async function loadCards(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  filter: 'to_sign' | 'received',
): Promise<GroupCardSummary[]> {
  const list = filter === 'to_sign' ? listCardsToSign : listReceivedCards
  const rows = await list(trx, workspaceId, userId, limits.cards_listed)
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => presentSummary(row, people))
}

/**
 * Returns a card with its signatures. Throws not_found for everyone but its signers and, once it is
 * delivered, its person.
 */
export async function loadCard(
  trx: Trx,
  { workspace_id: workspaceId, user_id: readerId }: Actor,
  id: string,
): Promise<GroupCard> {
  const row = await findVisibleCard(trx, workspaceId, id, readerId)
  if (!row) return throwRefusal('not_found')
  const isOwn = row.user_id === readerId
  const signatures = await listSignatures(trx, workspaceId, id, { withHidden: isOwn })
  const people = await loadPeople(trx, workspaceId, [
    row.user_id,
    ...signatures.map((signature) => signature.user_id),
  ])
  return {
    ...presentSummary(row, people),
    signatures: signatures.map((signature) => ({
      user: requirePerson(people, signature.user_id),
      text: signature.text,
      picture: { url: fileUrl(workspaceId, signature.picture_key) },
      hidden: signature.hidden_at !== null,
      reported: isOwn && signature.reported_at !== null,
      created_at: signature.created_at.toISOString(),
    })),
    abilities: { sign: !isOwn && row.delivered_at === null, hide: isOwn },
  }
}

/** Returns a card that the actor may sign, locked until its delivery. Throws card_delivered, not_found. */
async function requireCardToSign(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const card = await lockCard(trx, workspaceId, id)
  const visible = await findVisibleCard(trx, workspaceId, id, userId)
  if (!card || !visible || visible.user_id === userId) throwRefusal('not_found')
  if (card.delivered_at !== null) throwRefusal('card_delivered')
}

/** Signs a card, or changes the actor's signature. Throws card_delivered, not_found. */
export const signCard = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  { id, text }: { id: string; text: string },
  at: Date,
): Promise<GroupCard> =>
  db.tenant(actor.workspace_id, async (trx) => {
    await requireCardToSign(trx, actor, id)
    await upsertSignature(trx, {
      workspace_id: actor.workspace_id,
      card_id: id,
      user_id: actor.user_id,
      text,
      created_at: at,
    })
    return loadCard(trx, actor, id)
  })

/**
 * Replaces or removes the picture of the actor's signature. Throws card_delivered, and not_found
 * without a signature.
 */
export async function setSignaturePicture(
  services: Services,
  actor: Actor,
  id: string,
  picture: { file: Buffer | undefined; remove: boolean | undefined; at: Date },
): Promise<GroupCard> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  await replacePicture(
    services,
    actor,
    { kind: 'signature', ...picture },
    {
      async find(trx) {
        await requireCardToSign(trx, actor, id)
        const signature = await lockSignature(trx, workspaceId, id, userId)
        return signature ? signature.picture_file_id : throwRefusal('not_found')
      },
      put: (trx, fileId) => storePicture(trx, workspaceId, { cardId: id, userId, fileId }),
    },
  )
  return services.db.readSnapshot(workspaceId, (trx) => loadCard(trx, actor, id))
}

/** Deletes a signature. Returns the storage key of its picture, to be deleted after the commit. */
export async function removeSignature(
  trx: Trx,
  workspaceId: string,
  cardId: string,
  userId: string,
): Promise<string | undefined> {
  const fileId = await deleteSignature(trx, workspaceId, cardId, userId)
  return fileId === null ? undefined : deleteFile(trx, workspaceId, fileId)
}

/** Removes the actor's signature, also from a delivered card. Throws not_found. */
export async function unsignCard(services: Services, actor: Actor, id: string): Promise<GroupCard> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const { card, key } = await services.db.tenant(workspaceId, async (trx) => {
    if (!(await findVisibleCard(trx, workspaceId, id, userId))) throwRefusal('not_found')
    const storageKey = await removeSignature(trx, workspaceId, id, userId)
    return { card: await loadCard(trx, actor, id), key: storageKey }
  })
  if (key !== undefined) await deletePictureFile(services, workspaceId, key)
  return card
}

/** Throws not_found unless the card was delivered to the actor. */
export async function assertOwnCard(trx: Trx, actor: Actor, id: string): Promise<void> {
  const card = await findVisibleCard(trx, actor.workspace_id, id, actor.user_id)
  if (card?.user_id !== actor.user_id) throwRefusal('not_found')
}

/** Hides a signature of the actor's own card, or shows it again. Throws not_found. */
export const hideSignature = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  { id, userId, hidden }: { id: string; userId: string; hidden: boolean },
  at: Date,
): Promise<GroupCard> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { workspace_id: workspaceId } = actor
    await assertOwnCard(trx, actor, id)
    const hiddenAt = hidden ? at : null
    if (!(await setSignatureHidden(trx, workspaceId, { cardId: id, userId, hiddenAt })))
      throwRefusal('not_found')
    return loadCard(trx, actor, id)
  })
