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
/**
 * So many answers a process keeps. Each was counted out of thousands of texts, and changes only
 * when they do.
 */
const topicCache = new FingerprintCache<CommonTopics>(200)

type Fingerprint = { print: string }
type TopicSources = Fingerprint & {
  language: Language
  texts: TopicText[] | null
  names: string[] | null
}
/**
 * The newest public posts of these days and everybody's names, as a fingerprint that the database
 * takes of them in a few milliseconds; and, if they are wanted, whole. Likes and comments change
 * neither.
 */
function topicSourcesQuery<Row extends Fingerprint>(
  workspaceId: string,
  days: DayRange,
  whole: boolean,
): RawBuilder<Row> {
  const { first, end } = toIdRange(days)
  const wanted = sql`, (select json_agg(json_build_object('from_id', from_id, 'description',
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
      print${whole ? wanted : sql``}`
}

/**
 * What the newest public posts of these days speak of. The counting needs no transaction, and holds
 * none.
 */
export async function listCommonTopics(
  db: Database,
  workspaceId: string,
  days: DayRange,
  only: Language | undefined,
  most: number,
): Promise<CommonTopics> {
  const compiler: Kysely<Tables> = db.global
  const [now] = await db.read(
    workspaceId,
    topicSourcesQuery<Fingerprint>(workspaceId, days, false).compile(compiler),
  )
  return topicCache.get(
    [workspaceId, days.from, days.to, only ?? '', most].join(' '),
    now?.print ?? '',
    async () => {
      const [found] = await db.read(
        workspaceId,
        topicSourcesQuery<TopicSources>(workspaceId, days, true).compile(compiler),
      )
      const texts = found?.texts ?? []
      const counted = await extractCommonTopics(
        texts,
        found?.names ?? [],
        found?.language ?? 'en',
        only,
        most,
      )
      return {
        print: found?.print ?? '',
        answer: { ...counted, posts: texts.length, from: days.from, to: days.to },
      }
    },
  )
}
