import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: slack.env }))
afterAll(() => slack.stop())

test('one of several teams at once gets a Slack workspace through the operator’s app', async () => {
  const teams = await Promise.all(Array.from({ length: 6 }, () => makeTeam(t)))
  const started = await Promise.all(
    teams.map(async ({ admin: { token } }) => {
      const { body } = await t.call('chat.authorize', { token })
      return { token, address: new URL(body.url).searchParams }
    }),
  )
  const results = await Promise.all(
    started.map(({ token, address }) =>
      t.call('chat.connect', {
        token,
        body: {
          code: slack.addCode(address.get('redirect_uri') ?? ''),
          state: address.get('state') ?? '',
        },
      }),
    ),
  )
  const codes = results.map(({ codes: [code = 'connected'] }) => code)
  expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual([
    ...Array.from({ length: 5 }, () => 'chat_workspace_taken'),
    'connected',
  ])
  const [first] = results.filter(({ status }) => status === 200)
  expect(first?.body).toMatchObject({ operator_app: true, state: 'connected' })
})
