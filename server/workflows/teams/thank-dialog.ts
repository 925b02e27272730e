import type { CreatedPost } from '#contract/schemas/posts.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { buildTeamsNotice } from '#server/modules/chat-messages/teams-messages.ts'
import type { ChatLinkRow } from '#server/modules/chat-links/queries.ts'
import { type ChatDraft, createDraft, loadDraft } from '#server/workflows/chat/drafts.ts'
import { findRecipients } from '#server/workflows/chat/recipients.ts'
import {
  loadThanksContext,
  parseThanksInput,
  sendThanks,
  type ThanksContext,
} from '#server/workflows/chat/thanks.ts'
import { accepted, dialogCard, dialogText, type TeamsAnswer } from './answers.ts'
import { acceptInvitation, offerInvitation } from './invitation.ts'
import { loadNamedPeople } from './person.ts'
import { describeError } from './refusals.ts'
import { createKey, requestKey, type TeamsRequest, teamsText } from './request.ts'
import { showInConversation } from './show-in-conversation.ts'
import {
  buildThankForm,
  buildThankPreview,
  type FieldError,
  type Invitation,
  listNames,
  toFormField,
} from './thank-cards.ts'
import { guessedValue, parseThankInput, type ThankCommand, type ThankInput } from './thank-input.ts'

/** The dialog of a person: their request, and the draft that makes its thanks unique. */
type Dialog = {
  request: TeamsRequest
  actor: Actor
  link: ChatLinkRow
  command: ThankCommand
  draft: ChatDraft
}
const dialogTitle = ({ language }: Actor) => teamsText(language, 'form.title')

/** Returns the text with the link to the message for which the dialog was opened. */
const withLink = (text: string, link: string) =>
  text.trim() && link ? `${text.trim()}\n${link}` : text

const chosenValue = ({ value }: ThankInput) => (value === guessedValue ? null : value)

function loadContext({ request, actor, draft }: Dialog, input: ThankInput): Promise<ThanksContext> {
  const { services, at } = request
  return loadThanksContext(
    services,
    actor,
    {
      recipient_ids: input.to,
      score: input.points,
      value_id: chosenValue(input),
      text: withLink(input.text, draft.content.text),
    },
    at,
  )
}

async function showForm(
  dialog: Dialog,
  input: ThankInput,
  errors: FieldError[] = [],
  invitation?: Invitation,
): Promise<TeamsAnswer> {
  const { actor, link, draft } = dialog
  const context = await loadContext(dialog, input)
  const card = buildThankForm(actor.language, input, context, {
    errors,
    sendsAtOnce: link.send_at_once,
    link: draft.content.text,
    invitation,
  })
  return dialogCard(dialogTitle(actor), card)
}

/** Opens the dialog. The draft remembers the link to the message. */
export async function openThankDialog(
  request: TeamsRequest,
  { actor, link }: { actor: Actor; link: ChatLinkRow },
  command: ThankCommand,
): Promise<TeamsAnswer> {
  const { services, at } = request
  const draft = await createDraft(
    services,
    actor,
    'teams',
    createKey(requestKey(request), actor.user_id),
    {
      recipient_ids: [],
      strangers: [],
      score: null,
      value_id: null,
      text: command.link ?? '',
      private: false,
      channel: null,
    },
    at,
  )
  const dialog = { request, actor, link, command, draft }
  const { authorId } = command
  const isOwnMessage = authorId === request.activity.from.aadObjectId
  const empty: ThankInput = {
    step: 'edit',
    draft: draft.id,
    people: authorId === null || isOwnMessage ? [] : [authorId],
    to: [],
    points: null,
    value: guessedValue,
    text: '',
    private: false,
  }
  const { score } = await loadContext(dialog, empty)
  return showForm(dialog, { ...empty, points: score })
}

/** Returns the thanks of a dialog, with the value that the preview shows. */
const toThanks = ({ draft }: Dialog, input: ThankInput) => ({
  recipientIds: input.to,
  valueId: chosenValue(input),
  score: input.points ?? 0,
  text: withLink(input.text, draft.content.text),
  isPrivate: input.private,
})

/** Runs a step of the dialog. A refusal shows the form again, with the texts beside its fields. */
async function orForm(
  dialog: Dialog,
  input: ThankInput,
  step: () => Promise<TeamsAnswer>,
): Promise<TeamsAnswer> {
  try {
    return await step()
  } catch (error) {
    const { request, actor } = dialog
    const found = describeError(request, error, actor.language)
    if (found.some(({ code }) => code === 'late' || code === 'unavailable')) throw error
    const errors = found.map((one) => ({ field: toFormField(one), text: one.text }))
    return showForm(dialog, input, errors)
  }
}

const sentTexts = {
  private: 'thanks.sent_privately',
  hidden: 'thanks.sent',
  unknown: 'thanks.sent_once',
} as const

/** Shows sent thanks where the dialog was opened. Private thanks never leave Laurel. */
async function showThanks({ request, command }: Dialog, input: ThankInput, post: CreatedPost) {
  if (input.private) return 'private'
  return command.inConversation ? showInConversation(request, post) : 'hidden'
}

function send(dialog: Dialog, input: ThankInput): Promise<TeamsAnswer> {
  return orForm(dialog, input, async () => {
    const { request, actor, draft } = dialog
    const { services, deadline, at } = request
    deadline.assertOpen()
    const key = createKey(actor.workspace_id, 'thank', draft.id)
    const post = await sendThanks(services, actor, toThanks(dialog, input), key, at)
    const visibility = await showThanks(dialog, input, post)
    if (visibility === 'shown') return accepted
    const { language } = actor
    const card = buildTeamsNotice({
      text: teamsText(language, sentTexts[visibility]),
      link: {
        url: `${services.config.publicUrl}/posts/${post.id}`,
        label: teamsText(language, 'thanks.open'),
      },
    })
    return dialogCard(dialogTitle(actor), card)
  })
}

/** Returns the name of a person who has no user here. Teams does not always tell it. */
const strangerName = (actor: Actor, { name }: { name: string }, ids: string[]) =>
  name === '' || ids.includes(name) ? teamsText(actor.language, 'preview.someone') : name

/** Returns the people of the picker: users here, and strangers with a name for the person. */
async function findPeople({ request, actor }: Dialog, ids: string[]) {
  const { users, strangers } = await findRecipients(
    request.services,
    request.connection,
    ids,
    (unlinked) => loadNamedPeople(request, unlinked),
  )
  return {
    to: [...new Set(users.values())],
    strangers: strangers.map((one) => ({ ...one, name: strangerName(actor, one, ids) })),
  }
}

/** Shows a preview, and first invites the strangers if the person asks for it. */
function preview(dialog: Dialog, given: ThankInput): Promise<TeamsAnswer> {
  return orForm(dialog, given, async () => {
    const { request, actor, link, draft } = dialog
    const { language } = actor
    const { to, strangers } = await findPeople(dialog, given.people)
    const names = strangers.map(({ name }) => name)
    const invites = given.step === 'invite' ? acceptInvitation : offerInvitation
    if (!to.length) {
      const invitation = await invites({ request, actor, draft, strangers })
      const text = names.length
        ? teamsText(language, 'form.strangers', { people: listNames(language, names) })
        : teamsText(language, 'form.people_missing')
      return showForm(dialog, given, [{ field: 'people', text }], invitation)
    }
    const context = await loadContext(dialog, { ...given, to })
    const input = { ...given, to, value: context.value?.id ?? guessedValue }
    parseThanksInput(toThanks(dialog, input))
    const sendsAtOnce = link.send_at_once && given.step === 'preview'
    if (sendsAtOnce && !names.length) return send(dialog, input)
    const invitation = await invites({ request, actor, draft, strangers })
    const text = withLink(input.text, draft.content.text)
    const card = buildThankPreview(language, input, context, { strangers: names, text, invitation })
    return dialogCard(dialogTitle(actor), card)
  })
}

/** Answers a button of the dialog. */
export async function submitThankDialog(
  request: TeamsRequest,
  { actor, link }: { actor: Actor; link: ChatLinkRow },
  command: ThankCommand,
): Promise<TeamsAnswer> {
  const input = parseThankInput(command.data)
  if (input?.step === 'cancel') return accepted
  const draft = input && (await loadDraft(request.services, actor, input.draft, request.at))
  if (!draft) return dialogText(teamsText(actor.language, 'thanks.expired'))
  const dialog = { request, actor, link, command, draft }
  switch (input.step) {
    case 'edit':
      return showForm(dialog, { ...input, to: [] })
    case 'preview':
    case 'invite':
      return preview(dialog, input)
    case 'send':
      return send(dialog, input)
  }
}
