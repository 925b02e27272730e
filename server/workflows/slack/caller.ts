import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import type { Language } from '#contract/schemas/common.ts'
import { loadSlackToken } from '#server/modules/chat-messages/slack-token.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { negotiateLanguage, translate, translateError } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { type ChatPerson, identify } from '#server/workflows/chat/identify.ts'
import type { ChatLinkRow } from '#server/modules/chat-links/queries.ts'
import { buildReply, type SlackReply } from './outcome.ts'

type LoadedPerson = ChatPerson & { locale: string | undefined }
type PersonLoader = (externalUserId: string) => Promise<LoadedPerson | null>

/** Returns a function that asks Slack about a person; null when Slack does not answer. */
const createPersonLoader =
  (services: Services, connection: ChatConnectionRow): PersonLoader =>
  async (externalUserId) => {
    const token = await loadSlackToken(services, connection)
    const found = token === null ? null : await services.slack.findUser(token, externalUserId)
    if (!found?.ok) return null
    const { user } = found
    return {
      externalUserId: user.id,
      name: user.real_name || user.name,
      timezone: user.tz ?? '',
      confirmedEmail: user.is_email_confirmed ? user.email : null,
      isBot: user.is_bot,
      isDeleted: user.deleted,
      isGuest: user.is_restricted || user.is_ultra_restricted,
      isForeign: user.team_id !== connection.external_id || user.is_stranger,
      locale: user.locale ?? undefined,
    }
  }

/** A person with a user here. `sourceKey` names the request in idempotency keys and drafts. */
export type SlackCaller = {
  connection: ChatConnectionRow
  actor: Actor
  link: ChatLinkRow
  externalUserId: string
  loadPerson: PersonLoader
  at: Date
}
/** The person behind a request, or what they read instead: a team that is not paid for has no app. */
export type CallerResult = { caller: SlackCaller } | { reply: SlackReply }

/**
 * Returns the user behind a request, or the text for a person without one. `fallback` is the language
 * for a person whom Slack does not describe.
 */
export async function identifyCaller(
  services: Services,
  connection: ChatConnectionRow,
  externalUserId: string,
  fallback: Language,
): Promise<CallerResult> {
  const at = services.clock.now()
  const loadPerson = createPersonLoader(services, connection)
  let language = fallback
  const identity = await identify(services, {
    connection,
    externalUserId,
    at,
    loadPerson: async () => {
      const person = await loadPerson(externalUserId)
      language = negotiateLanguage(person?.locale, fallback)
      return person
    },
  })
  switch (identity.kind) {
    case 'actor': {
      const { actor, link } = identity
      if (!actor.billing_active)
        return { reply: buildReply(translateError(actor.language, 'billing_inactive', {})) }
      return { caller: { connection, actor, link, externalUserId, loadPerson, at } }
    }
    case 'link':
      return {
        reply: buildReply(translate(language, 'slack', 'identity.link'), {
          url: identity.url,
          label: translate(language, 'slack', 'identity.link_button'),
        }),
      }
    case 'refused':
      return {
        reply: buildReply(translate(language, 'slack', `identity.refused_${identity.reason}`)),
      }
    case 'unavailable':
      return { reply: buildReply(translate(language, 'slack', 'identity.unavailable')) }
  }
}
