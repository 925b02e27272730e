import type { OutputOf, RouteName } from '#contract/routes/index.ts'
import { newId } from '#server/platform/ids.ts'
import { storeNextDay, storeWorkspaceDays } from '#server/modules/liability/store-days.ts'
import { reconcileTeam } from '#server/modules/liability/reconcile.ts'
import type { LiabilityDifference } from '#server/modules/liability/reconcile-queries.ts'
import { makeTeam, type Member, type Team } from './factories.ts'
import type { CallInput, CallResult, TestApp } from './test-app.ts'

/** A moment that sessions and trials of these tests never reach. */
const farAway = new Date('2100-01-01T00:00:00Z')

/** Calls a route as a person whose session has not ended, however far the clock has moved. */
export async function callAs<N extends RouteName>(
  t: TestApp,
  { user_id: userId, token }: Member,
  name: N,
  input: Omit<CallInput, 'token'> = {},
): Promise<CallResult<N>> {
  await t.services.db.global
    .updateTable('sessions')
    .set({ expires_at: farAway })
    .where('user_id', '=', userId)
    .execute()
  return t.call(name, { ...input, token })
}

/** Creates a team without limits, whose trial lasts for years. */
export async function makeFinanceTeam(t: TestApp, timezone = 'UTC'): Promise<Team> {
  const team = await makeTeam(t, { limit: null, timezone })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: farAway })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  return team
}

/** Sets the country of people, which their profile has. */
export const setCountry = (t: TestApp, country: string | null, ...people: Member[]) =>
  t.services.db.tenant(people[0]?.workspace_id ?? '', (trx) =>
    trx
      .updateTable('users')
      .set({ country })
      .where(
        'id',
        'in',
        people.map((one) => one.user_id),
      )
      .execute(),
  )

/** Adds what 100 points are worth from a day on, also from a past one. */
export const insertWorth = (
  t: TestApp,
  { workspace_id: workspaceId }: Pick<Team, 'workspace_id'>,
  worth: { country?: string; currency: string; minor: number; from: string },
) =>
  t.services.db.tenant(workspaceId, (trx) =>
    trx
      .insertInto('point_worths')
      .values({
        workspace_id: workspaceId,
        id: newId(t.clock.now()),
        country: worth.country ?? null,
        currency: worth.currency,
        hundred_points_minor: worth.minor,
        valid_from: worth.from,
        created_at: t.clock.now(),
      })
      .execute(),
  )

/** Reads what a team owes at the end of a day, or today so far. */
export async function readLiability(
  t: TestApp,
  { admin }: Team,
  day?: string,
): Promise<OutputOf<'liability.get'>> {
  const query = day === undefined ? {} : { query: { day } }
  return (await callAs(t, admin, 'liability.get', query)).body
}

/** Creates a reward, which a member redeems. Returns the purchase. */
export async function redeemReward(
  t: TestApp,
  { admin }: Team,
  buyer: Member,
  price: number,
): Promise<string> {
  const { body: reward } = await callAs(t, admin, 'rewards.create', {
    body: { title: 'Mug', price },
  })
  const params = { id: reward.id }
  return (await callAs(t, buyer, 'shop.redeem', { params, body: {} })).body.id
}

/** Stores the days of a team that have ended, newest first, by default all. Returns their number. */
export const storeDays = (
  t: TestApp,
  { workspace_id: workspaceId }: Team,
  daysMax = 1_000,
): Promise<number> => storeWorkspaceDays(t.services.db, workspaceId, { at: t.clock.now(), daysMax })

/** Stores one day of a team. */
export const storeOneDay = (t: TestApp, { workspace_id: workspaceId }: Team) =>
  storeNextDay(t.services.db, workspaceId, t.clock.now())

/** Returns the stored figures of a team that differ from the ledger. */
export const checkLiability = (
  t: TestApp,
  { workspace_id: workspaceId }: Team,
  rebuild = false,
): Promise<LiabilityDifference[]> =>
  reconcileTeam(t.services.db, workspaceId, { rebuild, ages: 'all' })

/** Names of the accounts of a journal. */
export const makeAccounts = (): Record<
  'expense' | 'liability' | 'redemptions' | 'corrections' | 'change_of_worth' | 'cost_center',
  string
> => ({
  expense: '6800 Recognition',
  liability: '2150 Points',
  redemptions: '1200 Rewards',
  corrections: '6810 Corrections',
  change_of_worth: '6820 Worth',
  cost_center: 'CC-7',
})

/** A valid body for each call about the liability. */
export const liabilityExamples = { 'liability.set_accounts': () => makeAccounts() }
