import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { slackPlainText } from '#server/modules/chat-messages/slack-text.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { RefusalText, ThanksContext } from '#server/workflows/chat/thanks.ts'
import { describeAllowance } from './describe-thanks.ts'
import type { SlackInput, SlackSubmittedView } from './payloads.ts'
import { valueOption } from './preview.ts'

/** The forms, by the callback id of their view. */
export const formIds = { thanks: 'thanks', addPoints: 'add_points' } as const
/** The blocks of the forms. Each has one element with the action id `input`. */
export const fields = {
  people: 'people',
  kept: 'kept',
  points: 'points',
  value: 'value',
  text: 'text',
  private: 'private',
} as const
type FieldName = (typeof fields)[keyof typeof fields]
const element = 'input'

const titleCharsMax = 24
const hintCharsMax = 2_000
const labelCharsMax = 75
const optionCharsMax = 75

const metadataSchema = z.object({
  draft_id: z.string().optional(),
  response_url: z.string().optional(),
  post_id: z.string().optional(),
})
/** What a form remembers. Only Slack returns it, with its signature. */
export type FormMetadata = z.output<typeof metadataSchema>

export function readMetadata({ private_metadata: text }: SlackSubmittedView): FormMetadata {
  try {
    return metadataSchema.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

type ThanksFormInput = {
  actor: Actor
  context: ThanksContext
  text: string
  isPrivate: boolean
  /** A person of Slack who is chosen at first. */
  slackUserIds: string[]
  metadata: FormMetadata
}

/** Returns a field of a form. */
export const inputBlock = <T extends object>(
  blockId: FieldName,
  label: string,
  input: T,
  { hint, isOptional = false }: { hint?: string | null; isOptional?: boolean } = {},
) => ({
  type: 'input' as const,
  block_id: blockId,
  optional: isOptional,
  label: slackPlainText(label, labelCharsMax),
  element: { action_id: element, ...input },
  ...(hint ? { hint: slackPlainText(hint, hintCharsMax) } : {}),
})

export const pointsInput = (score: number) => ({
  type: 'number_input' as const,
  is_decimal_allowed: false,
  min_value: '1',
  max_value: String(limits.score_max),
  initial_value: String(score),
})

export const textInput = (text: string, max: number) => ({
  type: 'plain_text_input' as const,
  multiline: true,
  max_length: max,
  ...(text ? { initial_value: text.slice(0, max).toWellFormed() } : {}),
})

/** Returns a modal with a title, a button that sends, and its fields. */
export const buildModal = (
  callbackId: string,
  texts: { title: string; submit: string; close: string },
  metadata: FormMetadata,
  blocks: ModalView['blocks'],
): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  private_metadata: JSON.stringify(metadata),
  title: slackPlainText(texts.title, titleCharsMax),
  submit: slackPlainText(texts.submit, titleCharsMax),
  close: slackPlainText(texts.close, titleCharsMax),
  blocks,
})

/**
 * Returns the form of thanks. People of a draft are users here and stay as a list, because not all
 * of them are known by an id of Slack.
 */
export function buildThanksForm(input: ThanksFormInput): ModalView {
  const { actor, context, text, isPrivate, slackUserIds, metadata } = input
  const { values, value, people, score, allowance } = context
  const say = (key: string) => translate(actor.language, 'slack', `form.${key}`)
  const kept = people.map(({ id, name }) => ({
    text: slackPlainText(name || '—', optionCharsMax),
    value: id,
  }))
  const privateOption = {
    text: slackPlainText(say('private_option'), optionCharsMax),
    value: 'yes',
  }
  const selectPeople = {
    type: 'multi_users_select' as const,
    max_selected_items: limits.recipients_max,
    ...(slackUserIds.length ? { initial_users: slackUserIds } : {}),
  }
  const keptInput = { type: 'multi_static_select' as const, options: kept, initial_options: kept }
  const valueInput = {
    type: 'static_select' as const,
    options: values.map(valueOption),
    ...(value ? { initial_option: valueOption(value) } : {}),
  }
  const checkbox = {
    type: 'checkboxes' as const,
    options: [privateOption],
    ...(isPrivate ? { initial_options: [privateOption] } : {}),
  }
  return buildModal(
    formIds.thanks,
    { title: say('title'), submit: say('submit'), close: say('close') },
    metadata,
    [
      ...(kept.length
        ? [inputBlock(fields.kept, say('people'), keptInput, { isOptional: true })]
        : []),
      inputBlock(fields.people, say(kept.length ? 'more_people' : 'people'), selectPeople, {
        isOptional: kept.length > 0,
      }),
      inputBlock(fields.points, say('points'), pointsInput(score), {
        hint: describeAllowance(actor, allowance),
      }),
      ...(values.length
        ? [
            inputBlock(fields.value, say('value'), valueInput, {
              isOptional: true,
              hint: say('value_hint'),
            }),
          ]
        : []),
      inputBlock(fields.text, say('text'), textInput(text, limits.message_chars_max)),
      inputBlock(fields.private, say('private'), checkbox, { isOptional: true }),
    ],
  )
}

/** The input of a form. `score` NaN: no number. */
export function readForm(values: SlackInput) {
  const read = (name: FieldName) => values[name]?.[element]
  return {
    slackUserIds: [...new Set(read(fields.people)?.selected_users ?? [])],
    keptUserIds: (read(fields.kept)?.selected_options ?? []).map((option) => option.value),
    score: Number(read(fields.points)?.value ?? Number.NaN),
    valueId: read(fields.value)?.selected_option?.value ?? null,
    text: read(fields.text)?.value ?? '',
    isPrivate: (read(fields.private)?.selected_options ?? []).length > 0,
  }
}

const blockOfField: Record<string, FieldName> = {
  score: fields.points,
  value_id: fields.value,
  description: fields.text,
  text: fields.text,
}

/** Returns the texts of a refusal by the block that each belongs to, otherwise at `otherwise`. */
export function toFormErrors(
  refusals: RefusalText[],
  values: SlackInput,
  otherwise: FieldName,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { code, field, text } of refusals) {
    const isAllowance = code === 'no_points' || code.startsWith('over_limit')
    const block = blockOfField[field ?? ''] ?? (isAllowance ? fields.points : otherwise)
    const shown = Object.hasOwn(values, block) ? block : otherwise
    errors[shown] = errors[shown] === undefined ? text : `${errors[shown]} ${text}`
  }
  return errors
}

/** Returns the first field of a submitted form, where errors of the whole form appear. */
export const firstFieldOf = (values: SlackInput): string =>
  Object.values(fields).find((name) => Object.hasOwn(values, name)) ?? fields.people

/** Returns a modal that shows one text after a form. */
export const buildNoticeView = (
  title: string,
  close: string,
  notice: ModalView['blocks'],
): ModalView => ({
  type: 'modal',
  title: slackPlainText(title, titleCharsMax),
  close: slackPlainText(close, titleCharsMax),
  blocks: notice,
})
