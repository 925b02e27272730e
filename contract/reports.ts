import { z } from 'zod'
import { date, id } from './common.ts'
import { limits } from './limits.ts'
import { person } from './users.ts'
import { reward } from './rewards.ts'
import { value } from './values.ts'

/** `period` defaults to the workspace's limit period; `from` and `to` (days, inclusive) win over it. */
export const report_query = z.strictObject({
  period: z.enum(['day', 'week', 'month', 'quarter', 'year', 'all']).optional(),
  from: date.optional(),
  to: date.optional(),
  direction: z.enum(['received', 'given']).default('received'),
  limit: z.coerce.number().int().min(1).max(limits.leaders_max).default(10),
})
/** Ties share a rank; shares of the whole list total 100. */
export const leader = z.object({ user_id: id('user'), user: person, score: z.number().int(), share: z.number().int(), rank: z.number().int() })
export type Leader = z.infer<typeof leader>
export const leaderboard = z.object({ items: z.array(leader), total: z.number().int(), own: leader.nullable(), from: date, to: date })
export const value_share = z.object({ value, score: z.number().int(), posts: z.number().int(), share: z.number().int() })
export const activity = z.array(z.object({ day: date, given: z.number().int(), received: z.number().int() }))
export const org_chart = z.object({
  people: z.array(person),
  edges: z.array(z.object({ from_id: id('user'), to_id: id('user'), score: z.number().int(), posts: z.number().int() })),
})
export const topics = z.array(z.object({ topic: z.string(), posts: z.number().int(), authors: z.number().int() }))
const figure = z.object({ now: z.number(), before: z.number() })
export const statistics = z.object({
  from: date, to: date,
  active_users: figure, points_granted: figure, points_spent: figure, team_engagement: figure,
  popular_rewards: z.array(z.object({ reward, purchases: z.number().int() })),
})
