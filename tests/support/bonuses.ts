import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeMember, makePost, makeTeam, type Member } from './factories.ts'
import { bonusInput } from './make-bonus.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates a team whose three members have received 10, 30 and 60 points from colleagues today, and a
 * budget of 1,000 points.
 */
export async function createBonusTeam(t: TestApp) {
  const team = await makeTeam(t, { limit: null })
  const { workspace_id: workspaceId, admin } = team
  const { token } = admin
  const member = (name: string) => makeMember(t, workspaceId, { first_name: name })
  const [ana, ben, cleo] = [await member('Ana'), await member('Ben'), await member('Cleo')]
  const give = (to: Member, points: number) => makePost(t, admin, [to], team.value_id, points)
  const posts = [await give(ana, 10), await give(ben, 30), await give(cleo, 60)]
  const budget = await t.call('budgets.create', {
    token,
    body: {
      name: 'Bonuses',
      period: 'once',
      points: 1_000,
      owner_ids: [ana.user_id],
      recipients: {},
    },
  })
  const today = t.clock.now().toISOString().slice(0, 10)
  const make = (body: Partial<BodyInputOf<'bonuses.create'>> = {}) =>
    t.call('bonuses.create', {
      token,
      body: {
        ...bonusInput({}),
        starts_on: today,
        ends_on: today,
        method: 'share',
        points: 200,
        ...body,
      },
    })
  const preview = (id: string, query: { limit?: string; cursor?: string } = {}) =>
    t.call('bonuses.preview', { token, params: { id }, query })
  return {
    team,
    ana,
    ben,
    cleo,
    posts,
    today,
    budgetId: budget.body.id,
    make,
    preview,
    /** Returns who gets a bonus: first name, points from colleagues, and points. */
    sharesOf: async (id: string) =>
      (await preview(id)).body.items.map(({ user, received, points }) => [
        user.first_name,
        received,
        points,
      ]),
    /** Pays what a preview shows, or other totals. */
    pay: async (id: string, seen?: BodyInputOf<'bonuses.pay'>, key?: string) => {
      const { people, points, hash } = seen ?? (await preview(id)).body
      return t.call('bonuses.pay', {
        token,
        params: { id },
        body: { people, points, ...(hash ? { hash } : {}) },
        ...(key ? { key } : {}),
      })
    },
    balanceOf: async (who: Member) =>
      (await t.call('coins.list', { token, params: { id: who.user_id } })).body.balance,
    left: async () => {
      const { body } = await t.call('budgets.list', { token })
      return body.find((one) => one.id === budget.body.id)?.left
    },
  }
}
export type BonusTeam = Awaited<ReturnType<typeof createBonusTeam>>
