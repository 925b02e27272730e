import { dayMs, hourMs } from '#contract/durations.ts'
import { audienceInput } from '#contract/schemas/audiences.ts'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { Occasion } from '#contract/schemas/occasions.ts'
import { describeCelebration } from '#server/modules/celebrations/describe-celebration.ts'
import { insertSkippedCelebration, upsertRule } from '#server/modules/celebrations/queries.ts'
import { createCompanyPost } from '#server/modules/posts/company-posts.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { demoTimezone } from './demo-posts.ts'
import { demoCelebrationPosts, demoPeople } from './demo-texts.ts'

export type BackdatedCelebration = {
  workspace_id: string
  user_id: string
  first_name: string
  last_name: string
  team: string
  language: Language
  occasion: Occasion & { kind: CelebrationKind }
  value_id: string
  points: number
  demo: boolean
  timezone: string
  at: Date
}

/** Creates a celebration in the past, with a text of Laurel. */
export async function insertBackdatedCelebration(
  trx: Trx,
  post: BackdatedCelebration,
): Promise<void> {
  const { language, occasion, at } = post
  const day = toLocalDay(at, post.timezone)
  await createCompanyPost(trx, {
    workspaceId: post.workspace_id,
    occasion,
    recipientIds: [post.user_id],
    valueId: post.value_id,
    points: post.points,
    description: describeCelebration(
      occasion.kind,
      {},
      {
        id: post.user_id,
        first_name: post.first_name,
        last_name: post.last_name,
        email: '',
        language,
        team_language: language,
        team: post.team,
        manager_name: null,
      },
      { year: Number(day.slice(0, 4)), years: occasion.years ?? null },
    ),
    isPrivate: false,
    readerIds: [],
    at,
    day,
    isDemo: post.demo,
    source: 'issued',
  })
}

/** Switches on birthdays and anniversaries. The budget pays for birthdays. */
async function insertDemoRules(
  trx: Trx,
  workspaceId: string,
  budgetId: string | undefined,
): Promise<void> {
  const rule = {
    workspace_id: workspaceId,
    enabled: true,
    audience: JSON.stringify(audienceInput.parse({})),
    value_id: null,
    visibility: 'everyone',
    hour: 9,
    weekends: 'on_day',
    texts: JSON.stringify({}),
    planned_until: null,
  } as const
  await upsertRule(trx, {
    ...rule,
    kind: 'birthday',
    budget_id: budgetId ?? null,
    points: 20,
    points_by_year: JSON.stringify([]),
  })
  await upsertRule(trx, {
    ...rule,
    kind: 'anniversary',
    budget_id: null,
    points: 10,
    points_by_year: JSON.stringify([
      { years: 1, points: 50 },
      { years: 5, points: 100 },
      { years: 10, points: 250 },
    ]),
  })
}

/** Creates the celebrations of the demo workspace: rules, and posts of the last weeks. */
export async function insertDemoCelebrations(
  trx: Trx,
  { id: workspaceId, name }: { id: string; name: string },
  {
    peopleIds,
    valueIds,
    budgetId,
  }: Record<'peopleIds' | 'valueIds', string[]> & {
    budgetId: string | undefined
  },
  at: Date,
): Promise<void> {
  await insertDemoRules(trx, workspaceId, budgetId)
  // The birthday of the administrator is the first day, whose feed is the same at every hour.
  const day = toLocalDay(at, demoTimezone)
  await insertSkippedCelebration(trx, {
    workspace_id: workspaceId,
    kind: 'birthday',
    user_id: peopleIds[0] ?? '',
    year: Number(day.slice(0, 4)),
    day,
    due_at: at,
  })
  for (const { person, daysAgo, value, points, occasion } of demoCelebrationPosts) {
    const [firstName = '', lastName = ''] = demoPeople[person] ?? []
    await insertBackdatedCelebration(trx, {
      workspace_id: workspaceId,
      user_id: peopleIds[person] ?? '',
      first_name: firstName,
      last_name: lastName,
      team: name,
      language: 'en',
      occasion,
      value_id: valueIds[value] ?? '',
      points,
      demo: false,
      timezone: demoTimezone,
      at: new Date(at.getTime() - daysAgo * dayMs + hourMs),
    })
  }
}
