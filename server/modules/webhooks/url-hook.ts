import type { WebhookKind } from '#contract/webhook-events.ts'
import type { WebhookRow } from './queries.ts'

/** A hook with a URL and a secret: a webhook, or a bridge with an incoming webhook. */
export type UrlHook = WebhookRow & { kind: WebhookKind; secret: Buffer }

/** Returns whether a hook has a URL, which only those of chat apps have not. */
export const isUrlHook = (hook: WebhookRow): hook is UrlHook =>
  hook.kind !== 'slack_app' && hook.kind !== 'teams_app' && hook.secret !== null
