import { type RawBuilder, sql } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import { type Permissions, permissions } from '#contract/permissions.ts'
import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { foldedPattern, likePart } from '#server/platform/database/like-pattern.ts'
import type { PersonRow } from '#server/modules/people/queries.ts'
import { selectPeople } from '#server/modules/people/queries.ts'
import { listConditions } from './team-list-queries.ts'

const { searchWordsMax, sortName, stateConditions, stateRank } = listConditions

/** The members of an export: those of a state, or chosen ones. */
export type ExportChoice = { state?: UserState | undefined; ids?: readonly string[] | undefined }
type ExportFilter = ExportChoice & { after?: unknown[] | undefined }
/** Returns the SQL condition of an export: its members, and rows after a position. */
const exportFilter = ({ state, ids, after }: ExportFilter) => {
  const parts = stateConditions(state)
  if (ids) parts.push(sql<boolean>`users.id = any(${ids}::uuid[])`)
  if (after) {
    const [at, text, id] = after
    parts.push(
      sql<boolean>`(${stateRank}, ${sortName}, users.id) > (${Number(at)}::int, ${String(text)},
        ${String(id)}::uuid)`,
    )
  }
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** The position of a row in the order of the team list. */
type ListPosition = { rank: number; sort_name: string; id: string }

export type UserExportRow = Permissions &
  ListPosition & {
    first_name: string
    last_name: string
    email: string
    state: UserState
    job_title: string
    phone: string
    birth_date: string | null
    hire_date: string | null
    balance: number
    invited_at: Date | null
    accepted_at: Date | null
  }

/** Returns members for an export in the order of the team list, after a position. */
export async function listUsersForExport(
  trx: Trx,
  workspaceId: string,
  input: ExportFilter & { limit: number },
): Promise<UserExportRow[]> {
  return trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.workspace_id', '=', 'users.workspace_id')
        .onRef('wallets.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where(exportFilter(input))
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.state',
      'users.job_title',
      'users.phone',
      'users.birth_date',
      'users.hire_date',
      'wallets.balance',
      'users.invited_at',
      'users.accepted_at',
      'permissions.global_administrator',
      'permissions.account_administrator',
      'permissions.rewards_administrator',
      'permissions.billing_administrator',
      stateRank.as('rank'),
      sortName.as('sort_name'),
    ])
    .orderBy(stateRank)
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(input.limit)
    .execute()
}

/** The number of latest posts of a person that determine their close colleagues. */
const closePostsMax = 50
type PeopleSearch = { text: string; withTitles: boolean; seesAddresses: boolean; limit: number }

/** Returns the conditions of a search, and the order of names that start with the text. */
function peopleSearch({ text, withTitles, seesAddresses }: PeopleSearch) {
  const prefix = foldedPattern('', text, '%')
  const words = text.split(/\s+/).slice(0, searchWordsMax)
  const matchWords = (matchesWord: (word: string) => RawBuilder<unknown>) =>
    sql<boolean>`(${sql.join(words.map(matchesWord), sql` and `)})`
  const isInName = (word: string) => sql`${sortName} like ${likePart(word)}`
  const startsTitleWord = (word: string) =>
    sql`lower(' ' || users.job_title) like ${foldedPattern('% ', word, '%')}`
  const matchesName = matchWords(isInName)
  const matchesWords = withTitles
    ? matchWords((word) => sql`(${isInName(word)} or ${startsTitleWord(word)})`)
    : matchesName
  const matchesAddress = seesAddresses
    ? sql<boolean>`users.email like ${prefix}`
    : sql<boolean>`users.email = ${normalizeAddress(text) ?? text}`
  const startsWithText = sql<boolean>`${sortName} like ${prefix}`
  const lastNameStartsWithText = sql<boolean>`lower(users.last_name) like ${prefix}`
  return {
    matches: sql<boolean>`(${matchesWords} or ${matchesAddress})`,
    matchesName,
    startsWithText,
    lastNameStartsWithText,
    nameStartsWithText: sql<boolean>`(${startsWithText} or ${lastNameStartsWithText})`,
  }
}

/**
 * Returns accepted colleagues with every word of the text in their name (with titles: or at the start
 * of a word of their job title), or with the address. A
 * prefix of the address matches only if the reader may see addresses. People with a name that starts
 * with the text whom the reader thanked lately, or who thanked the reader, come first, by the number
 * of their posts; then first names that start with the text, last names, other names and job titles.
 * Excludes the reader.
 */
export async function searchPeople(
  trx: Trx,
  workspaceId: string,
  userId: string,
  search: PeopleSearch,
): Promise<PersonRow[]> {
  const text = search.text.trim()
  const close = await listClosePeople(trx, workspaceId, userId, { ...search, text })
  if (close.length === search.limit) return close
  const { matches, matchesName, startsWithText, lastNameStartsWithText } = peopleSearch({
    ...search,
    text,
  })
  const others = await selectPeople(trx, workspaceId)
    .where('users.state', '=', 'accepted')
    .where('users.id', 'not in', [userId, ...close.map(({ id }) => id)])
    .$if(text !== '', (query) =>
      query.where(matches).orderBy(startsWithText, 'desc').orderBy(lastNameStartsWithText, 'desc'),
    )
    .$if(text !== '' && search.withTitles, (query) => query.orderBy(matchesName, 'desc'))
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(search.limit - close.length)
    .execute()
  return [...close, ...others]
}

/** Returns the people of the reader's latest posts with a name that starts with the text. */
async function listClosePeople(
  trx: Trx,
  workspaceId: string,
  userId: string,
  search: PeopleSearch,
): Promise<PersonRow[]> {
  const postsOf = (isPrivate: boolean) => sql`(
    select id from posts
    where workspace_id = ${workspaceId} and from_id = ${userId} and private = ${isPrivate}
      and not add_on and deleted_at is null
    order by id desc limit ${closePostsMax})`
  const postsTo = (isPrivate: boolean) => sql`(
    select post_id as id from post_recipients
    where workspace_id = ${workspaceId} and user_id = ${userId} and private = ${isPrivate}
      and not add_on and not deleted
    order by post_id desc limit ${closePostsMax})`
  const closeness = sql<{ user_id: string; posts: number }>`(
    select user_id, count(*)::integer as posts from (
      select post_recipients.user_id
      from (${postsOf(false)} union all ${postsOf(true)}) as given
      join post_recipients on post_recipients.workspace_id = ${workspaceId}
        and post_recipients.post_id = given.id
      union all
      select posts.from_id
      from (${postsTo(false)} union all ${postsTo(true)}) as received
      join posts on posts.workspace_id = ${workspaceId} and posts.id = received.id
    ) as people
    group by user_id)`
  return selectPeople(trx, workspaceId)
    .innerJoin(closeness.as('closeness'), 'closeness.user_id', 'users.id')
    .where('users.state', '=', 'accepted')
    .where('users.id', '<>', userId)
    .$if(search.text !== '', (query) => query.where(peopleSearch(search).nameStartsWithText))
    .orderBy('closeness.posts', 'desc')
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(search.limit)
    .execute()
}

/** Returns accepted members with at least one permission, by name. */
export async function listAdministrators(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<(PersonRow & Permissions)[]> {
  return selectPeople(trx, workspaceId)
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .select(permissions.map((permission) => `permissions.${permission}` as const))
    .where('users.state', '=', 'accepted')
    .where('users.demo', '=', false)
    .where((eb) =>
      eb.or(permissions.map((permission) => eb(`permissions.${permission}`, '=', true))),
    )
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(limit)
    .execute()
}
