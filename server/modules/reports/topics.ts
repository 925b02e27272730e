import type { Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes.ts'
import type { Database } from '#server/platform/database.ts'
import { idsOf } from '#server/platform/ids.ts'
import type { Days } from './rules.ts'
import { commonTopics } from './words.ts'

/** What the newest public posts of these days speak of. The counting needs no transaction, and holds none. */
export async function topicsIn(db: Database, workspace_id: string, days: Days, only: Language | undefined, most: number): Promise<OutputOf<'leaderboards.common_topics'>> {
  const { first, end } = idsOf(days)
  const [texts, people, { language }] = await db.tenant(workspace_id, (trx) => Promise.all([
    trx.selectFrom('posts').select(['from_id', 'description']).where('workspace_id', '=', workspace_id).where('private', '=', false).where('deleted_at', 'is', null).where('add_on', '=', false)
      .where('id', '>=', first).where('id', '<', end).where('day', '>=', days.from).where('day', '<=', days.to).orderBy('id', 'desc').limit(limits.topics_posts).execute(),
    trx.selectFrom('users').select(['first_name', 'last_name']).where('workspace_id', '=', workspace_id).execute(),
    trx.selectFrom('settings').select('language').where('workspace_id', '=', workspace_id).executeTakeFirstOrThrow(),
  ]))
  const found = await commonTopics(texts, people.flatMap((one) => [one.first_name, one.last_name]), language, only, most)
  return { ...found, posts: texts.length, from: days.from, to: days.to }
}
