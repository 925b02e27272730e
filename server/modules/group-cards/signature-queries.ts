import { type Selectable, sql } from 'kysely'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { cardTables, yearsOfCard } from './card-queries.ts'

export type SignatureRow = Pick<
  Selectable<Tables['group_card_signatures']>,
  'user_id' | 'text' | 'created_at' | 'hidden_at' | 'reported_at'
> & { picture_key: string | null }

/** Returns the signatures of a card, the oldest first, with hidden ones on request. */
export const listSignatures = (
  trx: Trx,
  workspaceId: string,
  cardId: string,
  { withHidden }: { withHidden: boolean },
): Promise<SignatureRow[]> =>
  trx
    .selectFrom('group_card_signatures as g')
    .leftJoin('files as f', (join) =>
      join.on('f.workspace_id', '=', workspaceId).onRef('f.id', '=', 'g.picture_file_id'),
    )
    .select(['g.user_id', 'g.text', 'g.created_at', 'g.hidden_at', 'g.reported_at'])
    .select('f.storage_key as picture_key')
    .where('g.workspace_id', '=', workspaceId)
    .where('g.card_id', '=', cardId)
    .$if(!withHidden, (query) => query.where('g.hidden_at', 'is', null))
    .orderBy('g.created_at')
    .orderBy('g.user_id')
    .execute()

/** Inserts a signature, or replaces its text. */
export async function upsertSignature(
  trx: Trx,
  signature: {
    workspace_id: string
    card_id: string
    user_id: string
    text: string
    created_at: Date
  },
): Promise<void> {
  await trx
    .insertInto('group_card_signatures')
    .values(signature)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'card_id', 'user_id'])
        .doUpdateSet({ text: signature.text }),
    )
    .execute()
}

/** Deletes a signature. Returns the id of its picture, if it had one. */
export async function deleteSignature(
  trx: Trx,
  workspaceId: string,
  cardId: string,
  userId: string,
): Promise<string | null> {
  const deleted = await trx
    .deleteFrom('group_card_signatures')
    .where('workspace_id', '=', workspaceId)
    .where('card_id', '=', cardId)
    .where('user_id', '=', userId)
    .returning('picture_file_id')
    .executeTakeFirst()
  return deleted?.picture_file_id ?? null
}

/** Returns a signature, locked, with the id of its picture; undefined without it. */
export const lockSignature = (
  trx: Trx,
  workspaceId: string,
  cardId: string,
  userId: string,
): Promise<{ picture_file_id: string | null } | undefined> =>
  trx
    .selectFrom('group_card_signatures')
    .select('picture_file_id')
    .where('workspace_id', '=', workspaceId)
    .where('card_id', '=', cardId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export async function setSignaturePicture(
  trx: Trx,
  workspaceId: string,
  { cardId, userId, fileId }: { cardId: string; userId: string; fileId: string | null },
): Promise<void> {
  await trx
    .updateTable('group_card_signatures')
    .set({ picture_file_id: fileId })
    .where('workspace_id', '=', workspaceId)
    .where('card_id', '=', cardId)
    .where('user_id', '=', userId)
    .execute()
}

/** Hides a signature, or shows it again. Returns whether it exists. */
export async function setSignatureHidden(
  trx: Trx,
  workspaceId: string,
  { cardId, userId, hiddenAt }: { cardId: string; userId: string; hiddenAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('group_card_signatures')
    .set({ hidden_at: hiddenAt })
    .where('workspace_id', '=', workspaceId)
    .where('card_id', '=', cardId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a signature as reported and hides it. Returns whether it exists. */
export async function reportSignature(
  trx: Trx,
  workspaceId: string,
  { cardId, userId, at }: { cardId: string; userId: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update group_card_signatures
    set reported_at = ${at}, hidden_at = coalesce(hidden_at, ${at})
    where workspace_id = ${workspaceId} and card_id = ${cardId} and user_id = ${userId}`.execute(
    trx,
  )
  return numAffectedRows === 1n
}

export type ReportedRow = {
  card_id: string
  person_id: string
  kind: CelebrationKind
  years: number | null
  day: string
  user_id: string
  text: string
  picture_key: string | null
  created_at: Date
  reported_at: Date
}

/** Returns reported signatures, the oldest report first. */
export async function listReportedSignatures(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select g.card_id, k.user_id as person_id, k.kind, ${yearsOfCard(workspaceId)} as years,
      c.day::text as day, g.user_id, g.text, f.storage_key as picture_key, g.created_at, g.reported_at
    from group_card_signatures g
    join ${cardTables(workspaceId)} on k.workspace_id = ${workspaceId} and k.id = g.card_id
    left join files f on f.workspace_id = ${workspaceId} and f.id = g.picture_file_id
    where g.workspace_id = ${workspaceId} and g.reported_at is not null
    order by g.reported_at, g.card_id, g.user_id limit ${limit}`.execute(trx)
  return rows
}

/** Ends the report of a signature. Returns whether it was reported. */
export async function endSignatureReport(
  trx: Trx,
  workspaceId: string,
  { cardId, userId }: { cardId: string; userId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update group_card_signatures set reported_at = null
    where workspace_id = ${workspaceId} and card_id = ${cardId} and user_id = ${userId}
      and reported_at is not null`.execute(trx)
  return numAffectedRows === 1n
}
