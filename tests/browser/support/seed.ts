import type { JoinSettings } from '#contract/schemas/joining.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { withClient } from '#tests/support/database.ts'
import {
  callApi,
  waitFor,
  listMailsTo,
  type AppUnderTest,
  createSession,
  createTeam,
} from './app-under-test.ts'
import { makeAwards } from './seed-awards.ts'
import { makeBonuses } from './seed-bonuses.ts'
import { makeDays } from './seed-days.ts'
import { makeBudgets } from './seed-budgets.ts'
import { administratorsByRole, type Role, type Viewer } from './roles.ts'

export type SeedData = {
  product: AppUnderTest
  tokens: Record<Viewer, string | null>
  ids: Record<'me' | 'member' | 'reward' | 'group' | 'budget' | 'gift', string>
  links: { invite: string; join: string; checkout: string; claim: string; unsubscribe: string }
}

const api = <T>(
  product: AppUnderTest,
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
) => callApi<T>(product, method, path, token, body)
const pathAndQueryOf = (url: string) =>
  new URL(url).pathname + new URL(url).search + new URL(url).hash
/** Adds a working card on the hosted page. */
async function payOnCheckoutPage(product: AppUnderTest, sessionUrl: string): Promise<void> {
  await api(product, 'POST', '/checkout/session/card', null, {
    token: sessionUrl.split('/checkout/')[1],
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
  })
}
const waitForMailedLink = (product: AppUnderTest, to: string, link: RegExp) =>
  waitFor(async () =>
    (await listMailsTo(product, to)).map((mail) => link.exec(mail.text)?.[0]).find(Boolean),
  )

/** Creates the four administrators of the full team. */
async function grantPermissions(
  product: AppUnderTest,
  founder: string,
): Promise<Partial<SeedData['tokens']>> {
  const tokens: Partial<SeedData['tokens']> = {}
  for (const [role, [name, permission]] of Object.entries(administratorsByRole)) {
    const token = await createSession(product, `${name}@laurel.example`)
    const { user } = await api<{ user: { id: string } }>(product, 'GET', '/config', token)
    await api(product, 'PUT', `/users/${user.id}/permissions`, founder, { [permission]: true })
    tokens[role as Role] = token
  }
  return tokens
}

/** Creates an expired team with its payer and a member. */
async function makeExpiredTeam(product: AppUnderTest): Promise<[payer: string, member: string]> {
  const payer = await createTeam(product, 'late@example.test', 'Late Engines')
  await api(product, 'POST', '/users', payer, {
    users: [{ email: 'waiting@example.test', first_name: 'Grace', last_name: 'Hopper' }],
  })
  const member = await createSession(product, 'waiting@example.test')
  await withClient(product.ownerUrl(), (client) =>
    client.query(
      "update workspaces set trial_ends_at = now() - interval '1 day' where name = 'Late Engines'",
    ),
  )
  return [payer, member]
}

/** Redeems a gift card as the member. Returns its claim link. */
async function redeemGiftCard(
  product: AppUnderTest,
  founder: string,
  member: string,
  memberId: string,
): Promise<string> {
  const { session_url: sessionUrl } = await api<{ session_url: string }>(
    product,
    'POST',
    '/rewards/payment_method',
    founder,
    { callback: `${product.url}/settings/rewards/payment` },
  )
  await payOnCheckoutPage(product, sessionUrl)
  await withClient(product.ownerUrl(), (client) =>
    client.query("update workspaces set validated_at = now() where name = 'Juniper & Lane'"),
  )
  await api(product, 'PUT', `/coins/${memberId}`, founder, { amount: 500, comment: '' })
  const reward = await api<{ id: string }>(product, 'POST', '/rewards/rewards', founder, {
    type: 'automatic',
    title: 'Books for the weekend',
    price: 20,
    country: 'US',
    product_id: 'books',
    gift_card_value: 2_000,
  })
  const { id } = await api<Purchase>(product, 'POST', `/shop/rewards/${reward.id}`, member, {
    comment: '',
  })
  return waitFor(
    async () =>
      (await api<{ items: Purchase[] }>(product, 'GET', '/shop/purchases', member)).items.find(
        (one) => one.id === id,
      )?.claim_url,
  )
}

/** Redeems a reward twice as the member. The founder has ordered the second one. */
async function redeemAndOrder(
  product: AppUnderTest,
  founder: string,
  member: string,
  rewardId: string,
): Promise<void> {
  const redeem = () =>
    api<Purchase>(product, 'POST', `/shop/rewards/${rewardId}`, member, { comment: '' })
  await redeem()
  const { id } = await redeem()
  await api(product, 'POST', '/rewards/purchases', founder, {
    ids: [id],
    decision: 'order',
    note: 'It arrives on Friday. Pick it up at the reception.',
  })
}

/**
 * Creates one webhook of each kind: one paused, one disabled, one working with a log. They never
 * receive anything.
 */
async function makeWebhooks(product: AppUnderTest, workspaceId: string): Promise<void> {
  await withClient(product.ownerUrl(), async (client) => {
    const [slack, teams, webhook] = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`)
    await client.query(
      `insert into hooks (workspace_id, id, kind, url, description, events, secret, state,
        off_reason, failures, delivered_at, created_at) values
      ($1, $2, 'slack', 'https://hooks.slack.com/…p4Zx', '#thanks', '{post.created}', '', 'paused',
        null, 0, now() - interval '3 hours', now()),
      ($1, $3, 'teams', 'https://prod-12.westeurope.logic.azure.com/…Yz_9', '', '{post.created}',
        '', 'off', 'failing', 9, now() - interval '4 days', now()),
      ($1, $4, 'webhook', 'https://payroll.juniper.example/hooks/laurel', 'Payroll', '{user.left}',
        '', 'active', null, 0, now() - interval '5 minutes', now())`,
      [workspaceId, slack, teams, webhook],
    )
    await client.query(
      `insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, state, attempts,
        status, answer, reason, next_at, sent_at, created_at) values
      ($1, gen_random_uuid(), $2, 'user.joined', $2, 'delivered', 1, 204, '', '', now(), now(),
        now() - interval '5 minutes'),
      ($1, gen_random_uuid(), $2, 'purchase.fulfilled', $2, 'failed', 10, 500,
        '<h1>Internal Server Error</h1>', '', now(), now(), now() - interval '1 day'),
      ($1, gen_random_uuid(), $3, 'post.created', $3, 'waiting', 4, null, '', 'timeout',
        now() + interval '5 hours', now(), now() - interval '4 days')`,
      [workspaceId, webhook, teams],
    )
  })
}

/** Orders a subscription. Returns the address of its card page. */
const orderSubscription = async (product: AppUnderTest, payer: string): Promise<string> =>
  (
    await api<{ session_url: string }>(product, 'POST', '/billing/subscription', payer, {
      callback: `${product.url}/settings/billing/overview`,
      plan: 'month',
    })
  ).session_url

/** Acts as the member through the link of the operator. */
async function impersonate(product: AppUnderTest, workspaceId: string): Promise<string> {
  const link = (
    await product.runCli('impersonate', workspaceId, 'tomas@laurel.example', 'Olga')
  ).trim()
  const { access_token: accessToken } = await api<{ access_token: string }>(
    product,
    'POST',
    '/auth/session/impersonate',
    null,
    { token: link.split('/impersonate/')[1] },
  )
  return accessToken
}

/** Creates the teams of the other viewers: without a subscription, paying, new and empty. */
async function makeOtherTeams(
  product: AppUnderTest,
): Promise<{ tokens: Partial<SeedData['tokens']>; checkout: string }> {
  const [expiredPayer, expired] = await makeExpiredTeam(product)
  const payer = await createTeam(product, 'payer@example.test', 'Difference Engines')
  await payOnCheckoutPage(product, await orderSubscription(product, payer))
  const fresh = await createTeam(product, 'fresh@example.test', 'Analytical Engines')
  const empty = await createTeam(product, 'empty@example.test', 'Empty Engines')
  await api(product, 'DELETE', '/workspace/reset_demo_data', empty)
  return {
    tokens: { expired, expired_payer: expiredPayer, payer, fresh, empty },
    checkout: await orderSubscription(product, fresh),
  }
}

type OwnConfig = { user: { id: string }; workspace: { id: string } }

/** Creates every viewer and team in one product. */
export async function seedApp(product: AppUnderTest): Promise<SeedData> {
  const founder = await createSession(product, 'admin@laurel.example')
  const member = await createSession(product, 'tomas@laurel.example')
  const { user: me, workspace } = await api<OwnConfig>(product, 'GET', '/config', founder)
  const { user: other } = await api<OwnConfig>(product, 'GET', '/config', member)
  await makeWebhooks(product, workspace.id)
  const appointed = await grantPermissions(product, founder)
  const { tokens, checkout } = await makeOtherTeams(product)
  const impersonator = await impersonate(product, workspace.id)
  await api(product, 'POST', '/users', founder, {
    users: [{ email: 'invited@example.test', first_name: 'Ida', last_name: 'Rhodes' }],
  })
  const { link } = await api<JoinSettings>(product, 'POST', '/joining/link', founder, {
    uses_max: 300,
  })
  for (const rule of [
    { name: 'Managers', audience: { managers_only: true }, limit: 300, extra_per_report: 10 },
    { name: 'New colleagues', audience: { tenure_months_to: 600 }, limit: 150 },
  ])
    await api(product, 'POST', '/allowance_rules', founder, rule)
  const budget = await makeBudgets(product, founder, [me.id, other.id])
  const gift = await makeAwards(product, { founder, member, budget, ids: [me.id, other.id] })
  await makeBonuses(product, founder, budget)
  await makeDays(product, founder, { budget, ids: [me.id, other.id] })
  const [reward] = await api<{ id: string }[]>(product, 'GET', '/rewards/rewards', founder)
  const groups = await api<{ items: { id: string }[] }>(
    product,
    'GET',
    '/groups?kind=department',
    founder,
  )
  const teamReward = await api<{ id: string }>(product, 'POST', '/rewards/rewards', founder, {
    title: 'A walk',
    price: 1,
  })
  const claim = await redeemGiftCard(product, founder, member, other.id)
  await redeemAndOrder(product, founder, member, teamReward.id)
  const mailedPath = async (to: string, link: RegExp) =>
    pathAndQueryOf((await waitForMailedLink(product, to, link)) ?? '')
  return {
    product,
    tokens: {
      anonymous: null,
      founder,
      member,
      ...appointed,
      ...tokens,
      impersonator,
    } as SeedData['tokens'],
    ids: {
      me: me.id,
      member: other.id,
      reward: reward?.id ?? '',
      group: groups.items[0]?.id ?? '',
      budget,
      gift,
    },
    links: {
      invite: await mailedPath('invited@example.test', /http\S+\/login\/accept#token=\S+/),
      join: pathAndQueryOf(link?.url ?? ''),
      // Fulfilling administrators get a mail about the redemption.
      unsubscribe: await mailedPath('admin@laurel.example', /http\S+\/u\/[\w-]+/),
      checkout: pathAndQueryOf(checkout),
      claim: pathAndQueryOf(claim),
    },
  }
}
