import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type RouteName, routeNames } from '#contract/routes/index.ts'
import { type CallInput, buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import {
  exampleBodies,
  makeTenantFixture,
  pathParamsOf,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'
import { makeMember } from '#tests/support/factories.ts'
import { payOnCheckoutPage } from '#tests/support/local-billing.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'

/**
 * Every administrator action is in the audit log (docs/security.md, 16.3.1). Generated from the
 * contract: writes that need a permission, changes by moderators, and exports of other people's
 * data.
 */
const t = setupTestApp()

/** Calls open to members as well; an administrator may apply them to other people's content. */
const memberCallsOnOthers: RouteName[] = [
  'posts.update',
  'posts.delete',
  'posts.delete_comment',
  'users.delete',
  'coins.csv',
]
const exportCalls: RouteName[] = [
  'users.csv',
  'workspace.audit_csv',
  'workspace.audit_lines',
  'leavers.csv',
  'liability.csv',
  'posts.csv',
  'rewards.purchases_csv',
  'leaderboards.csv',
  'imports.refused',
  'people_sync.refused',
  'history_imports.refused',
]

/** Calls that need no entry, each with the reason. */
const callsWithoutEntry: Partial<Record<RouteName, string>> = {
  'history_imports.create': 'stores a file, which creates no post until the import is started',
  'history_imports.set_mapping': 'chooses the columns of a file before its start',
  'history_imports.check': 'counts the posts of a file; changes nothing',
  'history_imports.delete': 'deletes a file before its start',
  'imports.create': 'stores a list, which changes no member until the import is started',
  'imports.preview': 'a dry run: chooses the columns of a list before its start',
  'imports.preview_mail': 'shows the text of a mail; sends and stores nothing',
  'imports.edit_row': 'corrects a cell of a list before its start',
  'chat.authorize': 'opens a page of Slack; the app is written down once it is connected',
  'audit_stream.test': 'sends an example to the receiver; changes nothing',
  'sso.test': 'asks the provider about the administrator; changes nothing',
  'sso.test_result': 'shows what the provider answered; changes nothing',
  'groups.preview_rule': 'counts people; stores nothing',
  'audiences.preview': 'counts people; stores nothing',
  'joining.send_code':
    'mails a code; the entry is written when the domain is enabled (join_domain.on)',
  'rewards.add_payment_method':
    'opens a payment page; the card is written down once it is kept (card.add)',
  'billing.add_payment_method':
    'opens a payment page; the card is written down once it is kept (card.add)',
  'billing.subscribe':
    'opens a payment page; the subscription is written down once it is paid (subscription.start)',
}
const exportTest = 'server/workflows/workspace-exports/workspace-exports.api.test.ts'
const historyTest = 'server/modules/history-imports/history-imports.api.test.ts'
/** Calls that need a longer setup, with the test that proves their entry. */
const provenElsewhere: Partial<Record<RouteName, [file: string, text: string]>> = {
  'chat.check': ['server/modules/chat/teams.api.test.ts', 'chat.connect'],
  'chat.connect': ['server/modules/chat/slack.api.test.ts', 'chat.connect'],
  'chat.create_route': ['server/modules/chat/channels.api.test.ts', 'chat.create_route'],
  'audit_stream.remove': [
    'server/modules/audit-stream/audit-stream.api.test.ts',
    'audit_stream.remove',
  ],
  'scim.resume': ['server/workflows/scim/scim-activity.api.test.ts', 'scim.resume'],
  'nominations.announce': [
    'server/modules/nominations/announce.api.test.ts',
    'nomination_round.announce',
  ],
  'payroll_runs.lock': ['server/modules/payroll-runs/payroll-runs.api.test.ts', 'payroll_run.lock'],
  'sso.verify_domain': ['server/modules/sso/sso.api.test.ts', 'sso.domain_verify'],
  'people_sync.start': [
    'server/modules/people-sync/people-sync-files.api.test.ts',
    'people_sync.start',
  ],
  'workspace_exports.create': [exportTest, 'workspace_export.create'],
  'workspace_exports.link': [exportTest, 'workspace_export.download'],
  'workspace_exports.delete': [exportTest, 'workspace_export.delete'],
  'history_imports.start': [historyTest, 'history_import.start'],
  'history_imports.undo': [historyTest, 'history_import.undo'],
  'history_imports.merge': [historyTest, 'history_import.merge'],
  'imports.plan_invites': ['server/modules/imports/held-invites.api.test.ts', 'import.planned'],
  'workspace.reset': [
    'server/workflows/delete-workspace/reset-and-delete.api.test.ts',
    'workspace.reset',
  ],
  'workspace.delete': [
    'server/workflows/delete-workspace/deletion.api.test.ts',
    'workspace.delete_requested',
  ],
  'workspace.cancel_deletion': [
    'server/workflows/delete-workspace/deletion.api.test.ts',
    'workspace.delete_canceled',
  ],
  'billing.change_plan': ['tests/suites/audit-coverage.test.ts', 'subscription.change_plan'],
  'billing.cancel': ['tests/suites/audit-coverage.test.ts', 'subscription.cancel'],
  'billing.resume': ['tests/suites/audit-coverage.test.ts', 'subscription.resume'],
  'rewards.remove_payment_method': ['tests/suites/audit-coverage.test.ts', 'card.remove'],
}

const makePendingMember = async (fixture: TenantFixture): Promise<CallInput> => {
  const { user_id: userId } = await makeMember(t, fixture.team.workspace_id, { state: 'pending' })
  return { params: { id: userId } }
}
const startImport = async (fixture: TenantFixture): Promise<void> => {
  await t.call('imports.start', {
    token: fixture.team.admin.token,
    params: { id: fixture.ids.import },
  })
}
/** Inputs that a call needs beyond its example to take effect. */
const callInputs: Partial<
  Record<RouteName, (fixture: TenantFixture) => CallInput | Promise<CallInput>>
> = {
  'settings.update': () => ({ body: { show_leaderboard: false } }),
  'settings.notifications': () => ({ body: { points_received: false } }),
  'settings.logo': async () => ({ body: buildFormData({}, await renderSmallPicture()) }),
  'users.permissions': () => ({ body: { billing_administrator: true } }),
  'users.invite': makePendingMember,
  'users.invite_many': async (fixture) => {
    const { params } = await makePendingMember(fixture)
    return { body: { ids: [params?.['id']] } }
  },
  'people_sync.upload': () => ({
    query: { coverage: 'partial', dry_run: 'true' as never },
    body: buildFormData({}, Buffer.from('listed@example.test\n'), 'people.csv'),
  }),
  'imports.cancel': async (fixture) => {
    await startImport(fixture)
    return {}
  },
  'leaderboards.csv': () => ({ query: { tile: 'leaders' } }),
  'posts.update': (fixture) => ({ body: { value_id: fixture.team.other_value_id } }),
  'rewards.update': () => ({ body: { title: 'More tea' } }),
  'workspace.reset_demo_data': () => ({}),
}

/**
 * The workspace of the calls. A call that earlier calls left no resource for, such as the second one
 * that decides the purchase, begins a new one.
 */
let sharedFixture: TenantFixture
beforeAll(async () => {
  sharedFixture = await makeTenantFixture(t)
})

const isAdminWrite = (name: RouteName) =>
  routeOf(name).method !== 'GET' &&
  !['public', 'temporary', 'take_part'].includes(routeOf(name).access)
const auditedCalls = routeNames.filter(
  (name) => isAdminWrite(name) || memberCallsOnOthers.includes(name) || exportCalls.includes(name),
)
const countEntries = async (fixture: TenantFixture, actor: string) =>
  (
    await t.services.db.tenant(fixture.team.workspace_id, (trx) =>
      trx
        .selectFrom('audit_log')
        .select('id')
        .where('workspace_id', '=', fixture.team.workspace_id)
        .where('actor_id', '=', actor)
        .execute(),
    )
  ).length

/** Makes a call as an administrator. Returns its answer and how many entries it added. */
async function callAsAdmin(name: RouteName, fixture: TenantFixture) {
  const { workspace_id: workspaceId, admin } = fixture.team
  // A second person with every permission, so that nothing belongs to the administrator itself.
  const otherAdmin = await makeMember(t, workspaceId, {
    permissions: {
      global_administrator: true,
      account_administrator: true,
      rewards_administrator: true,
      billing_administrator: true,
    },
  })
  const actor = memberCallsOnOthers.includes(name) ? otherAdmin : admin
  const input = await callInputs[name]?.(fixture)
  const before = await countEntries(fixture, actor.user_id)
  const { status, codes } = await t.call(name, {
    token: actor.token,
    ...pathParamsOf(name, fixture),
    ...(exampleBodies[name] ? { body: exampleBodies[name](fixture.ids) } : {}),
    ...input,
  })
  return {
    succeeded: status < 300,
    codes,
    entries: (await countEntries(fixture, actor.user_id)) - before,
  }
}

/** Calls that others of their noun leave no resource or no change for. */
const firstCalls: RouteName[] = [
  'nominations.create_round',
  'nominations.exclude',
  'users.permissions',
]
/** Deletions come last, parts before the whole, so that each call finds its resource. */
const orderOf = (name: RouteName): number => {
  const { method, path } = routeOf(name)
  if (firstCalls.includes(name)) return -1_000
  return method === 'DELETE' ? -path.length : -500
}
const provenCalls = auditedCalls
  .filter((name) => !callsWithoutEntry[name] && !provenElsewhere[name])
  .toSorted((a, b) => orderOf(a) - orderOf(b))

test.each(provenCalls)('%s by an administrator is in the audit log', async (name) => {
  let result = await callAsAdmin(name, sharedFixture)
  if (!result.succeeded || result.entries === 0) {
    sharedFixture = await makeTenantFixture(t)
    result = await callAsAdmin(name, sharedFixture)
  }
  expect({ name, ...result }).toEqual({ name, succeeded: true, codes: [], entries: 1 })
})

test('audited changes refetch the audit log of the web', () => {
  const isStale = (name: RouteName) => {
    const { affects, format = 'json' } = routeOf(name)
    // A download changes nothing on screen.
    if (!affects || format !== 'json' || callsWithoutEntry[name]) return false
    return affects !== 'everything' && !affects.includes('audit')
  }
  expect(auditedCalls.filter(isStale)).toEqual([])
})

test('each exception names a write call and each proof a real test', () => {
  expect(
    [...Object.keys(callsWithoutEntry), ...Object.keys(provenElsewhere)].filter(
      (name) => !auditedCalls.includes(name as RouteName),
    ),
  ).toEqual([])
  const root = fileURLToPath(new URL('../../', import.meta.url))
  expect(
    Object.values(provenElsewhere).filter(
      ([file, text]) =>
        !existsSync(root + file) || !readFileSync(root + file, 'utf8').includes(text),
    ),
  ).toEqual([])
})

test('changes to own posts and comments write no audit entry', async () => {
  const fixture = await makeTenantFixture(t)
  const {
    team: { admin, other_value_id: otherValueId },
    ids,
  } = fixture
  const before = await countEntries(fixture, admin.user_id)
  for (const [name, ask] of [
    ['posts.update', { params: { id: ids.post }, body: { value_id: otherValueId } }],
    ['posts.delete_comment', { params: { id: ids.post, comment_id: ids.comment } }],
    ['posts.delete', { params: { id: ids.post } }],
    ['coins.csv', { params: { id: admin.user_id } }],
  ] as const)
    expect([name, (await t.call(name, { token: admin.token, ...ask })).status < 300]).toEqual([
      name,
      true,
    ])
  expect(await countEntries(fixture, admin.user_id)).toBe(before)
})

test('each step of a subscription and of its cards is audited', async () => {
  const { team } = await makeTenantFixture(t)
  const { token, user_id: userId } = team.admin
  const callback = 'http://localhost:3000/settings/billing/overview'
  const shop = await t.call('rewards.add_payment_method', { token, body: { callback } })
  expect(await payOnCheckoutPage(t, shop.body.session_url, 'works')).toMatchObject({
    redirect_url: expect.any(String),
  })
  await t.call('rewards.remove_payment_method', { token })
  const order = await t.call('billing.subscribe', { token, body: { plan: 'month', callback } })
  expect(await payOnCheckoutPage(t, order.body.session_url, 'works')).toMatchObject({
    redirect_url: expect.any(String),
  })
  for (const [name, body] of [
    ['billing.change_plan', { plan: 'year' }],
    ['billing.cancel', { reason: 'other' }],
    ['billing.resume', undefined],
  ] as const) {
    expect([name, (await t.call(name, { token, ...(body ? { body } : {}) })).status]).toEqual([
      name,
      200,
    ])
  }
  const acts = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'details'])
      .where('workspace_id', '=', team.workspace_id)
      .where('action', 'in', [
        'card.add',
        'card.remove',
        'subscription.start',
        'subscription.change_plan',
        'subscription.cancel',
        'subscription.resume',
      ])
      .orderBy('id')
      .execute(),
  )
  expect(acts.map((entry) => entry.action)).toEqual([
    'card.add',
    'card.remove',
    'card.add',
    'subscription.start',
    'subscription.change_plan',
    'subscription.cancel',
    'subscription.resume',
  ])
  expect(acts[0]).toMatchObject({ actor_id: userId, details: { last4: '4242' } })
})
