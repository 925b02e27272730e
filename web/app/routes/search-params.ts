import type { Category } from '#contract/schemas/rewards.ts'
import { parseSearchText } from '#web/lib/search-text.ts'
import { isCategory } from '#web/shared/rewards/reward-categories.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'

type SignInSearch = {
  next?: string | undefined
  why?: 'impersonation_invalid' | 'unavailable' | undefined
  /** The team whose company sign-in is offered. */
  team?: string | undefined
}
export const parseSignInSearch = ({ next, why, team }: Record<string, unknown>): SignInSearch => ({
  ...(typeof next === 'string' ? { next } : {}),
  ...(why === 'impersonation_invalid' || why === 'unavailable' ? { why } : {}),
  ...(typeof team === 'string' ? { team } : {}),
})
/** The path to return to after payment. */
export const parseNextSearch = ({
  next,
}: Record<string, unknown>): { next?: string | undefined } => ({
  next: safeNextPath(next),
})
const teamParams = [
  'search',
  'state',
  'permission',
  'invited',
  'activity',
  'group',
  'sort',
  'order',
] as const
type TeamSearch = { [key in (typeof teamParams)[number]]?: string | undefined }
/** The view of the team list is part of the URL; the screen validates it. */
export const parseTeamSearch = (params: Record<string, unknown>): TeamSearch =>
  Object.fromEntries(
    teamParams.flatMap((key) => {
      const value = params[key]
      // The router parses digits as a number.
      return typeof value === 'string' || typeof value === 'number'
        ? [[key, String(value).slice(0, 100)]]
        : []
    }),
  )
type ShopSearch = {
  tab?: 'mine' | undefined
  purchase?: string | undefined
  category?: Category | undefined
  order?: 'newest' | 'title' | undefined
  search?: string | undefined
  affordable?: true | undefined
}
/**
 * The shop's filter is part of the URL; defaults are omitted. Invalid values become undefined,
 * because absent keys would stay in the URL.
 */
export const parseShopSearch = ({
  tab,
  purchase,
  category,
  order,
  search,
  affordable,
}: Record<string, unknown>): ShopSearch => ({
  tab: tab === 'mine' ? tab : undefined,
  purchase: typeof purchase === 'string' ? purchase : undefined,
  category: isCategory(category) ? category : undefined,
  order: order === 'newest' || order === 'title' ? order : undefined,
  search: parseSearchText(search),
  affordable: affordable === true ? true : undefined,
})
/** The kind and the search of the list of groups. */
export const parseGroupsSearch = ({
  kind,
  search,
}: Record<string, unknown>): { kind?: string | undefined; search?: string | undefined } => ({
  kind: typeof kind === 'string' ? kind : undefined,
  search: parseSearchText(search),
})
/** Parses free string parameters; the screen validates them. */
export const parseStringParams =
  <Key extends string>(...keys: Key[]) =>
  (search: Record<string, unknown>): { [key in Key]?: string | undefined } =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const word = search[key]
        return typeof word === 'string' && word ? [[key, word.slice(0, 40)]] : []
      }),
    ) as { [key in Key]?: string }
type FeedSearch = {
  value?: string | undefined
  search?: string | undefined
  /** The posts for the reader, from the reader, or of the people who report to the reader. */
  show?: 'received' | 'given' | 'team' | undefined
  /** Days, both included. */
  from?: string | undefined
  to?: string | undefined
  /** The group of the whole leaderboard. */
  group?: string | undefined
}
const parseDay = (value: unknown) => {
  const time = Date.parse(String(value))
  const day = time ? new Date(time).toISOString().slice(0, 10) : ''
  // The API refuses other years, and the date fields cannot show them.
  return /^[1-9]\d{3}-/.test(day) ? day : undefined
}
/** The feed's filter is part of the URL: it can be shared, and the back button restores it. */
export const parseFeedSearch = ({
  value,
  search,
  show,
  from,
  to,
  group,
}: Record<string, unknown>): FeedSearch => ({
  value: typeof value === 'string' && value ? value.slice(0, 36) : undefined,
  search: parseSearchText(search),
  show: show === 'received' || show === 'given' || show === 'team' ? show : undefined,
  from: parseDay(from),
  to: parseDay(to),
  group: typeof group === 'string' ? group : undefined,
})
