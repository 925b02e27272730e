import { expect } from 'vitest'
import { startSession } from '#server/platform/auth/sessions.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { payOnCheckoutPage } from '#tests/support/local-billing.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const billingCallback = 'http://localhost:3000/settings/billing/overview'

/** Starts a session of the administrator at the current test time. Returns its token. */
export const adminToken = (t: TestApp, team: Team) =>
  startSession(t.services.db.global, t.clock.now(), {
    account_id: team.admin.account_id,
    kind: 'session',
    workspace_id: team.workspace_id,
    user_id: team.admin.user_id,
  })
export const loadLocalSubscription = async (t: TestApp, team: Team) =>
  (await t.call('billing.subscription', { token: await adminToken(t, team) })).body
export const listInvoices = async (t: TestApp, team: Team) =>
  (await t.call('billing.invoices', { token: await adminToken(t, team) })).body.items
export const listReceipts = async (t: TestApp, team: Team) =>
  (await t.call('billing.receipts', { token: await adminToken(t, team) })).body.items
export const loadBalance = async (t: TestApp, team: Team) =>
  (await t.call('billing.details', { token: await adminToken(t, team) })).body.customer_balance
export async function addLocalCard(
  t: TestApp,
  team: Team,
  kind: 'works' | 'fails_later',
): Promise<void> {
  await payOnCheckoutPage(
    t,
    (
      await t.call('billing.add_payment_method', {
        token: await adminToken(t, team),
        body: { callback: billingCallback },
      })
    ).body.session_url,
    kind,
  )
}
/** Creates a team that pays from a given time. */
export async function startSubscribedTeam(
  t: TestApp,
  at: string,
  plan: 'month' | 'year' = 'month',
): Promise<Team> {
  t.clock.set(new Date(at))
  const team = await makeTeam(t)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: t.clock.now() })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  const { body } = await t.call('billing.subscribe', {
    token: await adminToken(t, team),
    body: { plan, callback: billingCallback },
  })
  expect(await payOnCheckoutPage(t, body.session_url, 'works')).toHaveProperty('redirect_url')
  return team
}
