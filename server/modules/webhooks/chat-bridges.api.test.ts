import { createRequire } from 'node:module'
import type * as cards from 'adaptivecards'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverAllDue } from './worker.ts'
import { type SafeHttpClient, SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { buildSlackMessage, buildTeamsMessage } from './messages.ts'
import type { PostPayload } from './payloads.ts'

/** Bridges to Slack and Microsoft Teams: message contents and provider responses. */
const { AdaptiveCard, Version } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof cards
const t = setupTestApp()
let team: Team
let tom: Member
/** A stub of the HTTP client in place of the providers. */
let sent: { url: string; body: string }[] = []
let next: { status: number; text: string; retry_after_s?: number }
const outside: SafeHttpClient = {
  checkUrl: () => Promise.resolve(),
  post: (url, { body }) => {
    sent.push({ url, body })
    return next.status
      ? Promise.resolve({ retry_after_s: undefined, ...next })
      : Promise.reject(new SafeHttpError('timeout'))
  },
}
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
  tom = await makeMember(t, team.workspace_id, { first_name: 'Tom' })
  t.services.safeHttpClient = { ...t.services.safeHttpClient, ...outside }
})
beforeEach(async () => {
  await disconnect()
  sent = []
  next = { status: 200, text: 'ok' }
})
async function disconnect(): Promise<void> {
  for (const { id } of (await t.call('hooks.list', { token: team.admin.token })).body)
    await t.call('hooks.delete', { token: team.admin.token, params: { id } })
}
const slackUrl = 'https://hooks.slack.com/services/T0000/B0000/abcdefgh'
const teamsUrl =
  'https://prod-12.westeurope.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x-Yz_9'
const create = (kind: string, url: string) =>
  t.call('hooks.create', { token: team.admin.token, body: { kind, url } })
const send = async (ms = 16_000) => {
  t.clock.advance(ms)
  await deliverAllDue(t.services)
}
const findWebhook = async (id: string) =>
  (await t.call('hooks.list', { token: team.admin.token })).body.find((hook) => hook.id === id)

const makePerson = (name: string) => ({ id: team.admin.user_id, name, email: '' })
const post = (more: Partial<PostPayload> = {}): PostPayload => ({
  id: team.admin.user_id,
  parent_id: null,
  from: makePerson('Ada'),
  occasion: null,
  to: [makePerson('Tom')],
  score: 5,
  description: 'Thank you',
  value: { id: team.value_id, name: 'Teamwork', emoji: '🤝' },
  created_at: '2026-06-15T12:00:00.000Z',
  url: 'https://laurel.example/posts/1',
  ...more,
})
type Block = {
  type: string
  text?: { type: string; text: string; verbatim?: boolean }
  elements?: { text: string }[]
}
const slack = (data: PostPayload) =>
  JSON.parse(buildSlackMessage('en', data).body) as { text: string; blocks: Block[] }
const slackTexts = ({ blocks }: { blocks: Block[] }) =>
  blocks
    .flatMap((block) => [
      block.text?.text,
      ...(block.elements ?? []).map((element) => element.text),
    ])
    .join('\n')
/** Returns the nth received message. */
const body = (n: number) => sent[n]?.body ?? ''
const blocksOf = (n: number) => JSON.parse(body(n)) as { blocks: Block[] }
type Card = { body: { inlines: { text: string }[] }[]; actions: { url: string }[] }
function cardOf(text: string): Card {
  const [first] = (JSON.parse(text) as { attachments: { content: Card }[] }).attachments
  if (!first) throw new Error('there is no card')
  return first.content
}

test("formats public posts for Slack in the team's language", async () => {
  await t.call('settings.update', { token: team.admin.token, body: { language: 'es' } })
  const {
    body: { hook, secret },
  } = await create('slack', slackUrl)
  expect([secret, hook.url, hook.events]).toEqual([
    null,
    'https://hooks.slack.com/…efgh',
    ['post.created'],
  ])
  const id = await makePost(t, team.admin, [tom], team.value_id, 5, {
    description: 'Gracias por la ayuda',
  })
  const many = await Promise.all(Array.from({ length: 12 }, () => makeMember(t, team.workspace_id)))
  await t.call('posts.add_on', {
    token: many[0]?.token ?? '',
    params: { id },
    body: { score: 1, text: '' },
  })
  await send()
  expect(sent.map((message) => message.url)).toEqual([slackUrl])
  expect(slackTexts(blocksOf(0))).toMatch(
    new RegExp(
      `ha dado las gracias a Tom .*> Gracias por la ayuda.*\\+5 puntos.*🤝 Teamwork.*<http://localhost:3000/posts/${id}\\|Ver en Laurel>`,
      's',
    ),
  )
  await makePost(t, team.admin, many, team.value_id, 1)
  await makePost(t, team.admin, [tom], team.value_id, 1, { private: true })
  await send()
  expect(slackTexts(blocksOf(1))).toMatch(/4 más.*1 punto para cada persona/s)
  expect(sent).toHaveLength(2)
  await t.call('settings.update', { token: team.admin.token, body: { language: 'en' } })
})

test('escapes mentions, links and formatting in Slack messages', () => {
  const evil =
    '<!channel> <!here|x> <@U123> <https://evil.test|Laurel> *bold* _it_ ~s~ `c` @here @channel & </a> ```'
  const message = slack(
    post({
      from: makePerson(evil),
      to: [makePerson(evil)],
      description: `${evil}\n> second\nthird`,
      value: { id: team.value_id, name: evil, emoji: '🤝' },
    }),
  )
  const text = `${message.text}\n${slackTexts(message)}`
  // Our own link is the only control sequence.
  expect([...text.matchAll(/<[^>]*>/g)].map((found) => found[0])).toEqual([
    '<https://laurel.example/posts/1|See it in Laurel>',
  ])
  expect(text).not.toMatch(/(^|[^\u2060])[*_~`]/)
  expect(text).not.toMatch(/@(here|channel|everyone)/i)
  expect(
    slackTexts(message)
      .split('\n')
      .filter((line) => line.startsWith('> ')),
  ).toHaveLength(3)
})

test('shows no points in a post of the team that gives none', () => {
  const birthday = post({ from: null, score: 0, to: [makePerson('Tom'), makePerson('Eva')] })
  const message = slack(birthday)
  expect(message.text).toBe('From all of us to Tom, Eva')
  expect(slackTexts(message)).toContain('\n🤝 Teamwork · <')
  const [, , facts] = cardOf(buildTeamsMessage('en', birthday).body).body
  expect(facts?.inlines.map(({ text }) => text)).toEqual(['🤝 Teamwork'])
})

test('truncates the longest post to the limits of Slack', () => {
  const long = post({
    from: makePerson('&'.repeat(120)),
    to: Array.from({ length: 50 }, () => makePerson('&*'.repeat(60))),
    description: '&\n*😀'.repeat(250),
    value: { id: team.value_id, name: '<'.repeat(40), emoji: '🤝' },
  })
  const message = slack(long)
  expect(message.blocks.length).toBeLessThanOrEqual(50)
  for (const text of [
    message.text,
    ...message.blocks.flatMap((block) => [
      block.text?.text ?? '',
      ...(block.elements ?? []).map((element) => element.text),
    ]),
  ]) {
    expect(text.length).toBeLessThanOrEqual(3_000)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toMatch(/&(?!amp;|lt;|gt;)/)
  }
})

test('disables a Slack webhook when gone and retries temporary errors', async () => {
  const cases: [typeof next, object][] = [
    [
      { status: 404, text: 'no_service' },
      { state: 'off', off_reason: 'gone' },
    ],
    [
      { status: 410, text: 'channel_is_archived' },
      { state: 'off', off_reason: 'gone' },
    ],
    [
      { status: 403, text: 'action_prohibited' },
      { state: 'off', off_reason: 'gone' },
    ],
    [
      { status: 429, text: 'rate_limited', retry_after_s: 30 },
      { state: 'active', waiting: 1 },
    ],
    [
      { status: 400, text: 'invalid_blocks' },
      { state: 'active', waiting: 0 },
    ],
    [
      { status: 500, text: '' },
      { state: 'active', waiting: 1 },
    ],
  ]
  for (const [answer, expected] of cases) {
    await disconnect()
    const { hook } = (await create('slack', slackUrl)).body
    await makePost(t, team.admin, [tom], team.value_id, 1)
    next = answer
    await send()
    expect([answer.text, await findWebhook(hook.id)]).toMatchObject([answer.text, expected])
  }
})

test('sends Teams a valid Adaptive Card and accepts 202', async () => {
  const {
    body: { hook },
  } = await create('teams', teamsUrl)
  expect(hook.url).toBe('https://prod-12.westeurope.logic.azure.com/…Yz_9')
  // Teams has further URL formats.
  for (const other of [
    'https://default0123.4a.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/abc/triggers/manual/paths/invoke?sig=1',
    'https://team.webhook.office.com/webhookb2/x',
  ]) {
    const made = await create('teams', other)
    expect(made.status).toBe(200)
    await t.call('hooks.delete', { token: team.admin.token, params: { id: made.body.hook.id } })
  }
  const id = await makePost(t, team.admin, [tom], team.value_id, 5)
  next = { status: 202, text: '' }
  await send()
  expect(await findWebhook(hook.id)).toMatchObject({
    state: 'active',
    waiting: 0,
    delivered_at: t.clock.now().toISOString(),
  })
  expect(sent[0]?.url).toBe(teamsUrl)
  const card = new AdaptiveCard()
  card.parse(cardOf(body(0)))
  expect(card.validateProperties().validationEvents).toEqual([])
  expect([card.version.toString(), card.getItemCount(), card.getActionCount()]).toEqual([
    new Version(1, 4).toString(),
    3,
    1,
  ])
  expect(cardOf(body(0)).actions[0]?.url).toBe(`http://localhost:3000/posts/${id}`)
})

test('keeps text literal in Adaptive Cards without Markdown and mentions', () => {
  const evil =
    '**bold** [Laurel](https://evil.test) <at>everyone</at> {{DATE(2026-01-01T00:00:00Z)}} # h'
  const { body: parts } = cardOf(
    buildTeamsMessage('en', post({ from: makePerson(evil), description: `${evil}\n\nsecond` }))
      .body,
  )
  // Text runs are never parsed as Markdown, and mentions need an entity list that we do not send.
  expect(parts.every((block) => (block as { type?: string }).type === 'RichTextBlock')).toBe(true)
  expect(JSON.stringify(parts)).not.toContain('{{')
  expect(parts[1]?.inlines[0]?.text.replaceAll('\u2060', '')).toBe(`${evil}\n\nsecond`)
})

test('sends a test to both bridges and reports a missing response', async () => {
  for (const [kind, url] of [
    ['slack', slackUrl],
    ['teams', teamsUrl],
  ] as const) {
    await disconnect()
    const { hook } = (await create(kind, url)).body
    next = { status: 200, text: 'ok' }
    expect(
      (await t.call('hooks.test', { token: team.admin.token, params: { id: hook.id } })).body,
    ).toMatchObject({ event: 'ping', state: 'delivered', status: 200, answer: 'ok' })
    expect(sent.at(-1)?.body).toContain('Laurel is connected')
    next = { status: 0, text: '' }
    expect(
      (await t.call('hooks.test', { token: team.admin.token, params: { id: hook.id } })).body,
    ).toMatchObject({ state: 'failed', reason: 'timeout', status: null })
    expect(await findWebhook(hook.id)).toMatchObject({ state: 'active', failures: 0 })
    expect(
      (await t.call('hooks.rotate', { token: team.admin.token, params: { id: hook.id } })).status,
    ).toBe(422)
  }
})
