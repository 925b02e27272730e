/**
 * What has changed in a workspace, by name alone: who is told asks for it anew by the ordinary
 * calls, with the ordinary rights. `config`: what GET /config answers. `billing`: subscription,
 * invoices, cards. `posts`: the feed, likes and leaders. `coins`: balances. `rewards`: what can be
 * redeemed. `purchases`: what was.
 */
export const changeTopics = ['config', 'billing', 'posts', 'coins', 'rewards', 'purchases'] as const
export type ChangeTopic = (typeof changeTopics)[number]
/** A topic as a whole, or one thing of it: `posts:<id>`. */
export type Change = ChangeTopic | `${ChangeTopic}:${string}`
export const parseChangeTopic = (change: Change) => change.split(':')[0] as ChangeTopic
export const parseChangeId = (change: Change): string | undefined => change.split(':')[1]
