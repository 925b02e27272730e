import { hourMs } from '#contract/durations.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { runCustomDays } from '#server/modules/custom-days/worker.ts'
import { makeMember, makeTeam } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Creates a team with two members at a time, with calls about days of its own. */
export async function createDayTeam(t: TestApp, time = '2026-09-07T00:30:00Z') {
  const setClock = (next: string) => t.clock.advance(Date.parse(next) - t.clock.now().getTime())
  setClock(time)
  const team = await makeTeam(t)
  const { token } = team.admin
  const ada = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Lind' })
  const bo = await makeMember(t, team.workspace_id, { first_name: 'Bo', last_name: 'Berg' })
  const listPosts = async () =>
    (await t.call('posts.list', { token })).body.map((post) => ({
      name: post.occasion?.name,
      kind: post.occasion?.kind,
      score: post.score,
      description: post.description,
      to: post.to_id,
    }))
  return {
    team,
    token,
    ada,
    bo,
    setClock,
    listPosts,
    /** Adds a yearly day on 9 September for Ada and Bo, with 20 points each. */
    add: (body: Partial<BodyInputOf<'custom_days.create'>> = {}) =>
      t.call('custom_days.create', {
        token,
        body: {
          name: 'Founders’ day',
          date: '2015-09-09',
          yearly: true,
          audience: { user_ids: [ada.user_id, bo.user_id] },
          text: 'Thank you, {names}, from all of {team}!',
          points: 20,
          ...body,
        },
      }),
    change: (id: string, body: BodyInputOf<'custom_days.update'>) =>
      t.call('custom_days.update', { token, params: { id }, body }),
    list: async () => (await t.call('custom_days.list', { token })).body,
    /** Runs the worker at the next hours, so that everything due by then is posted. */
    runUntil: async (end: string) => {
      while (t.clock.now().getTime() < Date.parse(end)) {
        await runCustomDays(t.services)
        t.clock.advance(hourMs)
      }
      await runCustomDays(t.services)
    },
    makeBudget: async (points: number) =>
      (
        await t.call('budgets.create', {
          token,
          body: {
            name: `Moments of ${points}`,
            period: 'once',
            points,
            owner_ids: [ada.user_id],
            recipients: {},
          },
        })
      ).body.id,
  }
}
export type DayTeam = Awaited<ReturnType<typeof createDayTeam>>
