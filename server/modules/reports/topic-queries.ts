import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { DayRange } from './report-period.ts'
import type { TopicText } from './topic-extraction.ts'

export type Fingerprint = { fingerprint: string }
export type TopicSources = Fingerprint & {
  language: Language
  texts: TopicText[] | null
  names: string[] | null
}

/**
 * Returns the query of a fingerprint over the newest public posts of these days and all user names
 * (a few milliseconds). With `withSources`, the row has the texts and names too. Likes and comments
 * do not change the fingerprint.
 */
export function buildTopicSourcesQuery<Row extends Fingerprint>(
  workspaceId: string,
  days: DayRange,
  withSources: boolean,
): RawBuilder<Row> {
  const { first, end } = toIdRange(days)
  const language = sql`(select language from settings where workspace_id = ${workspaceId})`
  const sources = sql`,
    (
      select json_agg(json_build_object('from_id', from_id, 'description', description)
        order by id desc)
      from texts) as texts,
    (select json_agg(first_name || ' ' || last_name) from people) as names,
    ${language} as language`
  return sql<Row>`
    with texts as materialized (
      select id, from_id, description from posts
      where workspace_id = ${workspaceId} and not private and deleted_at is null and not add_on
        and from_id is not null and id >= ${first} and id < ${end} and day >= ${days.from} and day <= ${days.to}
      order by id desc
      limit ${limits.topics_posts}),
    people as materialized (
      select id, first_name, last_name from users where workspace_id = ${workspaceId})
    select concat_ws(' ',
      (select bit_xor(hashtextextended(concat_ws(' ', id, from_id, description), 0)) from texts),
      (select bit_xor(hashtextextended(concat_ws(' ', id, first_name, '/', last_name), 0))
        from people),
      ${language}) as fingerprint ${withSources ? sources : sql``}`
}
