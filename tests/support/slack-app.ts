import { expect } from 'vitest'
import { deliverAllDue } from '#server/modules/webhooks/worker.ts'
import { secondMs } from '#contract/durations.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { SlackServer } from '#tests/contracts/slack-server.ts'
import { withClient } from './database.ts'
import type { Member, Team } from './factories.ts'
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

/** Links an account of Slack with a user, as if the person had opened a one-time link. */
export const linkSlackAccount = (
  t: TestApp,
  { workspace_id: workspaceId }: Team,
  { user_id: userId }: Pick<Member, 'user_id'>,
  externalUserId: string,
): Promise<unknown> =>
  withClient(t.ownerUrl, async (owner) => {
    await owner.query(`select set_config('laurel.workspace', $1, false)`, [workspaceId])
    return owner.query(
      `insert into chat_links (workspace_id, provider, external_user_id, user_id, linked_by,
        quiet_from, quiet_until, created_at)
      values ($1, 'slack', $2, $3, 'person', 0, 0, $4)`,
      [workspaceId, externalUserId, userId, t.clock.now()],
    )
  })

/** Lets the time to undo pass and delivers, with a second between messages of a channel. */
export async function deliverToChats(t: TestApp, messages = 4): Promise<void> {
  t.clock.advance(16 * secondMs)
  for (let sent = 0; sent < messages; sent += 1) {
    await deliverAllDue(t.services)
    t.clock.advance(1_100)
  }
}
