import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackUrl, createBillingActions } from '#tests/suites/billing-behavior/actions.ts'
import { openStripeBilling, type StripeHarness } from '#tests/support/stripe-billing.ts'
import { operationHandlers } from '#tests/contracts/stripe/operations.ts'
import type { Team } from '#tests/support/factories.ts'
import { findCustomerRef } from './queries.ts'
import { refreshBilling } from './sync.ts'

let h: StripeHarness
let by: ReturnType<typeof createBillingActions>
beforeAll(async () => {
  h = await openStripeBilling()
  by = createBillingActions(h)
}, 60_000)
afterAll(() => h?.stop())

const refOf = ({ workspace_id: workspaceId }: Team) =>
  h.t.services.db.tenant(workspaceId, (trx) => findCustomerRef(trx, workspaceId))

/** A subscribed team with a card for gift cards, whose customer was deleted at Stripe. */
async function makeTeamWithoutCustomer(): Promise<Team> {
  const team = await by.team()
  await by.subscribe(team)
  const { session_url: page } = await by.answer(team, 'rewards.add_payment_method', {
    body: { callback: callbackUrl },
  })
  h.completeHostedPage(page, 'works')
  expect(await by.answer(team, 'rewards.payment_method')).not.toBeNull()
  operationHandlers['Customers.del']?.(h.stripe.state, {}, (await refOf(team)) ?? '')
  h.takeUndeliveredEvents()
  await refreshBilling(h.t.services, team.workspace_id)
  return team
}

test('subscribes again after the customer was deleted at Stripe', async () => {
  const team = await makeTeamWithoutCustomer()
  expect([(await by.subscription(team)).status, await refOf(team)]).toEqual(['canceled', null])
  await by.subscribe(team)
  expect([(await by.subscription(team)).status, await by.active(team)]).toEqual(['active', true])
  expect(await by.answer(team, 'rewards.payment_method')).toBeNull()
})

test('takes details and cards after the customer was deleted at Stripe', async () => {
  const team = await makeTeamWithoutCustomer()
  const details = await by.answer(team, 'billing.update_details', { body: { name: 'New Ltd' } })
  expect(details.name).toBe('New Ltd')
  await by.card(team)
  expect(await by.answer(team, 'billing.payment_method')).toMatchObject({ last4: '4242' })
})
