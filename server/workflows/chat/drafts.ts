import { z } from 'zod'
import type { ChatProvider } from '#contract/chat.ts'
import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type ChatDraftRow,
  deleteDraftRow,
  deleteOldDrafts,
  findDraft,
  insertDraft,
} from './chat-queries.ts'

/** Drafts of one person. Further ones replace the oldest. */
const draftsMax = 50

const contentSchema = z.object({
  recipient_ids: z.array(z.string()),
  /** Names and confirmed addresses of people who have no user here. */
  strangers: z.array(z.object({ name: z.string(), email: z.string().nullable() })),
  score: z.number().int().nullable(),
  value_id: z.string().nullable(),
  text: z.string(),
  private: z.boolean(),
  /** The channel of the command, by its id in the chat. */
  channel: z.string().nullable(),
})
/** Thanks in a chat before they are sent. */
export type DraftContent = z.output<typeof contentSchema>
export type ChatDraft = { id: string; content: DraftContent }

const present = (row: ChatDraftRow): ChatDraft => ({
  id: row.id,
  content: contentSchema.parse(row.content),
})

/**
 * Stores a draft of the actor. `sourceKey` names the request of the chat: a repeated one gets the
 * draft of the first.
 */
export async function createDraft(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  provider: ChatProvider,
  sourceKey: string,
  content: DraftContent,
  at: Date,
): Promise<ChatDraft> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const row = await db.tenant(workspaceId, async (trx) => {
    await deleteOldDrafts(trx, workspaceId, userId, draftsMax - 1)
    return insertDraft(trx, {
      workspaceId,
      id: newId(at),
      provider,
      sourceKey: sourceKey.slice(0, limits.chat_credential_chars_max).toWellFormed(),
      userId,
      content: JSON.stringify(content),
      at,
    })
  })
  return present(row)
}

/** Returns a draft of the actor that is not too old. */
export async function loadDraft(
  { db }: Pick<Services, 'db'>,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  id: string,
  at: Date,
): Promise<ChatDraft | null> {
  const row = await db.tenant(workspaceId, (trx) => findDraft(trx, workspaceId, userId, id))
  const isOpen = row && at.getTime() - row.created_at.getTime() < limits.chat_draft_hours * hourMs
  return isOpen ? present(row) : null
}

/** Deletes a draft of the actor. */
export const deleteDraft = (
  { db }: Pick<Services, 'db'>,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  id: string,
): Promise<void> => db.tenant(workspaceId, (trx) => deleteDraftRow(trx, workspaceId, userId, id))
