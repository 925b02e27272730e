import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { RefusalText, ThanksContext } from '#server/workflows/chat/thanks.ts'
import {
  type AdaptiveCard,
  adaptiveCard,
  cardText,
} from '#server/modules/chat-messages/teams-messages.ts'
import { bcp47Tag, translatePlural } from '#server/platform/i18n/messages.ts'
import { teamsText } from './request.ts'
import { guessedValue, type ThankInput, toButtonData } from './thank-input.ts'

/** A text beside a field of the form, or above the form. */
export type FieldError = {
  field: 'people' | 'points' | 'value' | 'text' | 'private' | undefined
  text: string
}
const fieldByInput: Record<string, FieldError['field']> = {
  to_id: 'people',
  score: 'points',
  value_id: 'value',
  description: 'text',
  private: 'private',
}
/** Refusals that name no input. */
const fieldByCode: Record<string, FieldError['field']> = {
  user_not_found: 'people',
  self_recognition: 'people',
  no_points: 'points',
  over_limit: 'points',
}
/** Returns the field of the form that a refusal of `posts.create` belongs to. */
export const toFormField = ({ code, field }: RefusalText): FieldError['field'] =>
  fieldByInput[field?.split('.')[0] ?? ''] ?? fieldByCode[code]

/** Returns text of people for a place of a card that has no inlines: braces would start a date. */
export const plainCardText = (text: string): string => text.replaceAll('{{', '{\u2060{')

/** Further names are replaced by their number. */
const listedNamesMax = 8
const nameCharsMax = 120

/** Returns names as one text of bounded length. */
export function listNames(language: Language, names: string[]): string {
  const shown = names
    .slice(0, listedNamesMax)
    .map((name) => name.slice(0, nameCharsMax).toWellFormed())
  const more = names.length - shown.length
  return new Intl.ListFormat(bcp47Tag(language), { type: 'conjunction' }).format([
    ...shown,
    ...(more > 0 ? [translatePlural(language, 'chat', 'more', more)] : []),
  ])
}

/** Invitations of people who are not in Laurel: how many may get one, and what happened. */
export type Invitation = { offered: number; done?: string; errors?: string[] }
const noInvitation: Invitation = { offered: 0 }

const describeInvitation = ({ done, errors = [] }: Invitation) => [
  ...(done === undefined ? [] : [cardText(done, { color: 'Good' })]),
  ...errors.map((text) => errorText(text)),
]
const inviteAction = (language: Language, { offered }: Invitation, data: object) =>
  offered
    ? [submitAction(translatePlural(language, 'chat', 'strangers.invite', offered), data)]
    : []

const errorText = (text: string) => cardText(text, { color: 'Attention' })
/** Dialogs send Action.Submit to the message extension. Action.Execute belongs to cards of messages. */
const submitAction = (title: string, data: object, style?: 'positive') => ({
  type: 'Action.Submit',
  title,
  data,
  ...(style ? { style } : {}),
})

function describePointsLabel(
  language: Language,
  { score_remaining: left }: ThanksContext['allowance'],
) {
  return left === null
    ? teamsText(language, 'form.points')
    : teamsText(language, 'form.points_left', {
        points: translatePlural(language, 'chat', 'points', left),
      })
}

function buildPointsInput(language: Language, input: ThankInput, context: ThanksContext) {
  const { score_remaining: left, limit_per_post: perPost } = context.allowance
  const max = Math.min(left ?? limits.score_max, perPost ?? limits.score_max, limits.score_max)
  return {
    type: 'Input.Number',
    id: 'points',
    label: describePointsLabel(language, context.allowance),
    isRequired: true,
    errorMessage: teamsText(language, 'form.points_missing'),
    min: 1,
    ...(max >= 1 ? { max } : {}),
    ...(input.points !== null && Number.isFinite(input.points) ? { value: input.points } : {}),
  }
}

const buildPeopleInput = (language: Language, input: ThankInput) => ({
  type: 'Input.ChoiceSet',
  id: 'people',
  label: teamsText(language, 'form.people'),
  isRequired: true,
  errorMessage: teamsText(language, 'form.people_missing'),
  isMultiSelect: true,
  choices: [],
  'choices.data': { type: 'Data.Query', dataset: 'graph.microsoft.com/users' },
  value: input.people.join(','),
})

const buildValueInput = (language: Language, input: ThankInput, { values }: ThanksContext) => ({
  type: 'Input.ChoiceSet',
  id: 'value',
  label: teamsText(language, 'form.value'),
  style: 'compact',
  choices: [
    { title: teamsText(language, 'form.value_guess'), value: guessedValue },
    ...values.map(({ id, emoji, name }) => ({
      title: plainCardText(`${emoji} ${name}`),
      value: id,
    })),
  ],
  value: values.some(({ id }) => id === input.value) ? input.value : guessedValue,
})

/** Returns the form of the dialog. Inputs are kept, and errors stand beside their fields. */
export function buildThankForm(
  language: Language,
  input: ThankInput,
  context: ThanksContext,
  {
    errors = [],
    sendsAtOnce,
    link,
    invitation = noInvitation,
  }: {
    errors?: FieldError[]
    sendsAtOnce: boolean
    link: string
    invitation?: Invitation | undefined
  },
): AdaptiveCard {
  const beside = (field: FieldError['field']) =>
    errors.filter((error) => error.field === field).map(({ text }) => errorText(text))
  const maxLength = limits.message_chars_max - (link ? link.length + 1 : 0)
  return adaptiveCard(
    '1.5',
    [
      ...beside(undefined),
      buildPeopleInput(language, input),
      ...beside('people'),
      ...describeInvitation(invitation),
      buildPointsInput(language, input, context),
      ...beside('points'),
      {
        type: 'Input.Text',
        id: 'text',
        label: teamsText(language, 'form.text'),
        isRequired: true,
        errorMessage: teamsText(language, 'form.text_missing'),
        isMultiline: true,
        maxLength,
        value: plainCardText(input.text.slice(0, maxLength)),
      },
      ...beside('text'),
      ...(link ? [cardText(teamsText(language, 'form.link'), { isSubtle: true })] : []),
      buildValueInput(language, input, context),
      ...beside('value'),
      {
        type: 'Input.Toggle',
        id: 'private',
        title: teamsText(language, 'form.private'),
        value: String(input.private),
        valueOn: 'true',
        valueOff: 'false',
      },
      ...beside('private'),
    ],
    [
      submitAction(teamsText(language, sendsAtOnce ? 'form.send' : 'form.preview'), {
        step: 'preview',
        draft: input.draft,
      }),
      ...inviteAction(language, invitation, { step: 'invite', draft: input.draft }),
    ],
  )
}

/**
 * Returns the preview with Send, Edit, Cancel and Invite. The data of Send holds all that it sends;
 * the others leave out what they do not read, because Teams limits the size of a card.
 */
export function buildThankPreview(
  language: Language,
  input: ThankInput,
  context: ThanksContext,
  { strangers, text, invitation }: { strangers: string[]; text: string; invitation: Invitation },
): AdaptiveCard {
  const { people, value, score } = context
  // Edit and Invite look for the people again.
  const found = { ...input, to: [] }
  const each = `+${translatePlural(language, 'chat', 'points', score)}`
  const points = people.length > 1 ? teamsText(language, 'preview.each', { points: each }) : each
  return adaptiveCard(
    '1.5',
    [
      cardText(
        teamsText(language, 'preview.to', {
          people: listNames(
            language,
            people.map(({ name }) => name),
          ),
        }),
        { weight: 'Bolder' },
      ),
      cardText(text),
      cardText(value ? `${points} · ${value.emoji} ${value.name}` : points, { isSubtle: true }),
      ...(input.private ? [cardText(teamsText(language, 'preview.private'))] : []),
      ...(strangers.length
        ? [
            cardText(
              teamsText(language, 'preview.strangers', { people: listNames(language, strangers) }),
              { color: 'Warning' },
            ),
          ]
        : []),
      ...describeInvitation(invitation),
    ],
    [
      submitAction(teamsText(language, 'form.send'), toButtonData(input, 'send'), 'positive'),
      submitAction(teamsText(language, 'preview.edit'), toButtonData(found, 'edit')),
      submitAction(teamsText(language, 'preview.cancel'), { step: 'cancel', draft: input.draft }),
      ...inviteAction(language, invitation, toButtonData(found, 'invite')),
    ],
  )
}
