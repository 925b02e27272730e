import type { Logger } from '@slack/socket-mode'
import { toLanguage } from '#contract/schemas/common.ts'
import { decryptCredentials } from '#server/modules/chat-messages/credentials.ts'
import { findConnection } from '#server/modules/chat-messages/connection-queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Services } from '#server/platform/services.ts'
import { answerWithin } from '#server/workflows/chat/answer-within.ts'
import { answerMs } from './answer-time.ts'
import { deliverWhenDone, handleRequest } from './handle-request.ts'
import { answerHandled } from './http-answer.ts'
import { parseRequest, type SlackRequestKind, teamOf } from './payloads.ts'

/** Requests of Slack by the type of their envelope. */
const requestKinds: Partial<Record<string, SlackRequestKind>> = {
  slash_commands: 'commands',
  interactive: 'interactions',
  events_api: 'events',
}

/** An envelope of Socket Mode; `ack` answers it. */
type Envelope = { type: string; body: unknown; ack: (answer?: object) => Promise<void> }

/** Handles a request that came through the connection of a workspace. Slack waits three seconds. */
async function handleEnvelope(
  services: Services,
  workspaceId: string,
  { type, body, ack }: Envelope,
): Promise<void> {
  const { db } = services
  const kind = requestKinds[type]
  if (!kind) return ack()
  const request = parseRequest(kind, body)
  const { connection, language } = await db.tenant(workspaceId, async (trx) => ({
    connection: await findConnection(trx, workspaceId, 'slack'),
    language: toLanguage((await findSettings(trx, workspaceId)).language),
  }))
  // The connection belongs to the app; its requests name the team all the same.
  if (!connection || teamOf(request) !== connection.external_id) return ack()
  const work = handleRequest(services, connection, request, language)
  const handled = await answerWithin(work, answerMs, (late) => {
    void deliverWhenDone(services, connection, request, late, language)
  })
  if (!handled) return ack()
  const { status, body: answer } = answerHandled(request, handled.result, language)
  // Without an acknowledgment, Slack shows the failure or repeats the event.
  if (status < 400) await ack(answer)
}

/** Passes warnings and errors to our log, without payloads, which the library logs at `debug`. */
function createLogger({ log }: Services, workspaceId: string): Logger {
  // A lost connection is an error for the library.
  const warn = (message: unknown) => {
    log.warn({ workspace: workspaceId, reason: String(message).slice(0, 200) }, 'slack socket')
  }
  return {
    debug() {},
    info() {},
    warn,
    error: warn,
    setLevel() {},
    getLevel: () => 'warn' as ReturnType<Logger['getLevel']>,
    setName() {},
  }
}

/** A connection of Socket Mode. `isOpen` is false once it was lost. */
export type SlackSocket = { isOpen(): boolean; close(): Promise<void> }

/**
 * Opens the connection of a workspace to Slack. The worker replaces a lost one: the library would not
 * catch a refusal while it reconnects. Returns null without an app-level token; throws when Slack
 * refuses it, or does not greet it within `timeoutMs`.
 */
export async function openSlackSocket(
  services: Services,
  workspaceId: string,
  timeoutMs: number,
): Promise<SlackSocket | null> {
  const { db, config, log } = services
  const row = await db.tenant(workspaceId, (trx) => findConnection(trx, workspaceId, 'slack'))
  const appToken = row && decryptCredentials(services, row).app_token
  if (!appToken) return null
  // Most servers never need the library.
  const { SocketModeClient } = await import('@slack/socket-mode')
  const client = new SocketModeClient({
    appToken,
    logger: createLogger(services, workspaceId),
    autoReconnectEnabled: false,
    clientOptions: { slackApiUrl: `${config.slack.apiUrl}/`, retryConfig: { retries: 0 } },
  })
  client.on('slack_event', (envelope: Envelope) => {
    handleEnvelope(services, workspaceId, envelope).catch((error: unknown) =>
      log.warn({ workspace: workspaceId, reason: (error as Error).message }, 'slack envelope'),
    )
  })
  let isOpen = true
  client.on('disconnected', () => {
    isOpen = false
  })
  const opened = await answerWithin(client.start(), timeoutMs, (late) => {
    late.then(
      () => client.disconnect(),
      () => {},
    )
  })
  if (!opened) throw new Error('no greeting')
  return {
    isOpen: () => isOpen,
    async close() {
      if (isOpen) await answerWithin(client.disconnect(), timeoutMs, () => {})
    },
  }
}
