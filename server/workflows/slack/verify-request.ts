import { isSlackSignatureValid } from '#server/adapters/chat/slack-signature.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { decryptCredentials } from '#server/modules/chat-messages/credentials.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findConnectionOfTeam,
  findConnectionOfWorkspace,
} from '#server/workflows/chat/find-connection.ts'
import {
  parseRequest,
  readBody,
  type SlackRequest,
  type SlackRequestKind,
  teamOf,
} from './payloads.ts'

/** A request as it arrived. `workspaceId` null: at the address of the operator's app. */
export type RawSlackRequest = {
  kind: SlackRequestKind
  workspaceId: string | null
  rawBody: Buffer
  timestamp: string | undefined
  signature: string | undefined
  at: Date
}
/** A request that Slack signed. `connection` null: the check of the operator's address. */
export type VerifiedRequest = { request: SlackRequest; connection: ChatConnectionRow | null }

function parse(raw: RawSlackRequest): SlackRequest {
  try {
    return parseRequest(raw.kind, readBody(raw.kind, raw.rawBody))
  } catch {
    return throwRefusal('malformed')
  }
}

/**
 * Checks the signature before anything of the body is used. The Slack workspace of the body must be
 * that of the connection. Throws `unauthorized` alike for every mismatch.
 */
export async function verifyRequest(
  services: Services,
  raw: RawSlackRequest,
): Promise<VerifiedRequest> {
  const isSignedWith = (signingSecret: string | undefined) =>
    isSlackSignatureValid({ ...raw, signingSecret: signingSecret ?? '' })
  if (raw.workspaceId === null) {
    if (!isSignedWith(services.config.slack.app?.signingSecret)) throwRefusal('unauthorized')
    const request = parse(raw)
    const team = teamOf(request)
    if (team === null) return { request, connection: null }
    const connection = await findConnectionOfTeam(services, 'slack', team)
    return { request, connection: connection ?? throwRefusal('unauthorized') }
  }
  const connection = await findConnectionOfWorkspace(services, 'slack', raw.workspaceId)
  // Requests of the operator's app have an address of their own.
  if (!connection || connection.operator_app) return throwRefusal('unauthorized')
  if (!isSignedWith(decryptCredentials(services, connection).signing_secret))
    throwRefusal('unauthorized')
  const request = parse(raw)
  const team = teamOf(request)
  // During the set-up the Slack workspace is not known yet.
  const isOwnTeam =
    team === null || connection.external_id === team || connection.external_id === ''
  return isOwnTeam ? { request, connection } : throwRefusal('unauthorized')
}
