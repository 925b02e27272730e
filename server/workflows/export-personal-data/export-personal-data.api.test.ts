import sharp from 'sharp'
import { expect, test } from 'vitest'
import { personalDataExport } from '#contract/schemas/personal-data.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { setAttribute } from '#tests/support/personal-data.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()

/**
 * Columns that identify a person, with the reason why their table is not exported. All other tables
 * must be exported.
 */
const exemptTables: Record<string, string> = {
  team_creations: 'times of teams made, for a day',
  accounts: 'its row is the account of the export',
  users: 'its row is the profile',
  permissions: 'in the profile',
  wallets: 'the balance is in the profile',
  entries: 'the balance sheet',
  movements: 'the balance sheet',
  posts: 'posts_given',
  post_recipients: 'posts_received',
  group_cards: 'cards in the profile',
  group_card_signers: 'requests to sign, until the day of a colleague',
  group_card_signatures: 'cards in the profile',
  introductions: 'introduced_to in the profile',
  price_factors: 'factors of countries; the audit log has who set them',
  point_worths: 'amounts of the team; the audit log has who set them',
  workspace_exports: 'the team’s; who requested them is in acts',
  office_screens: 'the team’s; who created them is in acts',
  history_imports: 'the team’s; who imported is in acts',
  history_people: 'names in a file of another product, for administrators; the posts are exported',
  history_balances: 'the balance sheet',
  payroll_lines: 'payroll_lines',
  payroll_leavers: 'people who are erased',
  payroll_runs: 'the team’s; who locked them is in acts',
  point_expiry: 'a rule of the team; the audit log has who set it',
  tax_rules: 'rules of the team; the audit log has who set them',
  yearly_budgets: 'an amount of the team; the audit log has who set it',
  nomination_jurors: 'nominations in the profile',
  nominees: 'nominations in the profile, once the words are passed on',
  celebrations: 'their posts are in posts_received, and planned days follow from the profile',
  custom_days: 'the team’s; whom they celebrate is in posts_received',
  custom_day_posts: 'the posts are in posts_received',
  post_readers: 'permission to read a post about a colleague',
  contributions: 'purchases',
  purchases: 'purchases, by their contributions',
  purchase_events: 'what happened to purchases, told by their status',
  outbox: 'mails',
  reward_goals: 'saves_for in the profile',
  personal_addresses: 'personal_address in the profile',
  leaver_graces: 'the ends of balances are in the balance sheet',
  sso_identities: 'company_accounts in the profile',
  scim_users: 'provisioning in the profile',
  scim_grants: 'provisioning in the profile',
  scim_requests: 'provisioning in the profile',
  scim_tokens: 'provisioning in the profile',
  sso_requests: 'tests of a connection, for a day',
  sso_domains: 'the team’s; who added it is in acts',
  chat_links: 'chats in the profile',
  chat_drafts: 'chats in the profile',
  hook_deliveries: 'direct messages in chats are in the profile; the others are the team’s',
  group_members: 'groups in the profile',
  attribute_values: 'attributes in the profile',
  group_owners: 'owns_groups in the profile',
  budget_owners: 'owns_budgets in the profile',
  award_gifts: 'awards_given, and awards_received once they are approved',
  award_receivers: 'awards_received',
  award_approvers: 'whom an award awaits, until it is decided and in award_decisions',
  award_decisions: 'award_decisions',
  approval_delegates: 'awards in the profile',
  bonuses: 'bonuses, and awards in the profile; who paid them is in acts',
  bonus_payments: 'bonuses',
  waiting_managers: 'the manager of a file, until they join and are in the profile',
  inbox_items: 'points to posts, comments and purchases, for 90 days',
  audit_log: 'acts',
  files: 'the picture, and pictures of posts, by their address in posts_given',
  join_links: 'the team’s; who created it is in acts',
  join_domains: 'the team’s; who added it is in acts',
  allowances: 'sums of posts_given',
  daily_recognition: 'sums of posts',
  total_recognition: 'sums of posts',
  pair_sums: 'sums of posts',
  user_snapshots: 'sums of posts and purchases',
  daily_redemptions: 'sums of purchases',
  idempotency_keys: 'answers already given, for a week',
  invites: 'hashes alone',
  impersonation_links: 'hashes alone',
  imports: 'lists of other people',
  held_invites: 'the import that added the person, until the invitation is sent',
  people_sync_runs: 'files of other people; who sent one is in acts',
  people_sync_rows: 'rows of a file of the company, until it is applied',
  people_sync_changes: 'the log of files of the company, for 90 days',
  people_sync_fields: 'what the company’s file says; the same values are in the profile',
  people_sync_missing: 'whether the company’s last file named the person',
  import_rows: 'rows of lists that somebody else brought, for a month',
  cards: 'the team’s',
  card_setups: 'the team’s',
  sign_in_codes: 'hashes alone',
  second_factors: 'since when, in the account; never its secret',
  recovery_codes: 'hashes alone',
  mailbox: 'development alone',
  billing_customers: 'the team’s',
  vouchers: 'by their purchases',
  gift_orders: 'in purchases',
  access_tokens: 'hashes alone',
  calendar_feeds: 'hashes alone',
  hooks: 'the team’s',
}

/** Creates more than a page of posts, private posts and a deleted post. Returns two private ones. */
async function createPosts(team: Team, me: Member, mate: Member, other: Member) {
  // Fills more than one page.
  for (let n = 0; n < 503; n += 1)
    await makePost(t, me, [mate], team.value_id, 1, { description: `Number ${n} for "you"` })
  const got = await makePost(t, mate, [me], team.value_id, 3, {
    private: true,
    description: 'Between the two of us',
  })
  const theirs = await makePost(t, mate, [other], team.value_id, 3, {
    private: true,
    description: 'Not for the others',
  })
  const takenBack = await makePost(t, me, [mate], team.value_id, 1, {
    description: 'Taken back again',
  })
  await t.call('posts.delete', { token: me.token, params: { id: takenBack } })
  return { got, theirs }
}

/** Creates a member with data in every exported table. */
async function createPersonalData() {
  const team = await makeTeam(t, { limit: null })
  const me = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Lovelace' })
  const [mate, other] = [
    await makeMember(t, team.workspace_id, { first_name: 'Grace', last_name: 'Hopper' }),
    await makeMember(t, team.workspace_id),
  ]
  await t.call('profiles.update_me', {
    token: me.token,
    body: { job_title: 'Analyst', phone: '+44 20 7946 0958', birth_date: '1990-12-10' },
  })
  await t.call('profiles.avatar', {
    token: me.token,
    body: buildFormData(
      {},
      await sharp({ create: { width: 30, height: 30, channels: 3, background: '#3B7DD8' } })
        .png()
        .toBuffer(),
    ),
  })
  await setAttribute(t, team, me, { name: 'Shirt size', value: 'XL' })
  await addBalance(t, me, 50)
  const { got, theirs } = await createPosts(team, me, mate, other)
  await t.call('posts.comment', {
    token: me.token,
    params: { id: got },
    body: { text: 'It was a pleasure' },
  })
  await t.call('posts.comment', {
    token: mate.token,
    params: { id: got },
    body: { text: 'Words of somebody else' },
  })
  await t.call('posts.react', { token: me.token, params: { id: got }, body: { reaction: 'clap' } })
  await t.call('posts.like', { token: me.token, params: { id: got } })
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Chess set', price: 7, comment_required: true },
  })
  await t.call('shop.redeem', {
    token: me.token,
    params: { id: reward.body.id },
    body: { comment: 'To my desk' },
  })
  const [{ id } = { id: '' }] = (await t.call('shop.purchases', { token: me.token })).body.items
  await t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id },
    body: { note: 'For Ada, at the reception', code: 'CHESS-7' },
  })
  return { me, mate, got, theirs }
}

test('the export contains all personal data and no private data of others', async () => {
  const { me, mate, got, theirs } = await createPersonalData()
  const answer = await t.call('profiles.export', { token: me.token })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="export.json"',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  const file = personalDataExport.parse(answer.body)
  expect(file.profile).toMatchObject({
    email: me.email,
    first_name: 'Ada',
    job_title: 'Analyst',
    phone: '+442079460958',
    birth_date: '1990-12-10',
    balance: 46,
    attributes: [{ name: 'Shirt size', value: 'XL' }],
    mails: { points_received: true },
  })
  expect(file.account).toMatchObject({ email: me.email, signs_in_with_google: false })
  expect(file.picture).toMatch(/^data:image\/webp;base64,/)
  expect(file.sessions).toHaveLength(1)
  expect(file.posts_given).toHaveLength(503)
  expect(new Set(file.posts_given.map((one) => one['text'])).size).toBe(503)
  expect(file.posts_given[0]).toMatchObject({ who: ['Grace Hopper'], value: 'Teamwork', points: 1 })
  expect(file.posts_received).toMatchObject([
    { text: 'Between the two of us', who: ['Grace Hopper'], private: true },
  ])
  expect(file.comments).toMatchObject([{ text: 'It was a pleasure', post_id: got }])
  expect(file.reactions).toMatchObject([{ id: got, reactions: ['clap'] }])
  expect(file.likes).toMatchObject([{ id: got }])
  expect(file.purchases).toMatchObject([
    {
      title: 'Chess set',
      points: 7,
      comment: 'To my desk',
      status: 'fulfilled',
      note: 'For Ada, at the reception',
      code: 'CHESS-7',
    },
  ])
  expect(file.balance_sheet.map((one) => [one['type'], one['amount']])).toEqual([
    ['purchase', -7],
    ['post', 3],
    ['adjust', 50],
  ])
  expect(file.mails.map((one) => one['kind'])).toContain('points_received')
  const text = JSON.stringify(file)
  for (const foreign of [
    'Not for the others',
    theirs,
    'Words of somebody else',
    'Taken back again',
    mate.email,
    me.token,
  ])
    expect(text).not.toContain(foreign)
})

test('an impersonation session cannot export personal data', async () => {
  const me = await makeMember(t, (await makeTeam(t)).workspace_id)
  const link = await createImpersonationLink(
    t.services.db,
    me.workspace_id,
    me.email,
    'operator',
    t.clock.now(),
  )
  const guest = await t.call('auth.impersonate', { body: { token: link ?? '' } })
  expect((await t.call('profiles.export', { token: guest.body.access_token })).codes).toEqual([
    'forbidden',
  ])
})

test('every table with personal data is exported or exempt with a reason', async () => {
  const { rows } = await withClient(t.ownerUrl, (client) =>
    client.query<{ name: string }>(`
    select distinct table_name as name from information_schema.columns where table_schema = 'public'
      and column_name in ('user_id', 'account_id', 'from_id', 'to_ids', 'created_by', 'actor_id',
        'to_address', 'email', 'recipient_email', 'email_hash')`),
  )
  const told = new Set([
    'comments',
    'reactions',
    'likes',
    'sessions',
    'oauth_grants',
    'address_changes',
    ...Object.keys(exemptTables),
  ])
  expect(rows.map((row) => row.name).filter((name) => !told.has(name))).toEqual([])
})
