import type { Language } from '#contract/schemas/common.ts'
import type { TeamsConnection } from '#server/adapters/chat/teams-client.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { toTeamsConnection } from '#server/modules/chat-messages/teams-transport.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { conversationIdOf, type TeamsActivity } from './activity.ts'
import type { Deadline } from './deadline.ts'

/** A verified request of Teams. */
export type TeamsRequest = {
  services: Services
  connection: ChatConnectionRow
  activity: TeamsActivity
  /** The language of the person's Teams. */
  language: Language
  deadline: Deadline
  at: Date
}

/** Returns a text of web/locales/<language>/teams.json. */
export const teamsText = (
  language: Language,
  path: string,
  params: Record<string, string | number> = {},
): string => translate(language, 'teams', path, params)

/** Returns the bot's registration with the address of the request's Connector. */
export const connectorOf = ({
  services,
  connection,
  activity,
}: Pick<TeamsRequest, 'services' | 'connection' | 'activity'>): TeamsConnection =>
  toTeamsConnection(services, connection, activity.serviceUrl)

/**
 * Returns a key of the given parts, which never meet those of other chats. Ids of Teams are longer
 * than a key may be.
 */
export const createKey = (...parts: string[]): string => `teams:${sha256Hex(JSON.stringify(parts))}`

/** Returns the key of a request: the client repeats an activity with the same id. */
export const requestKey = ({ connection, activity }: TeamsRequest): string =>
  createKey(connection.workspace_id, conversationIdOf(activity), activity.id)
