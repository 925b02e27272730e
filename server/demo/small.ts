import { z } from 'zod'
import type { Language } from '#contract/common.ts'
import { category } from '#contract/rewards.ts'
import { insertUser } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { readTexts } from '#server/platform/texts.ts'
import { pastPost } from './posting.ts'

const texts = z.object({
  posts: z.array(z.string()),
  rewards: z.array(z.object({ emoji: z.string(), title: z.string(), description: z.string(), price: z.number(), category })),
})
const people = [['Amara', 'Okafor'], ['Leo', 'Lindqvist'], ['Sofía', 'Navarro'], ['Kenji', 'Mori'], ['Олена', 'Шевчук'], ['Priya', 'Raman']] as const
const hour = 3_600_000

/**
 * The little demo data every new workspace starts with, so that it looks alive: people who cannot sign in, posts among
 * them over three weeks, rewards. All marked `demo`; no wallet of a real person is touched.
 */
export async function seedDemoData(
  trx: Trx, input: { workspace_id: string; value_ids: string[]; language: Language; timezone: string; at: Date },
): Promise<void> {
  const { workspace_id, value_ids, language, timezone, at } = input
  const { posts, rewards } = texts.parse(readTexts(language, 'demo'))
  const ids: string[] = []
  for (const [first_name, last_name] of people) {
    const id = newId(at)
    ids.push(id)
    await insertUser(trx, { workspace_id, id, account_id: null, email: '', first_name, last_name, state: 'accepted', at, demo: true })
  }
  const pick = (list: string[], index: number) => list[index % list.length] ?? ''
  for (const [index, description] of posts.entries()) {
    const to = index % 4 === 3 ? [pick(ids, index + 1), pick(ids, index + 3)] : [pick(ids, index + 1)]
    await pastPost(trx, {
      workspace_id, from: pick(ids, index), to, value_id: pick(value_ids, index), score: 5 + (index % 3) * 5, description, demo: true, timezone,
      at: new Date(at.getTime() - (posts.length - index) * 47 * hour),
    })
  }
  await trx.insertInto('rewards').values(rewards.map((reward) => ({
    workspace_id, id: newId(at), ...reward, picture_file_id: null, available_amount: null, type: 'manual' as const, reward_type: 'individual' as const,
    country: null, gift_card_value: null, deadline: null, demo: true, created_at: at, deleted_at: null,
  }))).execute()
}
