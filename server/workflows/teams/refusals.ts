import type { Language } from '#contract/schemas/common.ts'
import type { ChatNotice } from '#server/modules/chat-messages/slack-messages.ts'
import type { Identity } from '#server/workflows/chat/identify.ts'
import { describeRefusal, type RefusalText } from '#server/workflows/chat/thanks.ts'
import { toRefusal } from '#server/platform/errors.ts'
import { DeadlinePassed } from './deadline.ts'
import { type TeamsRequest, teamsText } from './request.ts'

/** Returns the notice for a person without a user here. Only they may see it: it may hold a link. */
export function describeStranger(
  language: Language,
  identity: Exclude<Identity, { kind: 'actor' }>,
): ChatNotice {
  switch (identity.kind) {
    case 'link':
      return {
        text: teamsText(language, 'identity.link'),
        link: { url: identity.url, label: teamsText(language, 'identity.link_button') },
      }
    case 'refused':
      return { text: teamsText(language, `identity.refused_${identity.reason}`) }
    case 'unavailable':
      return { text: teamsText(language, 'identity.unavailable') }
  }
}

/** Returns the texts of an error for the person, and logs a fault. */
export function describeError(
  { services: { log }, connection }: Pick<TeamsRequest, 'services' | 'connection'>,
  error: unknown,
  language: Language,
): RefusalText[] {
  if (error instanceof DeadlinePassed)
    return [{ code: 'late', field: undefined, text: teamsText(language, 'late') }]
  const refusal = toRefusal(error)
  if (!refusal) log.error({ err: error, workspace: connection.workspace_id }, 'teams fault')
  if (refusal?.status === 503)
    return [{ code: 'unavailable', field: undefined, text: teamsText(language, 'unavailable') }]
  return describeRefusal(error, language).map((one) =>
    one.code === 'idempotency_mismatch'
      ? { ...one, text: teamsText(language, 'thanks.sent_before') }
      : one,
  )
}

/** Returns the texts of an error as one. */
export const describeErrorAsText = (
  request: Pick<TeamsRequest, 'services' | 'connection'>,
  error: unknown,
  language: Language,
): string =>
  describeError(request, error, language)
    .map(({ text }) => text)
    .join('\n')
