import type { ModalView } from '@slack/types'
import { expect, test } from 'vitest'
import { linkChatUser } from '#tests/support/chat.ts'
import { getBalance, makeMember, makePost } from '#tests/support/factories.ts'
import { buttonOf, setupSlackTeam, textsOf } from '#tests/support/slack.ts'

const s = setupSlackTeam()

type Fields = {
  people?: string[]
  kept?: string[]
  points?: string
  value?: string | null
  text?: string
  isPrivate?: boolean
}
const option = (value: string) => ({ text: { type: 'plain_text', text: 'x' }, value })
/** Returns the state of a form as Slack submits it. */
const stateOf = ({ people = [], kept, points = '5', value, text, isPrivate }: Fields) => ({
  values: {
    ...(kept ? { kept: { input: { selected_options: kept.map(option) } } } : {}),
    people: { input: { type: 'multi_users_select', selected_users: people } },
    points: { input: { type: 'number_input', value: points } },
    value: { input: { selected_option: value ? option(value) : null } },
    text: { input: { type: 'plain_text_input', value: text ?? 'Thank you for your #teamwork' } },
    private: { input: { selected_options: isPrivate ? [option('yes')] : [] } },
  },
})
const lastView = () => s.slack.views.at(-1)?.view as ModalView
const submit = async (fields: Fields, view: object = {}, userId = s.ana.slack_id) => {
  const answer = await s.send(
    'interactions',
    s.slack.payloads.viewSubmission(
      { id: userId },
      { callback_id: 'thanks', private_metadata: '{}', state: stateOf(fields), ...view },
    ),
  )
  expect(answer.statusCode).toBe(200)
  return (answer.body ? answer.json() : {}) as {
    response_action?: string
    errors?: Record<string, string>
    view?: ModalView
  }
}

test('opens the form for the command alone, with what is left', async () => {
  await s.command('')
  const view = lastView()
  expect(view.blocks.map((block) => block.block_id)).toEqual([
    'people',
    'points',
    'value',
    'text',
    'private',
  ])
  expect(textsOf(view)).toContain('100 points left to give until June 30')
  expect(JSON.parse(view.private_metadata ?? '')).toMatchObject({
    response_url: expect.any(String),
  })
})

test('sends a form once, also when Slack repeats it', async () => {
  const before = (await s.posts()).length
  const view = { id: 'V0SAME' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => submit({ people: [s.ben.slack_id], isPrivate: true }, view)),
  )
  for (const answer of answers) {
    expect(answer.response_action).toBe('update')
    expect(textsOf(answer.view)).toContain(
      'You thanked Ben Lee privately: +5 points for 🤝 Teamwork',
    )
  }
  const posts = await s.posts()
  expect(posts.length).toBe(before + 1)
  expect(posts.at(-1)).toMatchObject({ score: 5, private: true, to_ids: [s.ben.user_id] })
})

test('tells the result where the command was typed', async () => {
  await s.command('')
  const answer = await submit(
    { people: [s.ben.slack_id] },
    { private_metadata: lastView().private_metadata },
  )
  expect(answer).toEqual({})
  expect(s.slack.responses.at(-1)?.body).toMatchObject({
    response_type: 'ephemeral',
    text: 'You thanked Ben Lee: +5 points for 🤝 Teamwork',
  })
})

test.each<[string, Fields, string]>([
  ['nobody', { people: [] }, 'people'],
  ['too few characters', { text: 'x', value: 'own' }, 'text'],
  ['no number', { points: 'many' }, 'points'],
  ['zero', { points: '0' }, 'points'],
  ['more points than are left', { points: '5000' }, 'points'],
  ['no value that fits', { text: 'plain words alone' }, 'value'],
  ['a value that does not exist', { value: 'x', text: 'plain words alone' }, 'value'],
])('shows the error of %s at its field', async (_, fields, block) => {
  const people = fields.people ?? [s.ben.slack_id]
  const { response_action: action, errors = {} } = await submit({
    ...fields,
    people,
    value: fields.value === 'own' ? s.team.value_id : (fields.value ?? null),
  })
  expect([action, Object.keys(errors)]).toEqual(['errors', [block]])
  expect(errors[block]?.length).toBeGreaterThan(5)
})

test('shows strangers, the sender and unknown users at the people', async () => {
  const { id } = s.slack.addUser({ real_name: 'Nora' })
  expect((await submit({ people: [id] })).errors?.['people']).toBe('Not in Laurel yet: Nora')
  expect(Object.keys((await submit({ people: [s.ana.slack_id] })).errors ?? {})).toEqual(['people'])
  const other = { people: [s.ben.slack_id], kept: [crypto.randomUUID()] }
  expect(Object.keys((await submit(other)).errors ?? {})).toEqual(['people'])
})

test('edits a draft, and makes one post of the preview and the form together', async () => {
  const preview = await s.command(`<@${s.ben.slack_id}> +3 before the change`)
  const value = buttonOf(preview, 'send_thanks')?.value ?? ''
  await s.press({ action_id: 'edit_thanks', value })
  const view = lastView()
  expect(textsOf(view.blocks)).toContain('before the change')
  expect(textsOf(view.blocks.find((block) => block.block_id === 'kept'))).toContain('Ben Lee')
  const before = (await s.posts()).length
  const form = { kept: [s.ben.user_id], text: 'after the change #craft' }
  expect(await submit(form, { private_metadata: view.private_metadata })).toEqual({})
  expect(s.slack.responses.at(-1)?.body).toMatchObject({
    replace_original: true,
    text: 'You thanked Ben Lee: +5 points for 🛠️ Craft',
  })
  const chosen = { selected_option: { value: s.team.value_id } }
  const state = { values: { thanks: { value: chosen } } }
  const [late] = await s.press({ action_id: 'send_thanks', value }, { state })
  expect(late?.text).toBe('You have already sent these thanks.')
  expect((await s.posts()).length).toBe(before + 1)
})

test('opens the form by the global shortcut and the button of the Home tab', async () => {
  const count = s.slack.views.length
  await s.send('interactions', s.slack.payloads.shortcut({ id: s.ana.slack_id }, 'thank_somebody'))
  await s.press({ action_id: 'thank_somebody' })
  expect(s.slack.views.length).toBe(count + 2)
})

test('fills in the author and the address of a message', async () => {
  const message = { user: s.ben.slack_id, text: 'done', ts: '1700000000.000123' }
  const person = { id: s.ana.slack_id }
  await s.send('interactions', s.slack.payloads.messageAction(person, 'thank_for_message', message))
  const texts = textsOf(lastView())
  expect(texts).toContain(`"initial_users":["${s.ben.slack_id}"]`)
  expect(texts).toContain('https://acme.slack.com/archives/C0GENERAL/p1700000000000123')
  const reply = { ...message, thread_ts: '1700000000.000001' }
  await s.send('interactions', s.slack.payloads.messageAction(person, 'thank_for_message', reply))
  expect(textsOf(lastView())).toContain(
    'p1700000000000123?thread_ts=1700000000.000001&cid=C0GENERAL',
  )
  const bot = s.slack.addUser({ is_bot: true })
  await s.send(
    'interactions',
    s.slack.payloads.messageAction(person, 'thank_for_message', { user: bot.id }),
  )
  expect(textsOf(lastView())).not.toContain('initial_users')
})

test('likes a post and adds points to it as the person who pressed', async () => {
  const cleo = await makeMember(s.t, s.team.workspace_id)
  const { id } = s.slack.addUser()
  await linkChatUser(s.t, cleo, id)
  const postId = await makePost(s.t, cleo, [s.ben], s.team.value_id)
  const [liked] = await s.press({ action_id: 'like', value: postId })
  expect(liked?.text).toBe('You like this.')
  await s.press({ action_id: 'like', value: postId })
  const { body } = await s.t.call('posts.get', { token: s.ben.token, params: { id: postId } })
  expect(body.like_count).toBe(1)

  await s.press({ action_id: 'add_points', value: postId })
  const metadata = lastView().private_metadata ?? ''
  expect(JSON.parse(metadata)).toEqual({ post_id: postId })
  const balance = await getBalance(s.t, s.ben)
  const form = { callback_id: 'add_points', private_metadata: metadata, id: 'V0POINTS' }
  await Promise.all([1, 2, 3].map(() => submit({ points: '4', text: 'me too' }, form)))
  expect(await getBalance(s.t, s.ben)).toBe(balance + 4)
  const refused = await submit({ points: '0' }, { ...form, id: 'V0OTHER' })
  expect(Object.keys(refused.errors ?? {})).toEqual(['points'])
  await s.t.checkLedger()
})

test('keeps private posts and unknown ones from buttons', async () => {
  const cleo = await makeMember(s.t, s.team.workspace_id)
  const hidden = await makePost(s.t, cleo, [s.ben], s.team.value_id, 1, { private: true })
  const cleoId = s.slack.addUser().id
  await linkChatUser(s.t, await makeMember(s.t, s.team.workspace_id), cleoId)
  for (const value of [hidden, crypto.randomUUID(), 'x']) {
    const press = s.slack.payloads.blockActions({ id: cleoId }, [{ action_id: 'like', value }])
    await s.send('interactions', press)
    expect(s.slack.responses.at(-1)?.body['text']).toContain('no longer exists')
    const metadata = JSON.stringify({ post_id: value })
    const view = { callback_id: 'add_points', private_metadata: metadata }
    expect((await submit({ points: '1' }, view, cleoId)).errors?.['points']).toBeDefined()
  }
})

test('acknowledges links, choices and unknown requests', async () => {
  const calls = s.slack.calls.length
  expect(await s.press({ action_id: 'open' })).toEqual([])
  expect(await s.press({ action_id: 'value' })).toEqual([])
  await s.send('interactions', s.slack.payloads.shortcut({ id: s.ana.slack_id }, 'unknown'))
  expect(await submit({}, { callback_id: 'other' })).toEqual({})
  expect(s.slack.calls.length).toBe(calls)
})
