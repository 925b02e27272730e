import { z } from 'zod'
import { flag, id, oneLineText, page, time } from './common.ts'
import { hook_events, hook_kinds, hook_ping, type HookEvent } from './hook-events.ts'
import { limits } from './limits.ts'

const kind = z.enum(hook_kinds, 'wrong_format')
const event = z.enum(hook_events, 'wrong_format')
const url = oneLineText(1, limits.hook_url_chars_max, 'required', 'out_of_range')
const events = z
  .array(event, 'required')
  .min(1, 'required')
  .max(hook_events.length, 'wrong_format')
  .transform((list) => [...new Set(list)])
const description = oneLineText(0, limits.hook_description_chars_max)

/**
 * An outgoing webhook, or a bridge to Slack or Microsoft Teams. `url`: of a bridge its beginning
 * and end alone, for the address is the key to it. `state`: paused by somebody, or `off` because it
 * failed for days or its receiver said that it is gone. `waiting`: how much waits to be sent (100
 * is many), and `next_at` when, unless at once; `failures`: how many turns failed since the last
 * success.
 */
export const hook = z.object({
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
  /** Until then the secret that was replaced signs too. */
  old_secret_until: time.nullable(),
  created_at: time,
  /**
   * `change`: move, resume, choose events, rotate the secret, read the log. A connection that
   * carries purchases is for those who may see them.
   */
  abilities: z.object({ change: z.boolean() }),
})
export type Hook = z.infer<typeof hook>
/** A bridge has the one event it can tell, whatever is chosen. */
export const hook_create = z.strictObject({
  kind,
  url,
  description: description.default(''),
  events: events.default(['post.created']),
})
export const hook_update = z.strictObject({ url, description, events, paused: flag }).partial()
/** `secret` is shown here and never again; null for bridges, which are not signed. */
export const hook_created = z.object({ hook, secret: z.string().nullable() })
export const hook_secret = z.object({ hook, secret: z.string() })

/**
 * `skipped`: there was nothing to tell any more. `reason`: why no answer came; `answer`: the
 * beginning of the one that did.
 */
export const hook_delivery = z.object({
  id: id('delivery'),
  event: z.enum([...hook_events, hook_ping]),
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
export type HookDelivery = z.infer<typeof hook_delivery>
export const hook_deliveries = page(hook_delivery)
export const delivery_params = z.strictObject({ id: id('hook'), delivery_id: id('delivery') })

/** Somebody in a payload; without name and address when they were deleted. */
const who = z.object({ id: z.uuid(), name: z.string(), email: z.string() })
const posted = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  from: who,
  to: z.array(who),
  score: z.number().int(),
  description: z.string(),
  value: z.object({ id: z.uuid(), name: z.string(), emoji: z.string() }),
  created_at: time,
  url: z.url(),
})
const purchased = z.object({
  id: z.uuid(),
  reward: z.object({ id: z.uuid(), title: z.string() }),
  price: z.number().int(),
  team: z.boolean(),
  status: z.enum(['pending', 'purchased', 'fulfilled', 'declined']),
  buyer: who,
  reason: z.string(),
  created_at: time,
  url: z.url(),
})
/** What each event says in `data`: things as they are when it is sent. */
export const hook_data = {
  'post.created': posted,
  'post.updated': posted,
  'post.deleted': z.object({ id: z.uuid() }),
  'comment.created': z.object({
    id: z.uuid(),
    post_id: z.uuid(),
    from: who,
    text: z.string(),
    created_at: time,
    url: z.url(),
  }),
  'purchase.created': purchased,
  'purchase.fulfilled': purchased,
  'purchase.declined': purchased,
  'purchase.canceled': purchased,
  'user.joined': who,
  'user.left': who.extend({ state: z.enum(['deactivated', 'deleted', 'pending', 'accepted']) }),
  [hook_ping]: z.object({ hook_id: z.uuid() }),
} as const satisfies Record<HookEvent | typeof hook_ping, z.ZodType>
/** The body of a delivery (Standard Webhooks): `timestamp` is when it happened. */
export const hookBody = (name: keyof typeof hook_data) =>
  z.object({
    type: z.literal(name),
    timestamp: time,
    workspace_id: z.uuid(),
    data: hook_data[name],
  })

/** What each event means, for documents. */
export const hook_summaries: Record<keyof typeof hook_data, string> = {
  'post.created':
    'Somebody thanked colleagues in public, or added points to such thanks (`parent_id`). Told 15 seconds later, for so long it can be taken back',
  'post.updated': 'The value of a public post was changed',
  'post.deleted': 'A public post was deleted; not told of a post nobody was told of',
  'comment.created': 'Somebody commented on a public post',
  'purchase.created':
    'A reward was redeemed by one person, or filled by the team, and waits to be handed over',
  'purchase.fulfilled': 'A purchase was handed over',
  'purchase.declined': 'A purchase was declined, or its deadline passed; the points are back',
  'purchase.canceled': 'A purchase was canceled by its buyer; the points are back',
  'user.joined': 'Somebody joined the team',
  'user.left': 'Somebody was deactivated or deleted',
  [hook_ping]: 'The test button was pressed',
}
