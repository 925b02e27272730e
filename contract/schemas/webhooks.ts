import { z } from 'zod'
import { flag, id, namedObject, namedStrictObject, oneLineText, pageOf, time } from './common.ts'
import {
  directMessageEvents,
  webhookEvents,
  webhookKinds,
  webhookPing,
  type WebhookEvent,
} from '#contract/webhook-events.ts'
import { limits } from '#contract/limits.ts'
import { occasion } from './occasions.ts'

const kind = z.enum(webhookKinds, 'wrong_format').meta({ id: 'WebhookKind' })
const event = z.enum(webhookEvents, 'wrong_format').meta({ id: 'WebhookEvent' })
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
export const webhook = namedObject('Webhook', {
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
export const webhookCreate = namedStrictObject('WebhookCreate', {
  kind,
  url,
  description: description.default(''),
  events: events.default(['post.created']),
})
export const webhookUpdate = z
  .strictObject({ url, description, events, paused: flag })
  .partial()
  .meta({ id: 'WebhookUpdate' })
/** `secret` is shown only once. Null for bridges, which are not signed. */
export const webhookCreated = namedObject('WebhookCreated', {
  hook: webhook,
  secret: z.string().nullable(),
})
export const webhookSecret = namedObject('WebhookSecret', { hook: webhook, secret: z.string() })

/**
 * `skipped`: the record no longer exists. `reason`: why there was no response. `answer`: the
 * beginning of the response.
 */
export const webhookDelivery = namedObject('WebhookDelivery', {
  id: id('delivery'),
  event: z.enum([...webhookEvents, ...directMessageEvents, webhookPing]),
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
    'refused',
  ]),
  next_at: time.nullable(),
  sent_at: time.nullable(),
  created_at: time,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveries = pageOf(webhookDelivery)
export const webhookDeliveryParams = z.strictObject({ id: id('hook'), delivery_id: id('delivery') })

/** A person in a payload. Name and address are empty after erasure. */
const payloadPerson = namedObject('WebhookPerson', {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
})
const postPayload = namedObject('WebhookPost', {
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  /** Null: a post by the workspace, which has an `occasion`. */
  from: payloadPerson.nullable(),
  occasion: occasion.nullable(),
  to: z.array(payloadPerson),
  score: z.number().int(),
  description: z.string(),
  value: z.object({ id: z.uuid(), name: z.string(), emoji: z.string() }),
  created_at: time,
  url: z.url(),
})
const purchasePayload = namedObject('WebhookPurchase', {
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
  'post.deleted': namedObject('WebhookDeletedPost', { id: z.uuid() }),
  'comment.created': namedObject('WebhookComment', {
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
  'user.left': payloadPerson
    .extend({ state: z.enum(['deactivated', 'deleted', 'pending', 'accepted']) })
    .meta({ id: 'WebhookFormerPerson' }),
  [webhookPing]: namedObject('WebhookTest', { hook_id: z.uuid() }),
} as const satisfies Record<WebhookEvent | typeof webhookPing, z.ZodType>
/** Returns `PostCreatedWebhook` for `post.created`. */
const webhookBodyName = (name: keyof typeof webhookPayloads) =>
  `${name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Webhook`
/** Body of a delivery (Standard Webhooks). `timestamp` is the time of the event. */
export const webhookBody = (name: keyof typeof webhookPayloads) =>
  namedObject(webhookBodyName(name), {
    type: z.literal(name),
    timestamp: time,
    workspace_id: z.uuid(),
    data: webhookPayloads[name],
  })

/** Description of each event for the documentation. */
export const webhookSummaries: Record<keyof typeof webhookPayloads, string> = {
  'post.created':
    'A public post was created, or points were added to a post (`parent_id`). Sent 15 seconds later, because the author can undo the post until then',
  'post.updated': 'The value of a public post changed',
  'post.deleted': 'A public post was deleted. Not sent if its creation was not sent',
  'comment.created': 'A comment on a public post was created',
  'purchase.created': 'A reward was redeemed by a user or fully funded by a team',
  'purchase.fulfilled': 'A purchase was fulfilled',
  'purchase.declined': 'A purchase was declined, or its deadline passed. Its points are refunded',
  'purchase.canceled': 'A purchase was canceled by its buyer. Its points are refunded',
  'user.joined': 'A user joined the team',
  'user.left': 'A user was deactivated or deleted',
  [webhookPing]: 'An administrator sent a test event',
}
