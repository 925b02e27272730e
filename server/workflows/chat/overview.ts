import type { Allowance } from '#contract/schemas/allowance-rules.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { ImportantDate } from '#contract/schemas/users.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { loadUpcomingDates } from '#server/modules/important-dates/load-dates.ts'
import { compileFeedQuery } from '#server/modules/posts/feed-queries.ts'
import { presentPosts } from '#server/modules/posts/present.ts'
import { toViewer } from '#server/modules/posts/viewer.ts'
import { findUser } from '#server/modules/users/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'

const latestPosts = 5
const nextBirthdays = 3

/** What a person has and sees: for the balance command, the App Home and the personal chat. */
export type ChatOverview = {
  balance: number
  allowance: Allowance
  /** The latest public posts of the team. */
  posts: Post[]
  birthdays: ImportantDate[]
}

/** Returns the overview of the actor. */
export async function loadOverview(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  at: Date,
): Promise<ChatOverview> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const period = findPeriod(at, actor.limit_period, actor.timezone)
  // Private posts never leave Laurel, also not those of the reader.
  const viewer = { ...toViewer(actor), seesPrivatePosts: false, publicOnly: true }
  const [{ user, limits, dates }, pages] = await Promise.all([
    db.readSnapshot(workspaceId, async (trx) => ({
      user: await findUser(trx, workspaceId, userId, period.start),
      limits: await findUserLimits(trx, workspaceId, userId, period.start),
      dates: await loadUpcomingDates(trx, actor, at),
    })),
    db.read(workspaceId, compileFeedQuery(db.global, viewer, {}, undefined, latestPosts)),
  ])
  const posts = presentPosts(pages[0] ?? { posts: null, people: null, values: null }, actor)
  return {
    balance: user?.balance ?? 0,
    allowance: presentAllowance(limits, period.end),
    posts: posts.slice(0, latestPosts),
    birthdays: dates.filter(({ kind }) => kind === 'birthday').slice(0, nextBirthdays),
  }
}
