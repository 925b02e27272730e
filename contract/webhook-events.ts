/** Events of outgoing webhooks. This file imports no zod because the web uses it too. */
export const webhookEvents = [
  'post.created',
  'post.updated',
  'post.deleted',
  'comment.created',
  'purchase.created',
  'purchase.fulfilled',
  'purchase.declined',
  'purchase.canceled',
  'user.joined',
  'user.left',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** The event of the test button, without content. */
export const webhookPing = 'ping'

/** Direct messages of the chat apps, in the log of their connection. */
export const directMessageEvents = [
  'direct.thanks',
  'direct.purchase',
  'direct.reminder',
  'direct.award',
  'direct.jury',
] as const
export type DirectMessageEvent = (typeof directMessageEvents)[number]
export const isDirectMessage = (event: string): event is DirectMessageEvent =>
  (directMessageEvents as readonly string[]).includes(event)

export const webhookKinds = ['slack', 'teams', 'webhook'] as const
export type WebhookKind = (typeof webhookKinds)[number]
/**
 * Returns whether an event contains purchase data, which only reward administrators may subscribe
 * to.
 */
export const isPurchaseEvent = (event: WebhookEvent): boolean => event.startsWith('purchase.')

/** Hosts of chat bridges: Slack's incoming webhooks, and Teams workflows (Power Automate). */
const slackUrlPattern = /^https:\/\/hooks\.slack\.com\/(services|workflows|triggers)\/[\w/-]+$/i
const teamsUrlPattern =
  /^https:\/\/([a-z0-9-]+\.)+(logic\.azure\.com|api\.powerplatform\.com|webhook\.office\.com)(:443)?\/\S+$/i
/**
 * Returns whether an address is valid for this kind of connection. Webhooks accept any host; the
 * server checks that it is public.
 */
export const isUrlOfKind = (kind: WebhookKind, url: string): boolean =>
  kind === 'webhook'
    ? /^https?:\/\/\S+$/.test(url)
    : (kind === 'slack' ? slackUrlPattern : teamsUrlPattern).test(url)
