import type { Purchase } from '#contract/schemas/rewards.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import type { Member, Team } from '#tests/support/factories.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const redeemFor = (
  t: TestApp,
  who: Member,
  id: string,
  amount: number | undefined,
  body: object = {},
  key?: string,
) =>
  t.call('shop.redeem', {
    token: who.token,
    params: { id },
    body: { ...(amount === undefined ? {} : { amount }), ...body },
    ...(key ? { key } : {}),
  })
export const withdrawPurchase = (t: TestApp, who: Member, purchase: { id: string }, key?: string) =>
  t.call('shop.cancel', { token: who.token, params: { id: purchase.id }, ...(key ? { key } : {}) })
export const fulfilAsAdmin = (
  t: TestApp,
  team: Team,
  purchase: { id: string },
  body: object = {},
  key?: string,
) =>
  t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id: purchase.id },
    body,
    ...(key ? { key } : {}),
  })
export const declineAsAdmin = (t: TestApp, team: Team, purchase: { id: string }, reason = '') =>
  t.call('rewards.decline', {
    token: team.admin.token,
    params: { id: purchase.id },
    body: { reason },
  })
export const loadShopReward = async (t: TestApp, who: Member, id: string) =>
  (await t.call('shop.get', { token: who.token, params: { id } })).body
export const findListedPurchase = async (
  t: TestApp,
  team: Team,
  id: string,
): Promise<Purchase | undefined> =>
  (await t.call('rewards.purchases', { token: team.admin.token })).body.items.find(
    (item) => item.id === id,
  )
export const listEventTypes = (purchase: Purchase | undefined) =>
  purchase?.history.map((event) => [event.type, event.actor?.id ?? null, event.amount])
export const loadStock = async (t: TestApp, team: Team, id: string) =>
  (await t.call('rewards.list', { token: team.admin.token })).body.find(
    (reward) => reward.id === id,
  )?.available_amount
/** Subjects and recipients of the mails sent now. */
export async function sendAndListMails(t: TestApp): Promise<[string, string][]> {
  t.mails.length = 0
  await processOutbox(t.services)
  return t.mails
    .map((mail): [string, string] => [mail.to, mail.subject])
    .sort((a, b) => a[0].localeCompare(b[0]))
}
