import type { z } from 'zod'
import { type webhookPing, type WebhookEvent } from '#contract/webhook-events.ts'
import type { webhookPayloads } from '#contract/schemas/webhooks.ts'
import { selectPeople } from '#server/modules/people/queries.ts'
import { listParticipants } from '#server/modules/people/participants.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { findPublicComment, findPublicPost, findPurchaseForWebhook } from './payload-queries.ts'

type WebhookPayloads = {
  [E in keyof typeof webhookPayloads]: z.output<(typeof webhookPayloads)[E]>
}
export type PostPayload = WebhookPayloads['post.created']
type PersonPayload = WebhookPayloads['user.joined']
export type PayloadContext = { workspaceId: string; publicUrl: string }

/** Returns a lookup of people by id, with mail addresses as identifiers for receivers. */
async function loadPersonLookup(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<(id: string) => PersonPayload> {
  const rows = await selectPeople(trx, workspaceId).where('users.id', 'in', ids).execute()
  const known = new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, name: presentPerson(row, workspaceId).name, email: row.email },
    ]),
  )
  return (id) => known.get(id) ?? { id, name: '', email: '' }
}

async function loadPostPayload(
  trx: Trx,
  { workspaceId, publicUrl }: PayloadContext,
  id: string,
): Promise<PostPayload | null> {
  const row = await findPublicPost(trx, workspaceId, id)
  if (!row) return null
  const personById = await loadPersonLookup(trx, workspaceId, listParticipants(row))
  return {
    id,
    parent_id: row.parent_id,
    from: row.from_id === null ? null : personById(row.from_id),
    occasion: row.occasion,
    to: row.to_ids.map(personById),
    score: row.score,
    description: row.description,
    value: { id: row.value_id, name: row.name, emoji: row.emoji },
    created_at: row.created_at.toISOString(),
    url: `${publicUrl}/posts/${row.parent_id ?? id}`,
  }
}

async function loadCommentPayload(
  trx: Trx,
  { workspaceId, publicUrl }: PayloadContext,
  id: string,
): Promise<WebhookPayloads['comment.created'] | null> {
  const row = await findPublicComment(trx, workspaceId, id)
  if (!row) return null
  const personById = await loadPersonLookup(trx, workspaceId, [row.user_id])
  return {
    id,
    post_id: row.post_id,
    from: personById(row.user_id),
    text: row.text,
    created_at: row.created_at.toISOString(),
    url: `${publicUrl}/posts/${row.post_id}`,
  }
}

async function loadPurchasePayload(
  trx: Trx,
  { workspaceId, publicUrl }: PayloadContext,
  id: string,
): Promise<WebhookPayloads['purchase.created'] | null> {
  const row = await findPurchaseForWebhook(trx, workspaceId, id)
  if (!row) return null
  const personById = await loadPersonLookup(trx, workspaceId, [row.created_by])
  return {
    id,
    reward: { id: row.reward_id, title: row.title },
    price: row.price,
    team: row.reward_type === 'team',
    status: row.status,
    buyer: personById(row.created_by),
    reason: row.decline_reason,
    created_at: row.created_at.toISOString(),
    url: `${publicUrl}/settings/rewards/purchases`,
  }
}

async function loadUserPayload(
  trx: Trx,
  workspaceId: string,
  id: string,
  left: boolean,
): Promise<PersonPayload | WebhookPayloads['user.left'] | null> {
  const row = await selectPeople(trx, workspaceId).where('users.id', '=', id).executeTakeFirst()
  if (!row) return null
  const person = { id, name: presentPerson(row, workspaceId).name, email: row.email }
  if (left) return { ...person, state: row.state }
  return row.state === 'accepted' ? person : null
}

/** Returns the payload of an event from current data; null when its subject no longer exists. */
export async function loadPayload(
  trx: Trx,
  context: PayloadContext,
  event: WebhookEvent | typeof webhookPing,
  id: string,
): Promise<WebhookPayloads[keyof WebhookPayloads] | null> {
  switch (event) {
    case 'post.created':
    case 'post.updated':
      return loadPostPayload(trx, context, id)
    case 'post.deleted':
      return { id }
    case 'comment.created':
      return loadCommentPayload(trx, context, id)
    case 'purchase.created':
    case 'purchase.fulfilled':
    case 'purchase.declined':
    case 'purchase.canceled':
      return loadPurchasePayload(trx, context, id)
    case 'user.joined':
      return loadUserPayload(trx, context.workspaceId, id, false)
    case 'user.left':
      return loadUserPayload(trx, context.workspaceId, id, true)
    case 'ping':
      return { hook_id: id }
  }
}
