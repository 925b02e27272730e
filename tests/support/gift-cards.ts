import { newId } from '#server/platform/ids.ts'
import type { TestApp } from './test-app.ts'
import { addBalance, makeMember, makeTeam, type Member, type Team } from './factories.ts'

export type GiftCardInput = {
  product_id?: string
  country?: string
  gift_card_value?: number
  price?: number
  available_amount?: number | null
  one_time?: boolean
}

/** Creates a gift card in the shop. Returns its id. */
export async function makeGiftCard(
  t: TestApp,
  team: Team,
  offer: GiftCardInput = {},
): Promise<string> {
  const id = newId(t.clock.now())
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('rewards')
      .values({
        workspace_id: team.workspace_id,
        id,
        title: 'Gift card',
        price: 250,
        category: 'money_and_giftcards',
        picture_file_id: null,
        available_amount: null,
        type: 'automatic',
        reward_type: 'individual',
        country: 'US',
        product_id: 'shopping',
        gift_card_value: 2_500,
        deadline: null,
        created_at: t.clock.now(),
        deleted_at: null,
        ...offer,
      })
      .execute(),
  )
  return id
}

/** Adds the company's payment method for gift cards on our hosted page. */
export async function addGiftCardPaymentMethod(
  t: TestApp,
  team: Team,
  number = '4242424242424242',
): Promise<void> {
  const { body } = await t.call('rewards.add_payment_method', {
    token: team.admin.token,
    body: { callback: `${t.services.config.publicUrl}/settings/rewards/payment` },
  })
  const paid = await t.call('checkout.pay', {
    body: { token: body.session_url.split('/').at(-1), number, expiry: '12/40', cvc: '123' },
  })
  if (paid.status !== 200) throw new Error(paid.codes.join())
}
export async function validatePaymentMethod(t: TestApp, team: Team): Promise<void> {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ validated_at: t.clock.now() })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
}

export type GiftCardShop = { team: Team; buyer: Member; reward: string }
/**
 * Creates a validated team with a payment method, a gift card in the shop and a buyer with points.
 */
export async function makeGiftCardShop(
  t: TestApp,
  offer: GiftCardInput = {},
  number?: string,
): Promise<GiftCardShop> {
  const team = await makeTeam(t)
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 1_000)
  if (t.services.config.billing !== 'off') await addGiftCardPaymentMethod(t, team, number)
  await validatePaymentMethod(t, team)
  return { team, buyer, reward: await makeGiftCard(t, team, offer) }
}

/** Returns the database rows about the gift cards of a team. */
export async function readGiftCardState(t: TestApp, { team }: Pick<GiftCardShop, 'team'>) {
  const { workspace_id: workspaceId } = team
  return t.services.db.tenant(workspaceId, async (trx) => ({
    orders: await trx
      .selectFrom('gift_orders')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .execute(),
    charges: await trx
      .selectFrom('local_charges')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute(),
    vouchers: await trx
      .selectFrom('vouchers')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute(),
    purchases: await trx
      .selectFrom('purchases')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute(),
    events: (
      await trx
        .selectFrom('purchase_events')
        .select('type')
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute()
    ).map((one) => one.type),
    mails: (
      await trx
        .selectFrom('outbox')
        .select('kind')
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute()
    ).map((one) => one.kind),
  }))
}
