import { beforeAll, expect, test } from 'vitest'
import type { SlackDelivery } from '#tests/contracts/slack/payloads.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import { getBalance, makeMember, type Member } from '#tests/support/factories.ts'
import { postToBoth, setupTwoServers } from '#tests/support/processes.ts'
import { buttonOf, setupSlackTeam } from '#tests/support/slack.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** Equal requests of Slack at once over two server processes on one database. */
const s = setupSlackTeam({ at: new Date() })
const ports = setupTwoServers(
  () => s.t.ownerUrl,
  () => ({ settings: { SLACK_API_URL: s.slack.apiUrl } }),
)
let cleo: Member & { slack_id: string }
beforeAll(async () => {
  const member = await makeMember(s.t, s.team.workspace_id, { first_name: 'Cleo' })
  const { id } = s.slack.addUser({ email: member.email })
  cleo = { ...member, slack_id: id }
  await linkChatUser(s.t, member, id, { sendsAtOnce: true })
})

const sendToBoth = (kind: string, delivery: SlackDelivery) =>
  postToBoth(ports, `/chat/slack/${s.team.workspace_id}/${kind}`, delivery)

/** Slack accepts this many answers at the address of a command. */
const lateAnswersMax = 5
/**
 * Sends a command 20 times and returns the texts of the answers. A server that needs longer than
 * Slack waits answers with nothing, and later at the address of the command.
 */
async function commandTexts(delivery: SlackDelivery): Promise<string[]> {
  const count = s.slack.responses.length
  const answers = await sendToBoth('commands', delivery)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const texts = answers.map(({ text }) => text).filter(Boolean)
  const late = Math.min(answers.length - texts.length, lateAnswersMax)
  await waitUntil('late answers arrive', () => s.slack.responses.length - count >= late)
  return [...texts, ...s.slack.responses.slice(count).map(({ body }) => JSON.stringify(body))]
}

test('20 equal commands that send at once make one post', async () => {
  const text = `<@${s.ben.slack_id}> +5 for your #teamwork`
  const delivery = s.slack.payloads.command({ id: cleo.slack_id }, text)
  const texts = await commandTexts(delivery)
  expect(texts).toContainEqual(expect.stringContaining('You thanked Ben Lee'))
  // A busy server may refuse repeated ones, which then have done nothing.
  for (const one of texts) expect(one).toMatch(/You thanked Ben Lee|Nothing was sent/)
  expect((await s.posts()).length).toBe(1)
  expect(await getBalance(s.t, s.ben)).toBe(5)
})

test('20 equal presses of Send make one post', async () => {
  const count = (await s.posts()).length
  const balance = await getBalance(s.t, s.ben)
  const preview = await s.command(`<@${s.ben.slack_id}> +3 for your #teamwork`)
  const value = buttonOf(preview, 'send_thanks')?.value ?? ''
  const chosen = { selected_option: { value: s.team.value_id } }
  const delivery = s.slack.payloads.blockActions(
    { id: s.ana.slack_id },
    [{ action_id: 'send_thanks', value }],
    { state: { values: { thanks: { value: chosen } } } },
  )
  const answers = await sendToBoth('interactions', delivery)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await s.posts()).length).toBe(count + 1)
  expect(await getBalance(s.t, s.ben)).toBe(balance + 3)
  await s.t.checkLedger()
})

test('20 equal commands of an unknown person link them once', async () => {
  const member = await makeMember(s.t, s.team.workspace_id)
  const { id } = s.slack.addUser({ email: member.email })
  const texts = await commandTexts(s.slack.payloads.command({ id }, 'balance'))
  expect(texts).toEqual(texts.map(() => expect.stringContaining('You have 0 points')))
  expect(texts.length).toBeGreaterThanOrEqual(lateAnswersMax)
})
