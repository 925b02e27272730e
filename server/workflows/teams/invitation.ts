import { translate } from '#server/platform/i18n/messages.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { ChatDraft } from '#server/workflows/chat/drafts.ts'
import { inviteStrangers } from '#server/workflows/chat/invite-strangers.ts'
import type { FoundRecipients } from '#server/workflows/chat/recipients.ts'
import { describeError } from './refusals.ts'
import type { TeamsRequest } from './request.ts'
import { type Invitation, listNames } from './thank-cards.ts'

type Invitable = {
  request: TeamsRequest
  actor: Actor
  draft: ChatDraft
  strangers: FoundRecipients['strangers']
}

/** Returns how many strangers the person may invite: those whose address Teams confirmed. */
const countInvitable = ({ request, strangers }: Invitable): number =>
  request.connection.invite_strangers ? strangers.filter(({ email }) => email !== null).length : 0

/** Returns the offer to invite the strangers whom a dialog names. */
export const offerInvitation = (invitable: Invitable): Invitation => ({
  offered: countInvitable(invitable),
})

/**
 * Invites the strangers whom a dialog names, and offers it no more. The setting may have changed
 * since the button was shown. A refusal is a text; throws when the answer is late or the database is
 * away.
 */
export async function acceptInvitation(invitable: Invitable): Promise<Invitation> {
  const { request, actor, draft, strangers } = invitable
  const { services, deadline, at } = request
  const offered = countInvitable(invitable)
  if (!offered) return { offered }
  try {
    deadline.assertOpen()
    const content = { ...draft.content, strangers }
    const names = await inviteStrangers(services, actor, { ...draft, content }, at)
    const done = names.length
      ? translate(actor.language, 'chat', 'strangers.invited', {
          people: listNames(actor.language, names),
        })
      : translate(actor.language, 'chat', 'strangers.nobody_invited')
    return { offered: 0, done }
  } catch (error) {
    const found = describeError(request, error, actor.language)
    if (found.some(({ code }) => code === 'late' || code === 'unavailable')) throw error
    return { offered, errors: found.map(({ text }) => text) }
  }
}
