import { afterAll, beforeAll, expect, test } from 'vitest'
import { secondMs } from '#contract/durations.ts'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { authorizeSlackApp } from '#tests/support/slack-app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { verifyChat } from './verify-chat.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

test('the walk through an app names what works, and stops where nothing arrives', async () => {
  const team = await makeTeam(t)
  const lines: string[] = []
  const verify = () =>
    verifyChat(t.services, {
      workspaceId: team.workspace_id,
      provider: 'slack',
      channel: 'C0GENERAL',
      report: (line) => void lines.push(line),
      timeoutMs: 0,
    })
  expect([await verify(), lines]).toEqual([
    false,
    ['The app is not connected: Settings, Connections.'],
  ])
  await authorizeSlackApp(t, slack, team)
  lines.length = 0
  expect(await verify()).toBe(false)
  expect(lines).toEqual([
    'ok      credentials',
    'ok      token',
    'ok      scopes',
    'ok      tenant',
    'MISSING requests: none',
    'ok      messages',
    'Type /thanks help in Slack.',
    'FAILED  nothing arrived',
  ])
  expect([...slack.messages.values()].map(({ updates, deleted }) => [updates, deleted])).toEqual([
    [1, true],
  ])
  t.clock.advance(2 * secondMs)
  slack.channels.set('C0GENERAL', 'is_archived')
  lines.length = 0
  expect([await verify(), lines.at(-1)]).toEqual([false, 'FAILED  messages: send: is_archived'])
})
