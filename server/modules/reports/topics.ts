import type { Kysely } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { FingerprintCache } from './fingerprint-cache.ts'
import type { DayRange } from './report-period.ts'
import { extractCommonTopics } from './topic-extraction.ts'
import { buildTopicSourcesQuery, type Fingerprint, type TopicSources } from './topic-queries.ts'

type CommonTopics = OutputOf<'leaderboards.common_topics'>

/** Each answer needs a scan of thousands of texts, and changes only with them. */
const topicCache = new FingerprintCache<CommonTopics>(200)

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
    buildTopicSourcesQuery<Fingerprint>(workspaceId, days, false).compile(compiler),
  )
  return topicCache.get(
    [workspaceId, days.from, days.to, only ?? '', maxTopics].join(' '),
    now?.fingerprint ?? '',
    async () => {
      const [found] = await db.read(
        workspaceId,
        buildTopicSourcesQuery<TopicSources>(workspaceId, days, true).compile(compiler),
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
