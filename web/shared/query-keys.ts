import type { QueryGroup } from '#contract/query-groups.ts'
import type { AuditFilter } from '#contract/schemas/audit.ts'
import type { PeopleSyncOutcome } from '#contract/people-sync.ts'
import type { Plan } from '#contract/prices.ts'
import type { DateOrders, ReviewView } from '#contract/schemas/imports.ts'

type DateRange = [from: string, to: string]
type GroupRange = [...DateRange, group: string | undefined]
type PeopleOrPostSearch = ['search', text: string]

/** The keys of each group of queries, without the name of the group. */
type QueryKeyParts = {
  account: []
  attributes: []
  allowance_rules: ['list']
  audiences: ['preview', audience: object]
  audit: [view: AuditFilter] | ['stream']
  award_gifts:
    | ['summary' | 'delegate']
    | ['list', filter: 'given' | 'received' | 'to_decide']
    | ['detail', id: string]
  awards: ['list' | 'available']
  balances: [userId: string]
  billing:
    | ['subscription' | 'card' | 'details' | 'invoices' | 'receipts']
    | ['upcoming', order: { plan?: Plan; promo?: string }]
    /** The amount of a change depends on its time. */
    | ['upcoming', order: { plan: Plan }, at: number]
  bonuses: ['list'] | ['preview', id: string]
  budgets: ['list'] | ['own'] | ['movements', id: string]
  calendar: []
  custom_days: ['list']
  celebrations: ['list'] | ['year', year: number] | ['preview'] | ['texts', language: string]
  chat:
    | ['apps' | 'routes' | 'links']
    | ['channels', provider: string]
    | ['link_request', token: string]
    | ['manifest', isSocketMode: boolean]
  checkout: [token: string]
  comments: [postId: string]
  config: []
  dashboard:
    | ['statistics' | 'values' | 'value_trends' | 'unthanked' | 'all_unthanked', ...GroupRange]
    | ['groups' | 'org_chart', ...DateRange]
    | ['group', ...DateRange, id: string]
    | ['leaders', ...GroupRange, direction: 'received' | 'given']
    | ['topics', ...DateRange, language: string | undefined]
  gift_cards:
    | ['countries']
    | ['products', country: string, language: string]
    | ['claim', token: string, language: string]
  google_nonce: []
  group_cards: ['list', filter: 'to_sign' | 'received'] | ['detail', id: string] | ['reported']
  groups:
    | ['list', filter: object]
    | ['detail', id: string]
    | ['members', id: string]
    | ['rule_preview', rule: object]
  history_imports: ['list'] | ['detail', id: string] | ['people', id: string, search: string]
  imports:
    | ['list']
    | ['detail', id: string]
    | ['columns', id: string, fields: string, orders: DateOrders]
    | ['rows', id: string, view: ReviewView, page: number]
  inbox: ['summary' | 'preferences'] | ['list', filter: 'all' | 'unread' | 'latest']
  joining: ['settings']
  leaderboard: [] | ['all', group: string | undefined]
  leavers: ['policy' | 'list' | 'address'] | ['account', token: string]
  liability: ['accounts'] | ['day', day: string] | ['changes', from: string, to: string]
  mail_subscription: [token: string]
  nominations:
    | ['rounds' | 'list' | 'summary']
    | ['words']
    | ['round' | 'result' | 'report' | 'own', id: string]
    | ['ballot', id: string, search: string]
  organization:
    | ['chart', userId: string | null]
    | ['team', filter: object]
    | ['team_summary', scope: 'direct' | 'all']
    | ['introductions', userId: string]
  payroll_lines: []
  payroll_runs:
    | ['list' | 'settings']
    | ['draft', range: { from?: string; to?: string; country?: string }]
    | ['lines', id: string]
  people: ['administrators' | 'dates' | 'prompt'] | ['mentions', text: string] | PeopleOrPostSearch
  people_sync:
    | ['settings' | 'runs']
    | ['run', id: string]
    | ['changes', id: string, outcome: PeopleSyncOutcome]
  plans: ['list' | 'basis']
  point_expiry: []
  point_worths: ['list' | 'policy']
  post_pictures: [postId: string]
  posts: ['list', filter: object] | ['detail', id: string] | ['screen'] | PeopleOrPostSearch
  presence: []
  presence_code: []
  price_factors: []
  profiles: [userId: string] | [userId: string, part: string, period: string]
  purchases: [scope: 'own' | 'team' | 'counts', filter: object] | ['open']
  reactions: [postId: string, reaction: string, count: number]
  reward_ideas: [language: string]
  rewards: ['list' | 'payment_method']
  sessions: []
  scim: ['settings' | 'groups'] | ['activity', outcome: string]
  settings: []
  shop: [] | ['goal'] | ['tax_note', rewardId: string | null]
  sign_in: ['options'] | ['invite' | 'invited_workspace' | 'join', token: string]
  sso: ['settings'] | ['choices', by: string] | ['people', connectionId: string, search: string]
  tax_rules: []
  connected_applications: ['list'] | ['request', uid: string]
  oauth_policy: []
  office_screens: ['list' | 'accent'] | ['display', token: string]
  tokens: []
  topics: []
  two_factor: []
  users: [filter: object]
  values:
    | ['list' | 'suggestions']
    | ['badges', token: string]
    | ['badge', token: string, valueId: string]
  webhooks: ['list'] | ['deliveries', id: string]
  yearly_budget: []
  workspace_exports: []
  workspaces: ['of_session' | 'of_sign_in' | 'joinable']
}

type PrefixOf<Parts extends readonly unknown[]> = Parts extends readonly [...infer Start, unknown]
  ? Parts | PrefixOf<Start>
  : Parts

/**
 * Returns the key of a cached query, or with fewer parts the prefix of several keys. A single
 * function keeps the table of keys out of the first page.
 */
export const queryKey = <
  Group extends QueryGroup,
  const Parts extends PrefixOf<QueryKeyParts[Group]>,
>(
  group: Group,
  ...parts: Parts
): readonly [Group, ...Parts] => [group, ...parts]

/** Returns the group of a query key. */
export const queryGroupOf = ([group]: readonly unknown[]): QueryGroup => group as QueryGroup
