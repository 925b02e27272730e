import { authExamples } from './auth-examples.ts'
import { makeOauthGrant } from './oauth.ts'
import type { ResourceKind } from '#contract/schemas/common.ts'
import type { Route } from '#contract/routes/route.ts'
import { type RouteName, routeNames, routes } from '#contract/routes/index.ts'
import { type CallResult, buildFormData, type TestApp } from './test-app.ts'
import { listFields } from './input-fields.ts'
import { renderSmallPicture } from './small-picture.ts'
import { organizationExamples } from './organization-examples.ts'
import { signInExamples } from './sign-in-examples.ts'
import { linkPerson, makeSsoConnection } from './make-sso-connection.ts'
import { makeScim } from './make-scim.ts'
import { bonusExamples, makeBonus } from './make-bonus.ts'
import { financeExamples, makeFinance } from './finance-examples.ts'
import { historyImportExamples, makeHistoryImport } from './history-imports.ts'
import { makeWorkspaceExport } from './workspace-exports.ts'
import { importExamples } from './user-imports.ts'
import { makeSyncRun, peopleSyncExamples } from './people-sync.ts'
import { awardExamples, makeAwardGift } from './make-award.ts'
import { makeReportedCard } from './make-group-card.ts'
import { makeNominations, nominationExamples } from './make-nominations.ts'
import { leaverExamples, makeGrace } from './make-grace.ts'
import { makeOfficeScreen, officeScreenExamples } from './make-office-screen.ts'
import { makeChatRoute } from './make-chat-route.ts'
import { makeOrganization } from './make-organization.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from './factories.ts'
import { setYearlyBudget } from './yearly-budget.ts'

/**
 * Fixtures of the generated suites: a team with one resource of each kind, and a valid request for
 * each call.
 */
export type ResourceIds = Record<
  Exclude<ResourceKind, 'session' | 'product' | 'inbox_item'> | 'leaver' | 'team_reward',
  string
>
export type TenantFixture = { team: Team; member: Member; ids: ResourceIds }
export const routeOf = (name: RouteName): Route => routes[name]

/** Returns the calls of the contract that the server mounts. */
export async function listMountedCalls(t: TestApp): Promise<RouteName[]> {
  const document = JSON.parse((await t.app.inject('/api/openapi.json')).body) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const served = new Set(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    ),
  )
  return routeNames.filter((name) => served.has(name.replace('.', '_')))
}

/** A valid body for each call, with the ids of the given fixture. */
export const exampleBodies: Partial<Record<RouteName, (ids: ResourceIds) => unknown>> = {
  ...authExamples,
  'profiles.get_code': () => ({ email: 'other@example.test' }),
  'profiles.verify_code': () => ({
    email: 'other@example.test',
    sig: 'x'.repeat(43),
    code: '000000',
  }),
  'workspace.reset': () => ({ name: 'Not the name' }),
  'workspace.delete': () => ({ name: 'Not the name' }),
  'presence.prove': () => ({ sig: 'x'.repeat(43), code: '000000' }),
  'auth.undo_address': () => ({ token: 'x'.repeat(43) }),
  'settings.update': () => ({ show_leaderboard: true }),
  'settings.notifications': () => ({ points_received: true }),
  'notifications.get': () => ({ token: 'x'.repeat(66) }),
  'notifications.set': () => ({ token: 'x'.repeat(66), subscribed: false }),
  'values.create': () => ({ name: 'Patience', color: '#336699', emoji: '🐢' }),
  ...organizationExamples,
  'values.update': () => ({ description: 'Changed' }),
  'checklist.update': () => ({ dismissed: false }),
  'billing.update_details': () => ({ name: 'Analytical Engines Ltd' }),
  'billing.subscribe': () => ({
    plan: 'month',
    callback: 'http://localhost:3000/settings/billing/overview',
  }),
  'billing.change_plan': () => ({ plan: 'year' }),
  'billing.cancel': () => ({ reason: 'other' }),
  'billing.add_payment_method': () => ({ callback: 'http://localhost:3000/feed' }),
  'checkout.get': () => ({ token: 'x'.repeat(54) }),
  'checkout.pay': () => ({
    token: 'x'.repeat(54),
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
  }),
  'profiles.avatar': () => ({ remove_picture: true }),
  'settings.logo': () => ({ remove_picture: true }),
  'profiles.update_me': () => ({ job_title: 'Tester' }),
  'second_factor.confirm': () => ({ code: '000000' }),
  'oauth.approve': () => ({ scopes: ['posts:read'] }),
  'oauth.set_policy': () => ({ access: 'all', client_ids: [] }),
  'tokens.create': () => ({ name: 'Script', scopes: ['posts:read'], expires_on: '2026-07-01' }),
  'users.update': (ids) => ({
    organization: { attributes: [{ attribute_id: ids.attribute, value: 'Friday' }] },
  }),
  'organization.introduce': () => ({ user_ids: [] }),
  'organization.set_away': () => ({ away: { from: '2026-06-10', to: '2026-08-31' } }),
  'users.permissions': () => ({ billing_administrator: false }),
  'users.invite_many': (ids) => ({ ids: [ids.user] }),
  'users.update_many': (ids) => ({
    ids: [ids.user],
    organization: { attributes: [{ attribute_id: ids.attribute, value: 'Monday' }] },
  }),
  'users.permissions_many': (ids) => ({
    ids: [ids.user],
    permissions: { billing_administrator: true },
  }),
  ...importExamples,
  'users.create': () => ({ users: [{ email: 'new@example.test' }] }),
  'posts.create': (ids) => ({
    to_id: [ids.user],
    value_id: ids.value,
    score: 1,
    description: 'Thank you so much',
  }),
  'users.export': (ids) => ({ ids: [ids.user] }),
  'posts.upload_picture': () => ({}),
  'posts.update': (ids) => ({ value_id: ids.value }),
  'posts.react': () => ({ reaction: 'clap' }),
  'posts.comment': () => ({ text: 'Well deserved' }),
  'posts.edit_comment': () => ({ text: 'Very well deserved' }),
  'posts.add_on': () => ({ score: 1, text: 'From me too' }),
  'coins.adjust': () => ({ amount: 1, comment: '' }),
  'coins.adjust_many': (ids) => ({ ids: [ids.user], amount: 1, comment: '' }),
  // Ids of other items have no effect, so any id is a valid request.
  'inbox.mark_read': (ids) => ({ ids: [ids.post] }),
  'inbox.set_preferences': () => ({ reaction: false }),
  'hooks.create': () => ({ kind: 'webhook', url: 'http://127.0.0.1:9/', events: ['post.created'] }),
  'hooks.update': () => ({ description: 'Tester' }),
  'chat.save': () => ({ client_id: '1.2', client_secret: 'secret', signing_secret: 'signing' }),
  'chat.connect': () => ({ code: 'code', state: 'x'.repeat(43) }),
  'chat.create_route': () => ({ provider: 'slack', channel: '#thanks' }),
  'chat.update_route': () => ({ kinds: ['thanks', 'joined'] }),
  'chat.update_link': () => ({ quiet_from: 18 }),
  'chat.preview_link': () => ({ token: 'x'.repeat(43) }),
  'chat.link': () => ({ token: 'x'.repeat(43) }),
  ...signInExamples,
  'rewards.create': () => ({ title: 'Tea', price: 5 }),
  'rewards.update': () => ({ title: 'More tea' }),
  'rewards.fulfil': () => ({}),
  'rewards.decline': () => ({ reason: 'no' }),
  'rewards.decide_purchases': (ids) => ({ ids: [ids.purchase], decision: 'fulfil' }),
  'rewards.export_purchases': (ids) => ({ ids: [ids.purchase] }),
  'shop.set_goal': (ids) => ({ reward_id: ids.reward }),
  'shop.redeem': () => ({ comment: '', amount: 1 }),
  'shop.readdress': () => ({ email: 'other@example.test' }),
  ...historyImportExamples,
  ...awardExamples,
  ...bonusExamples,
  ...financeExamples,
  ...peopleSyncExamples,
  ...nominationExamples,
  ...leaverExamples,
  ...officeScreenExamples,
  'giftcards.claim': () => ({ token: 'x'.repeat(54) }),
  'rewards.add_payment_method': () => ({
    callback: 'http://localhost:3000/settings/rewards/payment',
  }),
}

/** Creates a webhook and one delivery of it. Returns their ids. */
async function makeWebhook(
  t: TestApp,
  { admin: { token } }: Team,
): Promise<{ hook: string; delivery: string }> {
  const body = exampleBodies['hooks.create']?.({} as ResourceIds)
  const { id: hook } = (await t.call('hooks.create', { token, body })).body.hook
  const { id: delivery } = (await t.call('hooks.test', { token, params: { id: hook } })).body
  return { hook, delivery }
}

/** Creates a reward, a team reward and a purchase. Returns their ids. */
async function makeShop(
  t: TestApp,
  { admin: { token } }: Team,
): Promise<Record<'reward' | 'team_reward' | 'purchase', string>> {
  const reward = await t.call('rewards.create', { token, body: { title: 'Cake', price: 5 } })
  const purchase = await t.call('shop.redeem', { token, params: { id: reward.body.id }, body: {} })
  const shared = await t.call('rewards.create', {
    token,
    body: { title: 'Lunch', price: 50, reward_type: 'team' },
  })
  return { reward: reward.body.id, team_reward: shared.body.id, purchase: purchase.body.id }
}

/** Creates a team with one resource of each kind. */
export async function makeTenantFixture(t: TestApp): Promise<TenantFixture> {
  const team = await makeTeam(t)
  const { workspace_id: workspaceId } = team
  const member = await makeMember(t, workspaceId)
  const leaver = await makeMember(t, workspaceId)
  await addBalance(t, team.admin, 50)
  const post = await makePost(t, team.admin, [member], team.value_id)
  const comment = await t.call('posts.comment', {
    token: team.admin.token,
    params: { id: post },
    body: { text: 'And thank you again' },
  })
  const shop = await makeShop(t, team)
  const webhook = await makeWebhook(t, team)
  await t.call('joining.create_link', { token: team.admin.token, body: {} })
  await markPresent(t, team.admin)
  const token = await t.call('tokens.create', {
    token: team.admin.token,
    body: exampleBodies['tokens.create']?.({} as ResourceIds),
  })
  await setYearlyBudget(t, team)
  const list = await t.call('imports.create', {
    token: team.admin.token,
    body: buildFormData({}, Buffer.from('listed@example.test\n'), 'people.csv'),
  })
  const picture = await t.call('posts.upload_picture', {
    token: team.admin.token,
    body: buildFormData({}, await renderSmallPicture()),
  })
  const organization = await makeOrganization(t, team.admin, member)
  const { token: _token, ...scim } = await makeScim(t, team)
  const sso = await makeSsoConnection(t, team)
  await linkPerson(t, member, sso.sso_connection, 'member')
  return {
    team,
    member,
    ids: {
      ...webhook,
      token: token.body.id,
      oauth_grant: await makeOauthGrant(t, member),
      import: list.body.id,
      people_sync_run: await makeSyncRun(t, team),
      history_import: await makeHistoryImport(t, team),
      workspace_export: await makeWorkspaceExport(t, team),
      office_screen: (await makeOfficeScreen(t, team)).id,
      workspace: workspaceId,
      user: member.user_id,
      leaver: leaver.user_id,
      post,
      comment: comment.body.id,
      value: team.value_id,
      ...shop,
      picture: picture.body.id,
      chat_route: await makeChatRoute(t, team),
      group_card: await makeReportedCard(t, team, leaver, [member, team.admin]),
      bonus: await makeBonus(t, team, { user_ids: [member.user_id] }),
      ...(await makeFinance(t, team)),
      leaver_grace: (await makeGrace(t, workspaceId)).id,
      ...sso,
      ...scim,
      ...organization,
      ...(await makeAwardGift(t, team, {
        giver: member,
        receiver: leaver,
        budget: organization.budget,
      })),
      ...(await makeNominations(t, team, { nominator: member, nominee: leaver })),
    },
  }
}

/**
 * Returns the kind of resource named by the id in the path. users.delete uses a separate user,
 * because later calls still need the member's token.
 */
export function pathResourceKind(name: RouteName): keyof ResourceIds | undefined {
  if (name === 'users.delete') return 'leaver'
  return listFields(routeOf(name).params).find((field) => field.path[0] === 'id')?.kind as
    | keyof ResourceIds
    | undefined
}
/** Path parameters other than ids. */
const otherPathParams: Record<string, string> = {
  reaction: 'clap',
  provider: 'slack',
  kind: 'birthday',
  uid: 'x'.repeat(43),
}
export function pathParamsOf(
  name: RouteName,
  fixture: TenantFixture,
): { params?: Record<string, string> } {
  const thing = pathResourceKind(name)
  const fields = listFields(routeOf(name).params)
  if (!fields.length) return {}
  const params = fields.map(({ path: [key], kind }) => [
    key,
    kind ? fixture.ids[kind as keyof ResourceIds] : (otherPathParams[String(key)] ?? ''),
  ])
  return {
    params: {
      ...(Object.fromEntries(params) as Record<string, string>),
      ...(thing ? { id: fixture.ids[thing] } : {}),
    },
  }
}
export const callWithExample = (
  t: TestApp,
  name: RouteName,
  token: string | null,
  fixture: TenantFixture,
): Promise<CallResult<RouteName>> =>
  t.call(name, {
    token,
    ...pathParamsOf(name, fixture),
    ...(exampleBodies[name] ? { body: exampleBodies[name](fixture.ids) } : {}),
  }) as Promise<CallResult<RouteName>>
