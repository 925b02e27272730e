import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import { makeMember } from '#tests/support/factories.ts'
import { buttonOf, setupSlackTeam, textsOf, type Message } from '#tests/support/slack.ts'
import type { SlackServerUser } from '#tests/contracts/slack/state.ts'

const s = setupSlackTeam()

const ask = async (id: string, text = 'balance') =>
  (await s.send('commands', s.slack.payloads.command({ id }, text))).json<Message>()
const setAllowGuests = (allow: boolean) =>
  s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ allow_guests: allow })
      .where('workspace_id', '=', s.team.workspace_id)
      .execute(),
  )
let email: string
beforeEach(async () => {
  ;({ email } = await makeMember(s.t, s.team.workspace_id))
})

test('links a person by their confirmed address', async () => {
  const { id } = s.slack.addUser({ email })
  expect((await ask(id)).text).toContain('You have 0 points')
  // The link decides from now on, so Slack is not asked again.
  const calls = s.slack.count('users.info')
  await ask(id)
  expect(s.slack.count('users.info')).toBe(calls)
})

test.each<[string, Partial<SlackServerUser>, string]>([
  ['a bot', { is_bot: true }, 'cannot give points'],
  ['a deleted person', { deleted: true }, 'cannot give points'],
  ['a guest', { is_restricted: true }, 'Guests'],
  ['a guest of one channel', { is_ultra_restricted: true }, 'Guests'],
  ['a person of another team', { team_id: 'T0OTHER' }, 'Only people of this Slack'],
  ['a stranger', { is_stranger: true }, 'Only people of this Slack'],
])('refuses %s also with a known address', async (_, user, expected) => {
  const { id } = s.slack.addUser({ email, ...user })
  expect((await ask(id)).text).toContain(expected)
})

test('accepts guests of teams that allow them, as long as they do', async () => {
  await setAllowGuests(true)
  const { id } = s.slack.addUser({ email, is_restricted: true })
  expect((await ask(id)).text).toContain('You have 0 points')
  await setAllowGuests(false)
  expect((await ask(id)).text).toContain('Guests')
})

test('offers a one-time link in their language for an address that is not confirmed', async () => {
  const { id } = s.slack.addUser({ email, is_email_confirmed: false, locale: 'es-ES' })
  const answer = await ask(id)
  expect(answer.text).toContain('Conecta tu cuenta')
  expect(buttonOf(answer, 'open_0')?.['url']).toMatch(/\/chat\/link\/[\w-]{20,}$/)
})

test.each(['deactivated', 'pending'] as const)('does not act for a %s user', async (state) => {
  const member = await makeMember(s.t, s.team.workspace_id, { state })
  const { id } = s.slack.addUser({ email: member.email })
  await linkChatUser(s.t, member, id)
  expect((await ask(id)).text).toContain('Connect your account')
})

test('does not name a demo user by their address', async () => {
  await s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ demo: true })
      .where('workspace_id', '=', s.team.workspace_id)
      .where('email', '=', email)
      .execute(),
  )
  const { id } = s.slack.addUser({ email })
  expect((await ask(id)).text).toContain('Connect your account')
})

test.each(['user_not_found', 'ratelimited', 'server_error', 'garbled'])(
  'refuses an unknown person when Slack answers %s',
  async (fault) => {
    const { id } = s.slack.addUser({ email })
    s.slack.failNext('users.info', fault)
    expect((await ask(id)).text).toContain('could not confirm')
  },
)

test('names recipients without a user, and invites them when the team allows it', async () => {
  const gone = await makeMember(s.t, s.team.workspace_id, { state: 'deactivated' })
  const fresh = s.slack.addUser({ email: 'new.person@example.test', real_name: 'Nora <!here>' })
  const known = s.slack.addUser({ email: gone.email, real_name: 'Former' })
  const unconfirmed = s.slack.addUser({ is_email_confirmed: false, real_name: 'Uma' })
  const text = `<@${fresh.id}> <@${known.id}> <@${unconfirmed.id}> +5 for your #teamwork`
  const first = await s.command(text)
  expect(textsOf(first)).toContain('Not in Laurel yet: Nora &lt;!here&gt;, Former, Uma')
  expect(textsOf(first)).toContain('Uma')
  expect(buttonOf(first, 'invite_strangers')).toBeUndefined()
  expect(buttonOf(first, 'send_thanks')).toBeUndefined()
  await s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ invite_strangers: true })
      .where('workspace_id', '=', s.team.workspace_id)
      .execute(),
  )
  const preview = await s.command(text)
  const invite = buttonOf(preview, 'invite_strangers')
  const press = { action_id: 'invite_strangers', value: invite?.value ?? '' }
  const answers = (await Promise.all([1, 2, 3].map(() => s.press(press)))).flat()
  for (const answer of answers) expect(buttonOf(answer, 'invite_strangers')).toBeUndefined()
  const invited = await s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .selectFrom('users')
      .where('workspace_id', '=', s.team.workspace_id)
      .where('state', '=', 'pending')
      .where('email', '=', 'new.person@example.test')
      .select(['email', 'invited_by'])
      .execute(),
  )
  expect(invited).toEqual([{ email: 'new.person@example.test', invited_by: s.ana.user_id }])
  const audited = await s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .where('workspace_id', '=', s.team.workspace_id)
      .where('action', '=', 'user.create')
      .select('actor_id')
      .execute(),
  )
  expect(audited).toEqual([{ actor_id: s.ana.user_id }])
})

test('a team that is not paid for gets no balance and no Home tab', async () => {
  const endTrial = (at: Date) =>
    s.t.services.db.tenant(s.team.workspace_id, (trx) =>
      trx
        .updateTable('workspaces')
        .set({ trial_ends_at: at })
        .where('id', '=', s.team.workspace_id)
        .execute(),
    )
  await endTrial(s.t.clock.now())
  const unpaid = textsOf(await s.command('balance'))
  await endTrial(new Date(s.t.clock.now().getTime() + dayMs))
  expect(unpaid).not.toContain('points')
  expect(textsOf(await s.command('balance'))).toContain('points')
})
