import type { ChatProvider, DirectMessageKind } from '#contract/chat.ts'
import { secondMs } from '#contract/durations.ts'
import type { DirectMessageEvent, WebhookEvent, webhookPing } from '#contract/webhook-events.ts'
import { listNoticeReaders } from '#server/modules/award-gifts/notice-readers.ts'
import { listJurors } from '#server/modules/nominations/queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { lockConnection } from './connection-queries.ts'
import {
  findPostFacts,
  includesSomebody,
  listActiveChannels,
  listChannelsWithPost,
  listDirectlyTold,
  listDirectMessageReaders,
  listLastDirectMessages,
  listPurchasePeople,
  type PostFacts,
} from './expansion-queries.ts'
import { afterQuietHours } from './quiet-hours.ts'

/** Slack and Teams accept about one message a second in a chat. */
const messagePauseMs = secondMs

/** An event of a connection, for which its channels and people get deliveries. */
export type ExpandedEvent = {
  workspaceId: string
  provider: ChatProvider
  /** The hook of the connection, whose deliveries are direct messages. */
  hookId: string
  event: WebhookEvent | DirectMessageEvent | typeof webhookPing
  subjectId: string
  /** When the event happened. */
  occurredAt: Date
  at: Date
}
type NewDelivery = {
  hookId: string
  event: WebhookEvent | DirectMessageEvent
  subjectId: string
  userId?: string
  nextAt?: Date
}

async function insertDeliveries(
  trx: Trx,
  { workspaceId, occurredAt, at }: ExpandedEvent,
  deliveries: NewDelivery[],
): Promise<void> {
  if (!deliveries.length) return
  await insertRows(
    trx,
    'hook_deliveries',
    deliveries.map(({ hookId, event, subjectId, userId, nextAt }) => ({
      workspace_id: workspaceId,
      id: newId(at),
      hook_id: hookId,
      event,
      subject_id: subjectId,
      user_id: userId ?? null,
      // Events of one moment are expanded in any order, and sorted before the first is sent.
      next_at: nextAt ?? new Date(at.getTime() + messagePauseMs),
      created_at: occurredAt,
    })),
  )
  await notifyWorkers(trx, 'hook_deliveries')
}

/**
 * Returns direct messages to those of these people who want them: after their quiet hours, and a
 * second after the last one.
 */
async function planDirectMessages(
  trx: Trx,
  event: ExpandedEvent,
  kind: DirectMessageKind,
  userIds: string[],
): Promise<NewDelivery[]> {
  const { workspaceId, provider, hookId, subjectId, at } = event
  const readers = await listDirectMessageReaders(trx, workspaceId, provider, userIds, kind)
  const last = await listLastDirectMessages(trx, workspaceId, {
    hookId,
    userIds: readers.map((reader) => reader.user_id),
    since: new Date(at.getTime() - messagePauseMs),
  })
  return readers.map((reader) => {
    const next = (last.get(reader.user_id)?.getTime() ?? 0) + messagePauseMs
    return {
      hookId,
      event: `direct.${kind}` satisfies DirectMessageEvent,
      subjectId,
      userId: reader.user_id,
      nextAt: afterQuietHours(new Date(Math.max(at.getTime(), next)), reader),
    }
  })
}

/** Writes direct messages to those of these people who want them, after their quiet hours. */
export async function insertDirectMessages(
  trx: Trx,
  event: ExpandedEvent,
  kind: DirectMessageKind,
  userIds: string[],
): Promise<void> {
  await insertDeliveries(trx, event, await planDirectMessages(trx, event, kind, userIds))
}

/** Returns the channels whose filters a new public post meets. */
async function findChannelsOfPost(
  trx: Trx,
  { workspaceId, provider, at }: Pick<ExpandedEvent, 'workspaceId' | 'provider' | 'at'>,
  post: PostFacts,
): Promise<string[]> {
  const channels = await listActiveChannels(trx, workspaceId, provider)
  const { timezone } = await findSettings(trx, workspaceId)
  const today = toLocalDay(at, timezone)
  const found: string[] = []
  for (const { id, filters, created_at: shownSince } of channels) {
    // Older posts belong to the bridge that a channel replaced.
    if (!filters || post.created_at < shownSince) continue
    const { kinds, value_ids: valueIds, audience } = filters
    if (
      kinds.includes('thanks') &&
      (!valueIds.length || valueIds.includes(post.value_id)) &&
      (!audience || (await includesSomebody(trx, workspaceId, post.to_ids, audience, today)))
    )
      found.push(id)
  }
  return found
}

/** Returns whether a channel of an app gets a message of a new post by its filters. */
export async function isShownInChannel(
  trx: Trx,
  event: Pick<ExpandedEvent, 'workspaceId' | 'provider' | 'subjectId' | 'at'>,
  channelId: string,
): Promise<boolean> {
  const { workspaceId, provider, subjectId } = event
  const channels = await listActiveChannels(trx, workspaceId, provider)
  const channel = channels.find(({ channel_id: id }) => id === channelId)
  const post = channel && (await findPostFacts(trx, workspaceId, subjectId))
  if (!channel || !post || post.private) return false
  return (await findChannelsOfPost(trx, event, post)).includes(channel.id)
}

/** Returns updates of the messages that show a post. */
async function planUpdates(
  trx: Trx,
  { workspaceId, provider }: ExpandedEvent,
  event: 'post.updated' | 'post.deleted',
  postId: string,
): Promise<NewDelivery[]> {
  const hookIds = await listChannelsWithPost(trx, workspaceId, provider, postId)
  return hookIds.map((hookId) => ({ hookId, event, subjectId: postId }))
}

/** Returns the deliveries of an event about a post. An add-on changes the message of its post. */
async function planPost(trx: Trx, event: ExpandedEvent): Promise<NewDelivery[]> {
  const post = await findPostFacts(trx, event.workspaceId, event.subjectId)
  if (!post || post.demo) return []
  const { id, parent_id: parentId, to_ids: toIds } = post
  if (event.event === 'post.created') {
    if (post.is_deleted) return []
    const messages = await planDirectMessages(trx, event, 'thanks', toIds)
    // Private posts never leave Laurel: the direct message does not contain them.
    if (post.private) return messages
    if (parentId !== null)
      return [...messages, ...(await planUpdates(trx, event, 'post.updated', parentId))]
    const hookIds = await findChannelsOfPost(trx, event, post)
    return [
      ...messages,
      ...hookIds.map((hookId) => ({ hookId, event: 'post.created' as const, subjectId: id })),
    ]
  }
  if (parentId !== null) return planUpdates(trx, event, 'post.updated', parentId)
  return planUpdates(
    trx,
    event,
    event.event === 'post.deleted' ? 'post.deleted' : 'post.updated',
    id,
  )
}

async function planJoined(trx: Trx, event: ExpandedEvent): Promise<NewDelivery[]> {
  const channels = await listActiveChannels(trx, event.workspaceId, event.provider)
  return channels
    .filter(({ filters }) => filters?.kinds.includes('joined'))
    .map(({ id }) => ({ hookId: id, event: 'user.joined' as const, subjectId: event.subjectId }))
}

async function planDecision(trx: Trx, event: ExpandedEvent): Promise<NewDelivery[]> {
  const people = await listPurchasePeople(trx, event.workspaceId, event.subjectId)
  return planDirectMessages(trx, event, 'purchase', people)
}

async function planAward(trx: Trx, event: ExpandedEvent): Promise<NewDelivery[]> {
  const { workspaceId, subjectId, at } = event
  const { readers, asked } = await listNoticeReaders(trx, workspaceId, subjectId, at)
  // The next step and other approvers are events too, and ask the giver nothing more.
  const told = new Set(await listDirectlyTold(trx, workspaceId, event, asked))
  const userIds = [...readers, ...asked.filter((id) => !told.has(id))]
  return planDirectMessages(trx, event, 'award', userIds)
}

async function planJury(trx: Trx, event: ExpandedEvent): Promise<NewDelivery[]> {
  const jurors = await listJurors(trx, event.workspaceId, [event.subjectId])
  // A juror who joins later has an event of their own.
  const userIds = jurors.map((juror) => juror.user_id)
  const asked = new Set(await listDirectlyTold(trx, event.workspaceId, event, userIds))
  return planDirectMessages(
    trx,
    event,
    'jury',
    userIds.filter((id) => !asked.has(id)),
  )
}

/** The deliveries of each event that an app shows. */
const plans: Partial<
  Record<ExpandedEvent['event'], (trx: Trx, event: ExpandedEvent) => Promise<NewDelivery[]>>
> = {
  'post.created': planPost,
  'post.updated': planPost,
  'post.deleted': planPost,
  'purchase.fulfilled': planDecision,
  'purchase.declined': planDecision,
  'user.joined': planJoined,
  'direct.award': planAward,
  'direct.jury': planJury,
}

/**
 * Writes the deliveries that an event has in the channels of an app and for its people. It runs in a
 * worker: a post pays for one row, however many channels there are (decision 057). Returns false
 * without writing anything when the app is not connected.
 */
export async function expandDelivery(trx: Trx, event: ExpandedEvent): Promise<boolean> {
  // One expansion of an app at a time, so that each sees the direct messages of the others.
  const connection = await lockConnection(trx, event.workspaceId, event.provider)
  if (connection?.state !== 'connected') return false
  const planned = (await plans[event.event]?.(trx, event)) ?? []
  await insertDeliveries(
    trx,
    event,
    connection.direct_messages ? planned : planned.filter(({ userId }) => userId === undefined),
  )
  return true
}
