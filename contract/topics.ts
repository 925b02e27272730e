/**
 * What has changed in a workspace, by name alone: who is told asks for it anew by the ordinary calls, with the ordinary
 * rights. `config`: what GET /config answers. `billing`: subscription, invoices, cards.
 */
export const topics = ['config', 'billing'] as const
export type Topic = (typeof topics)[number]
