import { expect, test } from 'vitest'
import { linkChatUser } from '#tests/support/chat.ts'
import { loadChatActor } from '#server/workflows/chat/chat-actor.ts'
import { createDraft, loadDraft } from '#server/workflows/chat/drafts.ts'
import { getBalance, makeMember, makeTeam } from '#tests/support/factories.ts'
import { buttonOf, setupSlackTeam, textsOf } from '#tests/support/slack.ts'
import { parseCommand } from '#server/workflows/chat/parse-command.ts'
import { emptyDraft } from './open-form.ts'

const s = setupSlackTeam()

const draftOf = (message: Parameters<typeof buttonOf>[0]) =>
  buttonOf(message, 'send_thanks')?.value ?? ''
const valueState = (valueId: string) => ({
  values: { thanks: { value: { type: 'static_select', selected_option: { value: valueId } } } },
})

test('previews thanks with people, points, what is left and the guessed value', async () => {
  const preview = await s.command(`<@${s.ben.slack_id}|ben> +7 for the release &amp; all #teamwork`)
  expect(preview).toMatchObject({ response_type: 'ephemeral', replace_original: false })
  const texts = textsOf(preview)
  for (const expected of [
    'Thanks to Ben Lee',
    '+7 points',
    '100 points left to give until June 30',
  ])
    expect(texts).toContain(expected)
  expect(texts).toContain('for the release &amp; all #teamwork')
  expect(buttonOf(preview, 'value')).toMatchObject({
    initial_option: { value: s.team.value_id },
  })
  expect(await s.posts()).toEqual([])
})

test('sends a draft once for many presses and shows what was sent', async () => {
  const preview = await s.command(`<@${s.ben.slack_id}> +5 thank you for your help`)
  const press = { action_id: 'send_thanks', value: draftOf(preview) }
  const before = (await s.posts()).length
  const state = valueState(s.team.other_value_id)
  const answers = (
    await Promise.all(Array.from({ length: 20 }, () => s.press(press, { state })))
  ).flat()
  for (const answer of answers) {
    expect(answer.text).toBe('You thanked Ben Lee: +5 points for 🛠️ Craft')
    expect(answer.replace_original).toBe(true)
  }
  expect((await s.posts()).length).toBe(before + 1)
  const [other] = await s.press(press, { state: valueState(s.team.value_id) })
  expect(other?.text).toBe('You have already sent these thanks.')
  expect((await s.posts()).length).toBe(before + 1)
})

test('repeats the preview with the reason when thanks are refused', async () => {
  const preview = await s.command(`<@${s.ben.slack_id}> +500 for everything you do`)
  const state = valueState(s.team.value_id)
  const [answer] = await s.press({ action_id: 'send_thanks', value: draftOf(preview) }, { state })
  expect(textsOf(answer)).toContain('⚠️')
  expect(textsOf(answer)).toContain('for everything you do')
  expect(draftOf(answer)).toBe(draftOf(preview))
})

test('deletes a canceled draft', async () => {
  const preview = await s.command(`<@${s.ben.slack_id}> +5 not yet`)
  const value = draftOf(preview)
  const [canceled] = await s.press({ action_id: 'cancel_thanks', value })
  expect(canceled?.text).toBe('Canceled. Nothing was sent.')
  const count = (await s.posts()).length
  const [gone] = await s.press({ action_id: 'send_thanks', value })
  expect(gone?.text).toContain('no longer open')
  expect((await s.posts()).length).toBe(count)
})

test('refuses the draft of another person, and ids that are none', async () => {
  const preview = await s.command(`<@${s.ben.slack_id}> +5 mine alone`)
  const count = (await s.posts()).length
  const delivery = s.slack.payloads.blockActions({ id: s.ben.slack_id }, [
    { action_id: 'send_thanks', value: draftOf(preview) },
  ])
  await s.send('interactions', delivery)
  expect(s.slack.responses.at(-1)?.body['text']).toContain('no longer open')
  const [malformed] = await s.press({ action_id: 'send_thanks', value: 'x\u0000' })
  expect(malformed?.text).toContain('no longer open')
  expect((await s.posts()).length).toBe(count)
})

test('refuses the draft of another workspace like an unknown one', async () => {
  const { admin } = await makeTeam(s.t)
  const at = s.t.clock.now()
  const actor = await loadChatActor(s.t.services, admin.workspace_id, admin.user_id, at)
  if (!actor) throw new Error('no actor')
  const content = { ...emptyDraft, recipient_ids: [s.ben.user_id], score: 5, text: 'not ours' }
  const { id } = await createDraft(s.t.services, actor, 'slack', 'T1:1', content, at)
  const count = s.slack.views.length
  for (const value of [id, crypto.randomUUID()])
    for (const action of ['send_thanks', 'edit_thanks', 'cancel_thanks', 'invite_strangers']) {
      const [answer] = await s.press({ action_id: action, value })
      expect(answer?.text).toContain('no longer open')
    }
  expect(s.slack.views.length).toBe(count)
  expect(await loadDraft(s.t.services, actor, id, at)).not.toBeNull()
})

test('repeats the first draft for a repeated command', async () => {
  const trigger = s.slack.addTrigger()
  const text = `<@${s.ben.slack_id}> +5 only once`
  const [first, second] = await Promise.all([
    s.command(text, { trigger_id: trigger }),
    s.command(text, { trigger_id: trigger }),
  ])
  expect(draftOf(second)).toBe(draftOf(first))
})

test('makes names and words of the text inert', async () => {
  const eve = await makeMember(s.t, s.team.workspace_id, {
    first_name: '<!channel>',
    last_name: '*Eve* @here',
  })
  const { id } = s.slack.addUser({ email: eve.email })
  await linkChatUser(s.t, eve, id)
  const preview = await s.command(
    `<@${id}> thanks &lt;!here&gt; <!channel> <!subteam^S1|@devs> <#C1|general> @everyone <https://a.test|b>`,
  )
  const texts = textsOf(preview)
  expect(texts).not.toMatch(/<!|<#|<@/)
  expect(texts).not.toMatch(/@(here|channel|everyone)/)
  expect(texts).toContain('@devs #general')
  expect(texts).toContain('https://a.test')
})

test('sends at once for people who chose that, once for 20 equal requests', async () => {
  const cleo = await makeMember(s.t, s.team.workspace_id, { first_name: 'Cleo' })
  const { id } = s.slack.addUser({ email: cleo.email })
  await linkChatUser(s.t, cleo, id, { sendsAtOnce: true })
  const before = (await s.posts()).length
  const balance = await getBalance(s.t, s.ben)
  const text = `<@${s.ben.slack_id}> for your #teamwork`
  const delivery = s.slack.payloads.command({ id }, text)
  const headers = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => s.send('commands', delivery, n ? { headers } : {})),
  )
  for (const answer of answers)
    expect(answer.json<{ text: string }>().text).toBe(
      'You thanked Ben Lee: +10 points for 🤝 Teamwork',
    )
  expect((await s.posts()).length).toBe(before + 1)
  expect(await getBalance(s.t, s.ben)).toBe(balance + 10)
  await s.t.checkLedger()
  const refused = await s.send('commands', s.slack.payloads.command({ id }, `${text} +999`))
  const preview = await s.send(
    'commands',
    s.slack.payloads.command({ id }, `<@${s.ben.slack_id}> +999 for your #teamwork`),
  )
  expect(refused.statusCode).toBe(200)
  expect(textsOf(preview.json())).toContain('⚠️')
})

test.each([
  ['help', '/thanks balance'],
  ['Balance', 'You have 0 points'],
  ['saldo', 'points left to give until June 30'],
  ['магазин', '/rewards'],
  ['налаштування', '/edit-profile'],
])('answers the command %s', async (word, expected) => {
  expect(textsOf(await s.command(word))).toContain(expected)
})

test('refuses a text with too many people or characters', async () => {
  expect((await s.command(`${'x'.repeat(4_001)}`)).text).toContain('too long')
  const calls = s.slack.calls.length
  const many = Array.from({ length: 60 }, (_, n) => `<@U${1000 + n}>`).join(' ')
  expect((await s.command(many)).text).toContain('too long')
  expect(s.slack.calls.length).toBe(calls)
})

test('a flood of commands leaves a bounded number of drafts', async () => {
  const { workspace_id: workspaceId, user_id: userId } = s.ana
  const actor = await loadChatActor(s.t.services, workspaceId, userId, s.t.clock.now())
  if (!actor) throw new Error('no actor')
  const create = (n: number) => {
    s.t.clock.advance(1)
    return createDraft(s.t.services, actor, 'slack', `flood ${n}`, emptyDraft, s.t.clock.now())
  }
  for (let n = 0; n < 60; n += 1) await create(n)
  const { id } = await create(60)
  const drafts = await s.t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('chat_drafts')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute(),
  )
  expect(drafts).toHaveLength(50)
  expect(await loadDraft(s.t.services, actor, id, s.t.clock.now())).not.toBeNull()
})

test('many names in a command need a bounded number of searches', async () => {
  const { workspace_id: workspaceId, user_id: userId } = s.ana
  const actor = await loadChatActor(s.t.services, workspaceId, userId, s.t.clock.now())
  if (!actor) throw new Error('no actor')
  let searches = 0
  const db = {
    ...s.t.services.db,
    tenant: ((...args: Parameters<typeof s.t.services.db.tenant>) => {
      searches += 1
      return s.t.services.db.tenant(...args)
    }) as typeof s.t.services.db.tenant,
  }
  const text = '@Ben '.repeat(700)
  const parsed = await parseCommand({ db }, actor, text, /<@(U0)>/g)
  expect(parsed.people.map(({ id }) => id)).toEqual([s.ben.user_id])
  expect(searches).toBeLessThanOrEqual(2)
})
