import { expect, test, vi } from 'vitest'
import { secondMs } from '#contract/durations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { limits } from '#contract/limits.ts'
import { processOutbox } from './send-worker.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

const t = setupTestApp(() => ({ env: { PUBLIC_URL: 'https://laurel.example' } }))
let team: Team
let member: Member

async function fresh(): Promise<void> {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  t.mails.length = 0
}
const thank = (body: object = {}) =>
  t.call('posts.create', {
    token: team.admin.token,
    body: {
      to_id: [member.user_id],
      value_id: team.value_id,
      score: 12,
      description: 'For <b>all</b> you did',
      ...body,
    },
  })
/** Sends the mails that are due after the undo period. */
const drain = () => {
  t.clock.advance((limits.undo_seconds + 5) * 1_000)
  return processOutbox(t.services)
}
const mailsTo = (one: Member) => t.mails.filter((mail) => mail.to === one.email)
async function redeem(buyer: Member, comment = 'Size M') {
  await addBalance(t, buyer, 50)
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Cake & tea', price: 10 },
  })
  return (
    await t.call('shop.redeem', {
      token: buyer.token,
      params: { id: reward.body.id },
      body: { comment },
    })
  ).body.id
}

test('mails a recipient the message, points and value in their language', async () => {
  await fresh()
  await t.call('profiles.update_me', { token: member.token, body: { language: 'ru' } })
  await t.call('settings.update', {
    token: team.admin.token,
    body: { name: 'Ключ', active_color: '#123456' },
  })
  const { body: post } = await thank()
  expect(await drain()).toBe(1)
  const [mail, ...more] = mailsTo(member)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^First\d+ Last\d+ благодарит вас: \+12$/)
  for (const part of [mail?.text, mail?.html])
    for (const words of [
      '+12',
      'Teamwork',
      `https://laurel.example/posts/${post.id}`,
      `https://laurel.example/posts/${post.id}?reply=true`,
      'https://laurel.example/u/',
      'Ключ',
    ])
      expect(part).toContain(words)
  expect(mail?.text).toContain('For <b>all</b> you did')
  expect(mail?.html).toContain('For &lt;b&gt;all&lt;/b&gt; you did')
  expect(mail?.html).toContain('#123456')
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
})

test('mails every recipient and skips posts deleted before sending', async () => {
  await fresh()
  const others = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  await thank({ to_id: [member, ...others].map((one) => one.user_id), score: 1 })
  const gone = await thank({ description: 'This goes at once' })
  await t.call('posts.delete', { token: team.admin.token, params: { id: gone.body.id } })
  await drain()
  expect([member, ...others].map((one) => mailsTo(one).length)).toEqual([1, 1, 1])
  expect(t.mails.some((mail) => mail.text.includes('This goes at once'))).toBe(false)
})

test('delays mails until the undo period ends and explains add-ons', async () => {
  await fresh()
  const adder = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Byron' })
  const { body: post } = await thank({ description: `${'Long words '.repeat(50)}end` })
  t.clock.advance(limits.undo_seconds * 1_000)
  expect(await processOutbox(t.services)).toBe(0)
  expect(await drain()).toBe(1)
  const add = (text: string) =>
    t.call('posts.add_on', {
      token: adder.token,
      params: { id: post.id },
      body: { score: 3, text },
    })
  await add('And <i>from me</i>')
  await add('')
  const back = await add('Taken back')
  await t.call('posts.delete', { token: adder.token, params: { id: back.body.id } })
  expect(await drain()).toBe(2)
  const added = mailsTo(member)
    .slice(1)
    .sort((one, other) => other.text.length - one.text.length)
  for (const mail of added) {
    expect(mail.subject).toBe('Ada Byron added to your thanks: +3')
    expect(mail.text).toMatch(/First\d+ Last\d+ wrote: “(Long words )+Long words…”/)
  }
  expect(
    added.map((mail) => [
      mail.text.includes('And <i>from me</i>'),
      mail.html.includes('And &lt;i&gt;from me'),
    ]),
  ).toEqual([
    [true, true],
    [false, false],
  ])
})

test('respects the mail switches of the team and of the user', async () => {
  await fresh()
  await thank()
  await t.call('profiles.update_me', {
    token: member.token,
    body: { notifications: { points_received: false } },
  })
  await drain()
  await thank()
  await t.call('profiles.update_me', {
    token: member.token,
    body: { notifications: { points_received: true } },
  })
  await t.call('settings.notifications', {
    token: team.admin.token,
    body: { points_received: false },
  })
  await thank()
  await thank({ score: 9_000 })
  await drain()
  expect(t.mails).toEqual([])
})

test('mails redemptions to administrators and decisions to buyers', async () => {
  await fresh()
  const keeper = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  const first = await redeem(member)
  const second = await redeem(member)
  const third = await redeem(member)
  await t.call('shop.cancel', { token: member.token, params: { id: third } })
  await drain()
  expect(mailsTo(keeper).map((mail) => mail.subject)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('redeemed “Cake & tea”') as string),
  )
  expect(mailsTo(keeper)[0]?.text).toContain('Size M')
  expect(mailsTo(team.admin)).toHaveLength(2)
  await t.call('rewards.fulfil', { token: keeper.token, params: { id: first }, body: {} })
  await t.call('rewards.decline', {
    token: keeper.token,
    params: { id: second },
    body: { reason: 'Sold out, sorry' },
  })
  await drain()
  const [fulfilled, declined] = mailsTo(member).sort((a, b) => a.subject.length - b.subject.length)
  expect([fulfilled?.subject, declined?.subject]).toEqual([
    '“Cake & tea” is yours',
    '“Cake & tea” was declined',
  ])
  expect(declined?.text).toContain('Sold out, sorry')
  expect(mailsTo(member)).toHaveLength(2)
})

test('sends no mail to an administrator about their own redemption', async () => {
  await fresh()
  await redeem(team.admin)
  await drain()
  expect(t.mails).toEqual([])
})

test('unsubscribes from one kind of mail with one click', async () => {
  await fresh()
  await thank()
  await drain()
  const link = /<(.*)>/.exec(t.mails[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const path = new URL(link).pathname
  const token = path.replace('/u/', '')
  expect(
    (await t.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } })).statusCode,
  ).toBe(404)
  expect((await t.call('notifications.get', { body: { token } })).body).toMatchObject({
    event: 'points_received',
    subscribed: true,
  })
  const clicked = await t.app.inject({
    method: 'POST',
    url: path,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(clicked.statusCode).toBe(200)
  expect((await t.call('config.get', { token: member.token })).body.user.notifications).toEqual({
    points_received: false,
    reward_redeemed: true,
    reward_fulfilled: true,
    weekly_digest: true,
    points_left: true,
    monthly_report: false,
    awards: true,
  })
  await thank()
  await drain()
  expect(t.mails).toHaveLength(1)
  expect(
    (await t.call('notifications.set', { body: { token, subscribed: true } })).body,
  ).toMatchObject({ subscribed: true })
  await thank()
  await drain()
  expect(t.mails).toHaveLength(2)
})

test('refuses forged, altered and orphaned unsubscribe links', async () => {
  await fresh()
  const token = createUnsubscribeToken(t.services.config.secret, {
    workspaceId: team.workspace_id,
    userId: member.user_id,
    event: 'points_received',
  })
  const bytes = Buffer.from(token, 'base64url')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  for (const bad of [
    'x',
    'x'.repeat(66),
    bytes.toString('base64url'),
    createUnsubscribeToken('another-secret-of-24-letters', {
      workspaceId: team.workspace_id,
      userId: member.user_id,
      event: 'points_received',
    }),
  ]) {
    expect((await t.call('notifications.get', { body: { token: bad } })).codes).toEqual([
      'unsubscribe_invalid',
    ])
    expect((await t.app.inject({ method: 'POST', url: `/u/${bad}` })).statusCode).toBe(422)
  }
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ state: 'deleted', account_id: null, email: '' })
      .where('id', '=', member.user_id)
      .execute(),
  )
  expect((await t.call('notifications.get', { body: { token } })).codes).toEqual([
    'unsubscribe_invalid',
  ])
})

test('retries a mail nine times with growing delays before it fails', async () => {
  await fresh()
  await thank()
  t.failMail.value = true
  for (let n = 0; n < 9; n += 1) {
    await drain()
    t.clock.advance(3_600_000)
  }
  t.failMail.value = false
  await drain()
  expect(t.mails).toEqual([])
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('outbox').select(['state', 'attempts', 'last_error']).executeTakeFirstOrThrow(),
  )
  expect(row).toEqual({ state: 'failed', attempts: 9, last_error: 'mail is down' })
})

test('mails that a database error left over are not leased any longer', async () => {
  await fresh()
  const others: Member[] = []
  for (let n = 0; n < 5; n += 1) others.push(await makeMember(t, team.workspace_id))
  await thank({ to_id: [member, ...others].map((one) => one.user_id), score: 1 })
  const { db } = t.services
  const tenant = db.tenant.bind(db)
  let transactions = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  db.tenant = async (workspaceId, work) => {
    transactions += 1
    if (transactions <= 4) throw new Error('the connection is lost')
    return tenant(workspaceId, work)
  }
  try {
    await expect(drain()).rejects.toThrow('the connection is lost')
    await vi.advanceTimersByTimeAsync(20 * secondMs)
    expect(transactions).toBe(4)
  } finally {
    db.tenant = tenant
    vi.useRealTimers()
  }
})
