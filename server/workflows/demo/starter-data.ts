import { hourMs } from '#contract/durations.ts'
import { z } from 'zod'
import type { Language } from '#contract/schemas/common.ts'
import { reactionNames } from '#contract/reactions.ts'
import { category } from '#contract/schemas/rewards.ts'
import { insertRewards } from '#server/modules/rewards/queries.ts'
import { insertUser } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { readMessages } from '#server/platform/i18n/messages.ts'
import { insertBackdatedCelebration } from './demo-celebrations.ts'
import { insertBackdatedReplies, insertBackdatedPost } from './backdated-posts.ts'

const starterTexts = z.object({
  posts: z.array(z.string()),
  comments: z.array(z.string()),
  addition: z.string(),
  rewards: z.array(
    z.object({
      emoji: z.string(),
      title: z.string(),
      description: z.string(),
      price: z.number(),
      category,
    }),
  ),
})
const people = [
  ['Amara', 'Okafor'],
  ['Leo', 'Lindqvist'],
  ['Sofía', 'Navarro'],
  ['Kenji', 'Mori'],
  ['Олена', 'Шевчук'],
  ['Priya', 'Raman'],
] as const

type StarterInput = {
  workspace_id: string
  /** The name of the team. */
  team: string
  value_ids: string[]
  language: Language
  timezone: string
  at: Date
}

const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''

type RepliesInput = {
  workspaceId: string
  ids: string[]
  valueIds: string[]
  postIds: string[]
  comments: string[]
  addition: string
  timezone: string
  at: Date
}

/** Adds comments and reactions to the newest posts, and an add-on to the last. */
async function insertStarterReplies(
  trx: Trx,
  { workspaceId, ids, valueIds, postIds, comments, addition, timezone, at }: RepliesInput,
): Promise<void> {
  for (const [age, postId] of postIds.toReversed().slice(0, comments.length).entries()) {
    const index = postIds.length - 1 - age
    const since = (hours: number) =>
      new Date(at.getTime() - (age + 1) * 47 * hourMs + hours * hourMs)
    const reactions = Array.from({ length: 1 + (index % 3) }, (_, n) => ({
      user_id: pick(ids, index + 2 + n),
      reaction: reactionNames[(index + (n >> 1)) % reactionNames.length] ?? reactionNames[0],
    }))
    const replies =
      age % 2
        ? []
        : [
            { user_id: pick(ids, index + 2), text: pick(comments, age), at: since(1) },
            { user_id: pick(ids, index + 4), text: pick(comments, age + 1), at: since(5) },
          ]
    await insertBackdatedReplies(trx, {
      workspace_id: workspaceId,
      post_id: postId,
      comments: replies,
      reactions,
      at: since(2),
    })
  }
  const newest = postIds.length - 1
  await insertBackdatedPost(trx, {
    workspace_id: workspaceId,
    parent_id: postIds[newest] ?? '',
    from: pick(ids, newest + 5),
    to: [],
    value_id: pick(valueIds, newest),
    score: 5,
    description: addition,
    demo: true,
    timezone,
    at: new Date(at.getTime() - 40 * hourMs),
  })
}

/** Celebrations of the last weeks; `person` is an index of `people`. */
const celebrations = [
  { person: 3, hoursAgo: 100, points: 20, occasion: { kind: 'birthday' } },
  { person: 1, hoursAgo: 245, points: 50, occasion: { kind: 'anniversary', years: 3 } },
] as const

/** Shows what celebrations look like. The rules of the team stay off. */
async function insertStarterCelebrations(
  trx: Trx,
  ids: string[],
  valueIds: string[],
  { workspace_id: workspaceId, team, language, timezone, at }: StarterInput,
): Promise<void> {
  for (const { person, hoursAgo, points, occasion } of celebrations) {
    const [firstName, lastName] = people[person]
    await insertBackdatedCelebration(trx, {
      workspace_id: workspaceId,
      user_id: pick(ids, person),
      first_name: firstName,
      last_name: lastName,
      team,
      language,
      occasion,
      value_id: pick(valueIds, person),
      points,
      demo: true,
      timezone,
      at: new Date(at.getTime() - hoursAgo * hourMs),
    })
  }
}

async function insertStarterPeople(trx: Trx, workspaceId: string, at: Date): Promise<string[]> {
  const ids: string[] = []
  for (const [firstName, lastName] of people) {
    const id = newId(at)
    ids.push(id)
    await insertUser(trx, {
      workspace_id: workspaceId,
      id,
      account_id: null,
      email: '',
      first_name: firstName,
      last_name: lastName,
      state: 'accepted',
      at,
      demo: true,
    })
  }
  return ids
}

/**
 * Creates the demo data of a new workspace: people who cannot sign in, posts among them over three
 * weeks, and rewards. All rows are marked `demo`; wallets of real users stay unchanged.
 */
export async function seedStarterData(trx: Trx, input: StarterInput): Promise<void> {
  const { workspace_id: workspaceId, value_ids: valueIds, language, timezone, at } = input
  const { posts, comments, addition, rewards } = starterTexts.parse(readMessages(language, 'demo'))
  const ids = await insertStarterPeople(trx, workspaceId, at)
  const postIds: string[] = []
  for (const [index, description] of posts.entries()) {
    const to =
      index % 4 === 3 ? [pick(ids, index + 1), pick(ids, index + 3)] : [pick(ids, index + 1)]
    const id = await insertBackdatedPost(trx, {
      workspace_id: workspaceId,
      from: pick(ids, index),
      to,
      value_id: pick(valueIds, index),
      score: 5 + (index % 3) * 5,
      description,
      demo: true,
      timezone,
      at: new Date(at.getTime() - (posts.length - index) * 47 * hourMs),
    })
    postIds.push(id)
  }
  await insertStarterReplies(trx, {
    workspaceId,
    ids,
    valueIds,
    postIds,
    comments,
    addition,
    timezone,
    at,
  })
  await insertStarterCelebrations(trx, ids, valueIds, input)
  await insertRewards(
    trx,
    rewards.map((reward) => ({
      workspace_id: workspaceId,
      id: newId(at),
      ...reward,
      picture_file_id: null,
      available_amount: null,
      type: 'manual' as const,
      reward_type: 'individual' as const,
      country: null,
      gift_card_value: null,
      deadline: null,
      demo: true,
      created_at: at,
      deleted_at: null,
    })),
  )
}
