import { expect } from 'vitest'
import { deliverAllDue } from '#server/modules/webhooks/worker.ts'
import { secondMs } from '#contract/durations.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { SlackServer } from '#tests/contracts/slack-server.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Connects a team's own app as its administrator does. */
export async function authorizeSlackApp(t: TestApp, slack: SlackServer, team: Team): Promise<void> {
  const { token } = team.admin
  await t.call('chat.save', {
    token,
    params: { provider: 'slack' },
    body: {
      client_id: slack.clientId,
      client_secret: slack.clientSecret,
      signing_secret: slack.signingSecret,
    },
  })
  const { body: started } = await t.call('chat.authorize', { token })
  const { searchParams } = new URL(started.url)
  const { codes } = await t.call('chat.connect', {
    token,
    body: {
      code: slack.addCode(searchParams.get('redirect_uri') ?? ''),
      state: searchParams.get('state') ?? '',
    },
  })
  expect(codes).toEqual([])
}

/** Shows posts in a channel of Slack. Returns the id of the route. */
export async function makeSlackRoute(
  t: TestApp,
  { admin }: Team,
  body: Omit<Partial<BodyInputOf<'chat.create_route'>>, 'provider'> = {},
): Promise<string> {
  const { body: route, codes } = await t.call('chat.create_route', {
    token: admin.token,
    body: { provider: 'slack', channel: '#thanks', ...body },
  })
  expect(codes).toEqual([])
  return route.id
}

/** Lets the time to undo pass and delivers, with a second between messages of a channel. */
export async function deliverToChats(t: TestApp, messages = 4): Promise<void> {
  t.clock.advance(16 * secondMs)
  for (let sent = 0; sent < messages; sent += 1) {
    await deliverAllDue(t.services)
    t.clock.advance(1_100)
  }
}
