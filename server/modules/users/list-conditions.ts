import { sql } from 'kysely'
import type { UserState } from '#contract/schemas/users.ts'

export const sortName = sql<string>`lower(users.first_name || ' ' || users.last_name)`

/** Returns a LIKE pattern for a prefix. Wildcards in the text are escaped. */
export const likePrefix = (text: string) =>
  `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Maximum number of words of a search that are used. */
export const searchWordsMax = 6

/**
 * Order of the team list (specification, section 4): pending, accepted, deactivated, then by name.
 */
export const stateRank = sql<number>`(case users.state when 'pending' then 0 when 'accepted' then 1
  when 'deactivated' then 2 else 3 end)`
const rankByState: Record<UserState, number> = {
  pending: 0,
  accepted: 1,
  deactivated: 2,
  deleted: 3,
}

/** Returns the SQL conditions of a state, or of every state but deleted. */
export const stateConditions = (state: UserState | undefined) => [
  // The rank determines the state, so a filter by state is one range of the index.
  sql<boolean>`${stateRank} ${state ? sql`= ${rankByState[state]}` : sql`< 3`}`,
  sql<boolean>`users.state <> 'deleted'`,
]

/** Returns the SQL conditions of a search: every word in name or address. */
export const searchConditions = (search: string | undefined) =>
  (search ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, searchWordsMax)
    .filter(Boolean)
    .map(
      (word) => sql<boolean>`(${sortName} like ${`%${likePrefix(word)}`}
        or users.email like ${`%${likePrefix(word)}`})`,
    )
