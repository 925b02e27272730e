import { callApi, type AppUnderTest } from './app-under-test.ts'
import { type SlackServer, startSlackServer } from '#tests/contracts/slack-server.ts'

const channels = ['thanks', 'support', 'new-colleagues']

/** Starts a local Slack with some channels. */
export async function startSlack(): Promise<SlackServer> {
  const slack = await startSlackServer()
  for (const name of channels) slack.channels.set(`#${name}`, 'ok')
  return slack
}

/** Connects the demonstration team to a local Slack. */
export async function connectSlack(
  app: AppUnderTest,
  slack: SlackServer,
  token: string,
): Promise<void> {
  await callApi(app, 'PUT', '/chat/apps/slack', token, {
    client_id: slack.clientId,
    client_secret: slack.clientSecret,
    signing_secret: slack.signingSecret,
  })
  const { url } = await callApi<{ url: string }>(app, 'POST', '/chat/slack/authorize', token)
  const { searchParams } = new URL(url)
  await callApi(app, 'POST', '/chat/slack/connect', token, {
    code: slack.addCode(searchParams.get('redirect_uri') ?? ''),
    state: searchParams.get('state'),
  })
}

/** Shows posts in three channels of a local Slack. */
export async function addChannels(app: AppUnderTest, token: string): Promise<void> {
  const { values } = await callApi<{ values: { id: string }[] }>(app, 'GET', '/config', token)
  const shown = [
    { kinds: ['thanks'] },
    { kinds: ['thanks'], value_ids: values.slice(0, 2).map(({ id }) => id) },
    { kinds: ['thanks', 'joined'] },
  ]
  for (const [index, name] of channels.entries())
    await callApi(app, 'POST', '/chat/routes', token, {
      provider: 'slack',
      channel: `#${name}`,
      ...shown[index],
    })
}
