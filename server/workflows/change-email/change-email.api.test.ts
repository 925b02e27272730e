import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { deleteExpired } from '#server/modules/retention/service.ts'
import { newToken } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  makeMember,
  makeSecondFactor,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { type GoogleServer, startGoogleServer } from '#tests/support/google-server.ts'
import { runConcurrently } from '#tests/support/processes.ts'

/**
 * Rules for a change of address, its undo link, and the waiting time of the danger zone (H3, M10).
 */
let google: GoogleServer
beforeAll(async () => {
  google = await startGoogleServer()
})
afterAll(() => google?.stop())
const t = setupTestApp(() => ({ env: { ...google.env, PUBLIC_URL: 'https://laurel.example' } }))
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
let team: Team
let member: Member
let n = 0
beforeEach(async () => {
  t.clock.advance(hour + 1)
  n += 1
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, { permissions: { account_administrator: true } })
})

const freshEmail = (name = 'new') => `${name}${n}@example.test`
const mailTo = (email: string, subject = '') =>
  t.mails.findLast((mail) => mail.to === email && mail.subject.includes(subject))
const codeIn = (email: string) => mailTo(email)?.subject.slice(0, 6) ?? ''

async function requestChange(token: string, to: string) {
  await markPresent(t, { token })
  const {
    body: { sig },
  } = await t.call('profiles.get_code', { token, body: { email: to } })
  return t.call('profiles.verify_code', { token, body: { email: to, sig, code: codeIn(to) } })
}
/**
 * Changes the address as the owner. Returns the token of the undo link mailed to the old address.
 */
async function changeEmail(token: string, from: string, to: string): Promise<string> {
  expect((await requestChange(token, to)).status).toBe(200)
  await processOutbox(t.services)
  return /\/undo-address#token=([\w-]+)/.exec(mailTo(from, 'was changed')?.text ?? '')?.[1] ?? ''
}
const undo = (token: string) => t.call('auth.undo_address', { body: { token } })
const addressOf = async () =>
  (
    await t.services.db.global
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', member.account_id)
      .executeTakeFirst()
  )?.email
async function signIn(email: string) {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email } })
  return (await t.call('auth.verify_code', { body: { email, sig, code: codeIn(email) } })).body
}

test('a stolen session cannot change the address or delete a team', async () => {
  const { token } = member
  expect(
    (await t.call('profiles.get_code', { token, body: { email: freshEmail('thief') } })).codes,
  ).toEqual(['presence_required'])
  // A code sent before presence expired is not enough either.
  await markPresent(t, member)
  const {
    body: { sig },
  } = await t.call('profiles.get_code', { token, body: { email: freshEmail('thief') } })
  t.clock.advance(limits.presence_minutes * minute - 1)
  await t.services.db.global
    .updateTable('sessions')
    .set({ proven_at: null })
    .where('account_id', '=', member.account_id)
    .execute()
  expect(
    (
      await t.call('profiles.verify_code', {
        token,
        body: { email: freshEmail('thief'), sig, code: codeIn(freshEmail('thief')) },
      })
    ).codes,
  ).toEqual(['presence_required'])
  expect(await addressOf()).toBe(member.email)
})

/** Makes the account of the member a member of another team. */
async function joinSecondTeam(): Promise<Team> {
  const second = await makeTeam(t)
  const twin = await makeMember(t, second.workspace_id)
  await t.services.db.tenant(second.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ account_id: member.account_id, email: member.email })
      .where('workspace_id', '=', second.workspace_id)
      .where('id', '=', twin.user_id)
      .execute(),
  )
  return second
}

/** Runs `work` while a team cannot store the entries of an action. */
async function refuseEntries<T>(
  { workspace_id: workspaceId }: Team,
  action: string,
  work: () => Promise<T>,
): Promise<T> {
  const alter = (change: string) =>
    withClient(t.ownerUrl, (client) => client.query(`alter table audit_log ${change}`))
  await alter(`add constraint test_refused
    check (workspace_id <> '${workspaceId}' or action <> '${action}') not valid`)
  return work().finally(() => alter('drop constraint test_refused'))
}

test('a change that cannot be recorded in every team changes nothing', async () => {
  const second = await joinSecondTeam()
  const change = () => requestChange(member.token, freshEmail())
  expect((await refuseEntries(second, 'address.change', change)).status).toBe(500)
  expect(await addressOf()).toBe(member.email)
  const link = await changeEmail(member.token, member.email, freshEmail('other'))
  expect((await refuseEntries(second, 'address.undo', () => undo(link))).status).toBe(500)
  expect(await addressOf()).toBe(freshEmail('other'))
  expect((await undo(link)).status).toBe(204)
  expect(await addressOf()).toBe(member.email)
})

test('the undo link restores the address and ends all sessions', async () => {
  const second = await joinSecondTeam()
  const link = await changeEmail(member.token, member.email, freshEmail())
  t.clock.advance(minute)
  await makeSecondFactor(t, member)
  const {
    body: { token: script },
  } = await t.call('tokens.create', {
    token: member.token,
    body: {
      name: 'Script',
      scopes: ['posts:read'],
      expires_on: new Date(t.clock.now().getTime() + 9 * day).toISOString().slice(0, 10),
    },
  })
  const {
    body: { url },
  } = await t.call('calendar.renew', { token: member.token })
  expect((await undo(link)).status).toBe(204)
  expect(await addressOf()).toBe(member.email)
  for (const { workspace_id: workspaceId } of [team, second]) {
    const rows = await t.services.db.tenant(workspaceId, (trx) =>
      trx.selectFrom('users').select('email').where('account_id', '=', member.account_id).execute(),
    )
    expect(rows).toEqual([{ email: member.email }])
    const [entry] = await t.services.db.tenant(workspaceId, (trx) =>
      trx
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .where('action', '=', 'address.undo')
        .execute(),
    )
    expect(entry).toEqual({ action: 'address.undo', actor_id: null })
  }
  for (const token of [member.token, script])
    expect((await t.call('posts.list', { token })).status).toBe(401)
  expect((await t.app.inject(new URL(url ?? '').pathname)).statusCode).toBe(404)
  await processOutbox(t.services)
  for (const to of [member.email, freshEmail()])
    expect(mailTo(to, 'address change was undone')).toBeDefined()
  expect(mailTo(member.email, 'address change was undone')?.text).toContain(
    'authenticator app added',
  )
  expect((await undo(link)).codes).toEqual(['address_undo_invalid'])
  // The added factor is removed, so the mailed code alone signs in again. The other address has no
  // team.
  t.clock.advance(hour)
  expect((await signIn(member.email)).workspaces).toHaveLength(2)
  expect((await signIn(freshEmail())).workspaces).toEqual([])
})

test('undoing a change also undoes every later change', async () => {
  const first = await changeEmail(member.token, member.email, freshEmail('thief'))
  t.clock.advance(hour)
  const second = await changeEmail(member.token, freshEmail('thief'), freshEmail('further'))
  expect((await undo(first)).status).toBe(204)
  expect(await addressOf()).toBe(member.email)
  expect((await undo(second)).codes).toEqual(['address_undo_invalid'])
  expect(await addressOf()).toBe(member.email)
})

test('an undo link works once and for seven days', async () => {
  const link = await changeEmail(member.token, member.email, freshEmail())
  t.clock.advance(limits.address_undo_days * day - 1)
  const answers = await runConcurrently(3, () => undo(link))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 422, 422])
  const other = await makeMember(t, team.workspace_id)
  const late = await changeEmail(other.token, other.email, freshEmail('late'))
  t.clock.advance(limits.address_undo_days * day)
  expect((await undo(late)).codes).toEqual(['address_undo_invalid'])
  for (const bad of [newToken(), 'x', `${link}x`])
    expect((await undo(bad)).codes).toEqual(['address_undo_invalid'])
})

test('undoing a change keeps a second factor that existed before', async () => {
  await makeSecondFactor(t, member)
  t.clock.advance(minute)
  const link = await changeEmail(member.token, member.email, freshEmail())
  expect((await undo(link)).status).toBe(204)
  const { rows } = await withClient(t.ownerUrl, (owner) =>
    owner.query('select 1 from second_factors where account_id = $1 and confirmed_at is not null', [
      member.account_id,
    ]),
  )
  expect(rows).toHaveLength(1)
})

test('undoing a change unlinks a Google account linked since', async () => {
  const link = await changeEmail(member.token, member.email, `thief${n}@gmail.com`)
  const signInWithGoogle = async () => {
    const {
      body: { nonce, nonce_key: nonceKey },
    } = await t.call('auth.google_nonce')
    const idToken = google.token(t.clock.now(), {
      nonce,
      sub: `thief${n}`,
      email: `thief${n}@gmail.com`,
    })
    return (
      await t.call('auth.verify_google', { body: { id_token: idToken, nonce_key: nonceKey } })
    ).body.workspaces
  }
  expect(await signInWithGoogle()).toHaveLength(1)
  expect((await undo(link)).status).toBe(204)
  t.clock.advance(minute)
  expect(await signInWithGoogle()).toEqual([])
})

test('an unused account does not block the old address', async () => {
  const link = await changeEmail(member.token, member.email, freshEmail())
  await signIn(member.email)
  const second = await makeTeam(t)
  for (const { admin } of [team, second])
    await t.call('users.create', { token: admin.token, body: { users: [{ email: member.email }] } })
  expect((await undo(link)).status).toBe(204)
  t.clock.advance(hour)
  const { workspaces } = await signIn(member.email)
  expect(Object.fromEntries(workspaces.map((one) => [one.id, one.state]))).toEqual({
    [team.workspace_id]: 'accepted',
    [second.workspace_id]: 'pending',
  })
})

test('an account used since the change keeps the old address', async () => {
  const link = await changeEmail(member.token, member.email, freshEmail())
  const { access_token: accessToken } = await signIn(member.email)
  await t.call('auth.create_workspace', { token: accessToken, body: { name: 'Mine now' } })
  const refused = await undo(link)
  expect([refused.status, refused.codes]).toEqual([422, ['email_taken']])
  expect(await addressOf()).toBe(freshEmail())
  expect((await t.call('config.get', { token: member.token })).status).toBe(200)
})

test('the danger zone stays closed for 72 hours after a change', async () => {
  const { name } = (await t.call('config.get', { token: member.token })).body.workspace
  const link = await changeEmail(member.token, member.email, freshEmail())
  const session = (at: Date) =>
    startSession(t.services.db.global, at, {
      kind: 'session',
      account_id: member.account_id,
      workspace_id: team.workspace_id,
      user_id: member.user_id,
    })
  const changedAt = t.clock.now().getTime()
  for (const [wait, hours] of [
    [0, 72],
    [71 * hour + 1, 1],
    [72 * hour - 1, 1],
  ] as const) {
    t.clock.set(new Date(changedAt + wait))
    const token = await session(t.clock.now())
    await markPresent(t, { token })
    for (const call of ['workspace.reset', 'workspace.delete'] as const) {
      const answer = await t.call(call, { token, body: { name } })
      expect([answer.status, answer.errors[0]?.code, answer.errors[0]?.params]).toEqual([
        403,
        'danger_zone_wait',
        { hours },
      ])
    }
    expect((await t.call('presence.get', { token })).body.danger_zone_from).toBe(
      new Date(changedAt + 72 * hour).toISOString(),
    )
  }
  t.clock.set(new Date(changedAt + 72 * hour))
  const token = await session(t.clock.now())
  await markPresent(t, { token })
  expect((await t.call('workspace.reset', { token, body: { name } })).status).toBe(204)
  expect((await undo(link)).status).toBe(204)
})

test('the nightly job deletes old changes of address', async () => {
  await changeEmail(member.token, member.email, freshEmail())
  const { body } = await t.call('profiles.export', { token: member.token })
  expect((body as { address_changes: object[] }).address_changes).toMatchObject([
    { old_email: member.email, new_email: freshEmail() },
  ])
  t.clock.advance(limits.address_change_days * day + 1)
  expect((await deleteExpired(t.services))['address_changes']).toBeGreaterThanOrEqual(1)
})
