import { dayMs } from '#contract/durations.ts'
import { reactionNames } from '#contract/reactions.ts'
import { insertLikes, setLikeCount } from '#server/modules/posts/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { createRandom, insertBackdatedReplies, insertBackdatedPost } from './backdated-posts.ts'
import { addOnTexts, closingTexts, commentTexts, recognitionTexts } from './demo-texts.ts'

const postsCount = 200
/** Posts of the demo workspace cover this many days. */
export const demoDays = 90
export const demoTimezone = 'UTC'

type CreatedPost = { id: string; from: string; to: string[]; value_id: string; when: Date }

async function insertDemoLikes(
  trx: Trx,
  workspaceId: string,
  postId: string,
  userIds: string[],
  at: Date,
): Promise<void> {
  if (!userIds.length) return
  await insertLikes(trx, workspaceId, { postId, userIds, at })
  await setLikeCount(trx, workspaceId, postId, userIds.length)
}

/** Number of newest posts with comments and reactions. */
const postsWithReplies = 80

/** Adds comments, reactions and add-ons to the newest posts. */
async function insertReplies(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  posts: CreatedPost[],
  at: Date,
): Promise<void> {
  const random = createRandom(20_260_102)
  const shortlyAfter = (when: Date, hours: number) =>
    new Date(Math.min(when.getTime() + random(hours * 60) * 60_000 + 60_000, at.getTime() - 60_000))
  const newest = posts.slice(-postsWithReplies)
  for (const { id, to, when } of newest) {
    const reactors = new Set(Array.from({ length: random(6) }, () => random(ids.length)))
    const comments = Array.from({ length: [0, 0, 1, 1, 2, 3][random(6)] ?? 0 }, () =>
      random(ids.length),
    )
      .filter((person, index, all) => all.indexOf(person) === index)
      .map((person) => ({
        user_id: ids[person] ?? '',
        text: to.includes(ids[person] ?? '')
          ? 'Thank you!'
          : (commentTexts[random(commentTexts.length)] ?? ''),
        at: shortlyAfter(when, 30),
      }))
    await insertBackdatedReplies(trx, {
      workspace_id: workspaceId,
      post_id: id,
      comments,
      at: shortlyAfter(when, 20),
      reactions: [...reactors].map((person) => ({
        user_id: ids[person] ?? '',
        reaction: reactionNames[random(reactionNames.length)] ?? 'clap',
      })),
    })
  }
  for (const [index, description] of addOnTexts.entries()) {
    const post = newest.at(-3 - index * 8)
    const from =
      post &&
      ids.find(
        (userId, position) =>
          position > index * 5 && userId !== post.from && !post.to.includes(userId),
      )
    if (from)
      await insertBackdatedPost(trx, {
        workspace_id: workspaceId,
        parent_id: post.id,
        from,
        to: [],
        value_id: post.value_id,
        score: 5,
        description,
        demo: false,
        at: shortlyAfter(post.when, 10),
        timezone: demoTimezone,
      })
  }
}

/** Creates the posts of the demo workspace with likes and replies. Equal in every run. */
export async function insertDemoPosts(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  valueIds: string[],
  at: Date,
): Promise<void> {
  const random = createRandom(20_260_101)
  const posts: CreatedPost[] = []
  for (let n = 0; n < postsCount; n += 1) {
    const ageMs = ((postsCount - n) / postsCount) ** 1.3 * demoDays * dayMs - random(4 * 3_600_000)
    const when = new Date(at.getTime() - Math.max(ageMs, 600_000 * (postsCount - n) * 0.2))
    // Authors rotate, so that nobody exceeds the monthly allowance.
    const from = (n * 7 + random(3)) % ids.length
    const to = new Set<number>()
    const recipientCount = random(5) === 0 ? 2 + random(2) : 1
    // The product of two random numbers gives some people more posts than others.
    while (to.size < recipientCount)
      to.add(
        (from +
          1 +
          Math.floor((random(ids.length - 1) * random(ids.length - 1)) / (ids.length - 1))) %
          ids.length,
      )
    to.delete(from)
    const [text, value] = recognitionTexts[(n * 7 + random(3)) % recognitionTexts.length] ?? [
      'Thank you!',
      0,
    ]
    const id = await insertBackdatedPost(trx, {
      workspace_id: workspaceId,
      from: ids[from] ?? '',
      to: [...to].map((index) => ids[index] ?? ''),
      value_id: valueIds[value] ?? '',
      score: [5, 5, 10, 10, 10, 15, 20, 25][random(8)] ?? 10,
      description: text + (closingTexts[random(closingTexts.length)] ?? ''),
      private: random(14) === 0,
      demo: false,
      at: when,
      timezone: demoTimezone,
    })
    posts.push({
      id,
      from: ids[from] ?? '',
      to: [...to].map((index) => ids[index] ?? ''),
      value_id: valueIds[value] ?? '',
      when,
    })
    const likers = Array.from({ length: random(7) }, () => ids[random(ids.length)] ?? '')
    await insertDemoLikes(trx, workspaceId, id, [...new Set(likers)], when)
  }
  await insertReplies(trx, workspaceId, ids, posts, at)
}
