import { sql } from 'kysely'
import type { LimitPeriod } from '#contract/settings.ts'
import type { Trx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { dayOf, periodOf } from '#server/platform/periods.ts'

export type PastPost = {
  workspace_id: string; from: string; to: string[]; value_id: string; score: number; description: string; private?: boolean; demo: boolean
  at: Date; timezone: string; period?: LimitPeriod
}

/** A post as it would have been made at that moment, through the product's own door. Answers its id. */
export async function pastPost(trx: Trx, post: PastPost): Promise<string> {
  const id = newId(post.at)
  await sql`select post_create(${post.workspace_id}, ${id}, ${newId(post.at)}, ${post.from}, ${post.to}::uuid[], ${post.value_id}, ${post.score}, ${post.description},
    ${post.private ?? false}, ${post.at}, ${periodOf(post.at, post.period ?? 'month', post.timezone).start}, ${dayOf(post.at, post.timezone)}::date, null, null, ${post.demo})`.execute(trx)
  return id
}

/** Numbers that look like chance and are the same every time (mulberry32's arithmetic, our own writing). */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
