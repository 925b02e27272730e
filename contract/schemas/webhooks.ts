import { z } from 'zod'
import { flag, id, oneLineText, pageOf, time } from './common.ts'
import {
  webhookEvents,
  webhookKinds,
  webhookPing,
  type WebhookEvent,
} from '#contract/webhook-events.ts'
import { limits } from '#contract/limits.ts'

const kind = z.enum(webhookKinds, 'wrong_format')
const event = z.enum(webhookEvents, 'wrong_format')
const url = oneLineText(1, limits.hook_url_chars_max, 'required', 'out_of_range')
const events = z
  .array(event, 'required')
  .min(1, 'required')
  .max(webhookEvents.length, 'wrong_format')
  .transform((list) => [...new Set(list)])
const description = oneLineText(0, limits.hook_description_chars_max)

/**
 * An outgoing webhook, or a bridge to Slack or Microsoft Teams. `url`: for a bridge only its
 * beginning and end, because the address is its key. `state`: paused by an administrator, or `off`
 * after days of failures or because the receiver is gone. `waiting`: number of waiting deliveries,
 * at most 100. `next_at`: time of the next attempt, null for immediately. `failures`: failed
 * attempts since the last success.
 */
export const webhook = z.object({
  id: id('hook'),
  kind,
  url: z.string(),
  description: z.string(),
  events: z.array(event),
  state: z.enum(['active', 'paused', 'off']),
  off_reason: z.enum(['failing', 'gone']).nullable(),
  failures: z.number().int(),
  waiting: z.number().int(),
  next_at: time.nullable(),
  delivered_at: time.nullable(),
  /** The replaced secret also signs until this time. */
  old_secret_until: time.nullable(),
  created_at: time,
  /**
   * `change`: update, resume, choose events, rotate the secret, read the log. Connections with
   * purchase events require permission to see purchases.
   */
  abilities: z.object({ change: z.boolean() }),
})
export type Webhook = z.infer<typeof webhook>
/** Bridges support a single event, regardless of the choice. */
export const webhookCreate = z.strictObject({
  kind,
  url,
  description: description.default(''),
  events: events.default(['post.created']),
})
export const webhookUpdate = z.strictObject({ url, description, events, paused: flag }).partial()
/** `secret` is shown only once. Null for bridges, which are not signed. */
export const webhookCreated = z.object({ hook: webhook, secret: z.string().nullable() })
export const webhookSecret = z.object({ hook: webhook, secret: z.string() })

/**
 * `skipped`: the record no longer exists. `reason`: why there was no response. `answer`: the
 * beginning of the response.
 */
export const webhookDelivery = z.object({
  id: id('delivery'),
  event: z.enum([...webhookEvents, webhookPing]),
  state: z.enum(['waiting', 'delivered', 'failed', 'skipped']),
  attempts: z.number().int(),
  status: z.number().int().nullable(),
  answer: z.string(),
  reason: z.enum([
    '',
    'address',
    'unknown_host',
    'timeout',
    'connection',
    'certificate',
    'secret',
    'restored',
  ]),
  next_at: time.nullable(),
  sent_at: time.nullable(),
  created_at: time,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveries = pageOf(webhookDelivery)
export const webhookDeliveryParams = z.strictObject({ id: id('hook'), delivery_id: id('delivery') })

/** A person in a payload. Name and address are empty after erasure. */
const payloadPerson = z.object({ id: z.uuid(), name: z.string(), email: z.string() })
const postPayload = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  from: payloadPerson,
  to: z.array(payloadPerson),
  score: z.number().int(),
  description: z.string(),
  value: z.object({ id: z.uuid(), name: z.string(), emoji: z.string() }),
  created_at: time,
  url: z.url(),
})
const purchasePayload = z.object({
  id: z.uuid(),
  reward: z.object({ id: z.uuid(), title: z.string() }),
  price: z.number().int(),
  team: z.boolean(),
  status: z.enum(['pending', 'purchased', 'fulfilled', 'declined']),
  buyer: payloadPerson,
  reason: z.string(),
  created_at: time,
  url: z.url(),
})
/** `data` of each event: the state of the record when the event is sent. */
export const webhookPayloads = {
  'post.created': postPayload,
  'post.updated': postPayload,
  'post.deleted': z.object({ id: z.uuid() }),
  'comment.created': z.object({
    id: z.uuid(),
    post_id: z.uuid(),
    from: payloadPerson,
    text: z.string(),
    created_at: time,
    url: z.url(),
  }),
  'purchase.created': purchasePayload,
  'purchase.fulfilled': purchasePayload,
  'purchase.declined': purchasePayload,
  'purchase.canceled': purchasePayload,
  'user.joined': payloadPerson,
  'user.left': payloadPerson.extend({
    state: z.enum(['deactivated', 'deleted', 'pending', 'accepted']),
  }),
  [webhookPing]: z.object({ hook_id: z.uuid() }),
} as const satisfies Record<WebhookEvent | typeof webhookPing, z.ZodType>
/** Body of a delivery (Standard Webhooks). `timestamp` is the time of the event. */
export const webhookBody = (name: keyof typeof webhookPayloads) =>
  z.object({
    type: z.literal(name),
    timestamp: time,
    workspace_id: z.uuid(),
    data: webhookPayloads[name],
  })

/** Description of each event for the documentation. */
export const webhookSummaries: Record<keyof typeof webhookPayloads, string> = {
  'post.created':
    'A public recognition post, or points added to one (`parent_id`). Sent after 15 seconds, while the post can be undone',
  'post.updated': 'The value of a public post was changed',
  'post.deleted': 'A public post was deleted. Not sent if its creation was not sent',
  'comment.created': 'Somebody commented on a public post',
  'purchase.created':
    'A reward was redeemed by a user or fully funded by the team, and awaits fulfillment',
  'purchase.fulfilled': 'A purchase was fulfilled',
  'purchase.declined': 'A purchase was declined, or its deadline passed; the points are back',
  'purchase.canceled': 'A purchase was canceled by its buyer; the points are back',
  'user.joined': 'Somebody joined the team',
  'user.left': 'Somebody was deactivated or deleted',
  [webhookPing]: 'The test button was pressed',
}
