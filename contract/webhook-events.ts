/** What an outgoing webhook can be told of. Without zod: the web reads it too. */
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
/** An event that says nothing but that messages arrive: the test button's. */
export const webhookPing = 'ping'

export const webhookKinds = ['slack', 'teams', 'webhook'] as const
export type WebhookKind = (typeof webhookKinds)[number]
/**
 * Purchases are seen by those who look after rewards; who chooses their events must be one of them.
 */
export const isPurchaseEvent = (event: WebhookEvent): boolean => event.startsWith('purchase.')

/**
 * Hosts that a bridge speaks to: Slack's incoming webhooks, and those of Teams' workflows (Power
 * Automate).
 */
const slackUrlPattern = /^https:\/\/hooks\.slack\.com\/(services|workflows|triggers)\/[\w/-]+$/i
const teamsUrlPattern =
  /^https:\/\/([a-z0-9-]+\.)+(logic\.azure\.com|api\.powerplatform\.com|webhook\.office\.com)(:443)?\/\S+$/i
/**
 * Whether a bridge of this kind can be at this address; a webhook may be anywhere (the server looks
 * where that is).
 */
export const isUrlOfKind = (kind: WebhookKind, url: string): boolean =>
  kind === 'webhook'
    ? /^https?:\/\/\S+$/.test(url)
    : (kind === 'slack' ? slackUrlPattern : teamsUrlPattern).test(url)
