import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { FingerprintCache } from './fingerprint-cache.ts'
import type { DayRange } from './report-period.ts'
import { extractCommonTopics, type TopicText } from './topic-extraction.ts'

type CommonTopics = OutputOf<'leaderboards.common_topics'>

/** Each answer needs a scan of thousands of texts, and changes only with them. */
const topicCache = new FingerprintCache<CommonTopics>(200)

type Fingerprint = { fingerprint: string }
type TopicSources = Fingerprint & {
  language: Language
  texts: TopicText[] | null
  names: string[] | null
}

/**
 * Returns the query of a fingerprint over the newest public posts of these days and all user names
 * (a few milliseconds). With `withSources`, the row has the texts and names too. Likes and comments
 * do not change the fingerprint.
 */
function topicSourcesQuery<Row extends Fingerprint>(
  workspaceId: string,
  days: DayRange,
  withSources: boolean,
): RawBuilder<Row> {
  const { first, end } = toIdRange(days)
  const sources = sql`, (select json_agg(json_build_object('from_id', from_id, 'description',
    description) order by id desc) from texts) as texts,
    (select json_agg(first_name || ' ' || last_name) from people) as names, (select language
      from settings where workspace_id = ${workspaceId}) as language`
  return sql<Row>`with texts as materialized (
    select id, from_id, description from posts where workspace_id = ${workspaceId} and not private
      and deleted_at is null and not add_on
      and id >= ${first} and id < ${end} and day >= ${days.from} and day <= ${days.to}
        order by id desc limit ${limits.topics_posts}),
  people as materialized (select id, first_name, last_name from users
    where workspace_id = ${workspaceId})
  select concat_ws(' ',
    (select bit_xor(hashtextextended(concat_ws(' ', id, from_id, description), 0)) from texts),
    (select bit_xor(hashtextextended(concat_ws(' ', id, first_name, '/', last_name), 0))
      from people),
    (select language from settings where workspace_id = ${workspaceId})) as
      fingerprint${withSources ? sources : sql``}`
}

/**
 * Returns the common topics of the newest public posts of these days. The extraction runs outside
 * any transaction.
 */
export async function listCommonTopics(
  db: Database,
  workspaceId: string,
  days: DayRange,
  only: Language | undefined,
  maxTopics: number,
): Promise<CommonTopics> {
  const compiler: Kysely<Tables> = db.global
  const [now] = await db.read(
    workspaceId,
    topicSourcesQuery<Fingerprint>(workspaceId, days, false).compile(compiler),
  )
  return topicCache.get(
    [workspaceId, days.from, days.to, only ?? '', maxTopics].join(' '),
    now?.fingerprint ?? '',
    async () => {
      const [found] = await db.read(
        workspaceId,
        topicSourcesQuery<TopicSources>(workspaceId, days, true).compile(compiler),
      )
      const texts = found?.texts ?? []
      const topics = await extractCommonTopics(
        texts,
        found?.names ?? [],
        found?.language ?? 'en',
        only,
        maxTopics,
      )
      return {
        fingerprint: found?.fingerprint ?? '',
        answer: { ...topics, posts: texts.length, from: days.from, to: days.to },
      }
    },
  )
}
