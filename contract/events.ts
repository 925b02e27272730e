import { z } from 'zod'

/**
 * What has changed in a workspace, by name alone: who is told asks for it anew by the ordinary calls, with the ordinary
 * rights. `config`: what GET /config answers. `billing`: subscription, invoices, cards.
 */
export const topics = ['config', 'billing'] as const
export const topic = z.enum(topics)
export type Topic = z.infer<typeof topic>
/** A stream of server-sent events; the data of each is a JSON list of topics. */
export const event_stream = z.string()
