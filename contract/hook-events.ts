/** What an outgoing webhook can be told of. Without zod: the web reads it too. */
export const hook_events = [
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
export type HookEvent = (typeof hook_events)[number]
/** An event that says nothing but that messages arrive: the test button's. */
export const hook_ping = 'ping'

export const hook_kinds = ['slack', 'teams', 'webhook'] as const
export type HookKind = (typeof hook_kinds)[number]
/**
 * Purchases are seen by those who look after rewards; who chooses their events must be one of them.
 */
export const ofPurchases = (event: HookEvent): boolean => event.startsWith('purchase.')

/**
 * Hosts that a bridge speaks to: Slack's incoming webhooks, and those of Teams' workflows (Power
 * Automate).
 */
const slack = /^https:\/\/hooks\.slack\.com\/(services|workflows|triggers)\/[\w/-]+$/i
const teams =
  /^https:\/\/([a-z0-9-]+\.)+(logic\.azure\.com|api\.powerplatform\.com|webhook\.office\.com)(:443)?\/\S+$/i
/**
 * Whether a bridge of this kind can be at this address; a webhook may be anywhere (the server looks
 * where that is).
 */
export const fitsKind = (kind: HookKind, url: string): boolean =>
  kind === 'webhook' ? /^https?:\/\/\S+$/.test(url) : (kind === 'slack' ? slack : teams).test(url)
