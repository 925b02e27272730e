import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { type SlackServer, startSlackServer } from '#tests/contracts/slack-server.ts'
import type { SlackDelivery } from '#tests/contracts/slack/payloads.ts'
import { connectSlack, linkChatUser } from './chat.ts'
import { makeMember, makeTeam, type Member, type Team } from './factories.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

type Kind = 'commands' | 'interactions' | 'events'
type Block = { type: string; block_id?: string; elements?: Element[]; [key: string]: unknown }
type Element = { action_id?: string; value?: string; [key: string]: unknown }
export type Message = { text: string; blocks: Block[]; replace_original?: boolean }

/** A team that is connected to a local Slack, with an administrator Ana and a member Ben in it. */
export type SlackTeam = {
  t: TestApp
  slack: SlackServer
  team: Team
  ana: Member & { slack_id: string }
  ben: Member & { slack_id: string }
  send(
    kind: Kind,
    delivery: SlackDelivery,
    options?: { owner?: string; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>
  /** Sends /thanks and returns the message of the answer. */
  command(text: string, overrides?: Record<string, string>): Promise<Message>
  /** Presses a button and returns the messages that Slack got for it. */
  press(
    action: { action_id: string; value?: string },
    overrides?: Record<string, unknown>,
  ): Promise<Message[]>
  posts(): Promise<
    { id: string; score: number; description: string; private: boolean; to_ids: string[] }[]
  >
}

/** Returns the button of a message with an action. */
export const buttonOf = (message: Message | undefined, actionId: string) =>
  message?.blocks
    .flatMap((block) => block.elements ?? [])
    .find((element) => element.action_id === actionId)
/** Returns all texts of a message. */
export const textsOf = (message: unknown): string => JSON.stringify(message)

async function listPosts(t: TestApp, { workspace_id: workspaceId }: Team) {
  return t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('posts')
      .where('workspace_id', '=', workspaceId)
      .select(['id', 'score', 'description', 'private', 'to_ids'])
      .orderBy('id')
      .execute(),
  )
}

/**
 * Starts an app with a connected team before the tests of a file. After them, Slack must have found
 * no violation of its rules.
 */
export function setupSlackTeam(
  options: TestAppOptions & { connect?: Parameters<typeof connectSlack>[3] } = {},
): SlackTeam {
  const s = {} as SlackTeam
  beforeAll(async () => {
    let now = () => Date.parse('2026-06-15T12:00:00Z')
    const slack = await startSlackServer(() => now())
    const { connect, ...appOptions } = options
    const t = await startTestApp({
      ...appOptions,
      env: { ...slack.env, ...(connect?.operator_app ? {} : noOperatorApp), ...appOptions.env },
    })
    now = () => t.clock.now().getTime()
    const team = await makeTeam(t)
    await connectSlack(t, team, slack, connect)
    const ben = await makeMember(t, team.workspace_id, { first_name: 'Ben', last_name: 'Lee' })
    const slackIds = [
      slack.addUser({ email: team.admin.email }),
      slack.addUser({ email: ben.email }),
    ]
    const [anaId = '', benId = ''] = slackIds.map(({ id }) => id)
    await linkChatUser(t, team.admin, anaId)
    await linkChatUser(t, ben, benId)
    const owner = connect?.operator_app ? 'app' : team.workspace_id
    const send: SlackTeam['send'] = (kind, delivery, { owner: path = owner, headers = {} } = {}) =>
      t.app.inject({
        method: 'POST',
        url: `/chat/slack/${path}/${kind}`,
        payload: delivery.payload,
        headers: { ...delivery.headers, ...headers },
      })
    Object.assign(s, {
      t,
      slack,
      team,
      ana: { ...team.admin, slack_id: anaId },
      ben: { ...ben, slack_id: benId },
      send,
      posts: () => listPosts(t, team),
      async command(text, overrides) {
        const answer = await send(
          'commands',
          slack.payloads.command({ id: anaId }, text, overrides),
        )
        expect(answer.statusCode).toBe(200)
        return answer.body ? answer.json<Message>() : { text: '', blocks: [] }
      },
      async press(action, overrides) {
        const before = slack.responses.length
        const payload = slack.payloads.blockActions({ id: anaId }, [action], overrides)
        const answer = await send('interactions', payload)
        expect(answer.statusCode).toBe(200)
        return slack.responses.slice(before).map(({ body }) => body as unknown as Message)
      },
    } satisfies SlackTeam)
  })
  afterAll(async () => {
    await s.t?.close()
    await s.slack?.stop()
    expect(s.slack?.violations).toEqual([])
  })
  return s
}

const noOperatorApp = {
  SLACK_CLIENT_ID: '',
  SLACK_CLIENT_SECRET: '',
  SLACK_SIGNING_SECRET: '',
}
