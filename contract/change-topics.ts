/**
 * Topics of realtime events. An event carries a topic, not data: clients refetch through the API
 * with their own permissions. `config`: GET /config. `billing`: subscription, invoices, cards.
 * `posts`: feed, likes, leaderboard. `coins`: balances. `rewards`: the shop's rewards. `purchases`:
 * redemptions. `inbox`: events for a person and their read state. `budgets`: points left in budgets.
 */
export const changeTopics = [
  'config',
  'billing',
  'posts',
  'coins',
  'rewards',
  'purchases',
  'inbox',
  'budgets',
] as const
export type ChangeTopic = (typeof changeTopics)[number]
/** A whole topic, or a single record of it: `posts:<id>`. */
export type Change = ChangeTopic | `${ChangeTopic}:${string}`
export const parseChangeTopic = (change: Change) => change.split(':')[0] as ChangeTopic
export const parseChangeId = (change: Change): string | undefined => change.split(':')[1]
