import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import { approveButton, postButtons } from '#server/modules/chat-messages/slack-messages.ts'
import {
  type AdaptiveCard,
  adaptiveCard,
  buildTeamsPost,
  cardText,
} from '#server/modules/chat-messages/teams-messages.ts'
import { describePost } from '#server/modules/chat-messages/describe-post.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translatePlural } from '#server/platform/i18n/messages.ts'
import { pressApprove } from '#server/workflows/chat/awards.ts'
import { addPoints, likePost } from '#server/workflows/chat/thanks.ts'
import { pressedText, refreshedCard, type TeamsAnswer } from './answers.ts'
import { loadPublicPost, toChatPost } from './chat-post.ts'
import { plainCardText } from './thank-cards.ts'
import { identifySender } from './person.ts'
import { describeError, describeErrorAsText, describeStranger } from './refusals.ts'
import { sendToPerson } from './reply.ts'
import { createKey, requestKey, type TeamsRequest, teamsText } from './request.ts'

const submitVerb = 'add_points_submit'
const showVerb = 'show_post'
const textCharsMax = 10_000

const pressSchema = z.object({
  action: z.object({
    verb: z.string().max(100),
    data: z
      .object({
        post_id: z.string().max(100).catch(''),
        gift_id: z.string().max(100).catch(''),
        step: z.number().catch(0),
        /** The key of the opened form: submitted twice, it adds points once. */
        form: z.string().max(100).catch(''),
        points: z
          .union([z.number(), z.string().max(20)])
          .catch('')
          .transform((given) => (given === '' ? 0 : Number(given))),
        text: z
          .string()
          .max(textCharsMax)
          .catch('')
          .transform((text) => text.replaceAll('{\u2060{', '{{')),
      })
      .refine(({ post_id: post, gift_id: gift }) => post !== '' || gift !== ''),
  }),
  trigger: z.string().max(100).nullish(),
})
type Press = z.output<typeof pressSchema>['action']

type Pressed = { request: TeamsRequest; actor: Actor; press: Press }

/** Returns the current card of a post, with a text above it. */
async function buildCurrentPost({ request, actor, press }: Pressed, note?: string) {
  const { services } = request
  const post = await loadPublicPost(services, actor, press.data.post_id)
  const card = buildTeamsPost(actor.language, toChatPost(post, services.config.publicUrl), {
    added: post.added_score,
    addOns: post.abilities.add_on,
  })
  return note
    ? { ...card, body: [cardText(note, { color: 'Good', weight: 'Bolder' }), ...card.body] }
    : card
}

const execute = (title: string, verb: string, data: object) => ({
  type: 'Action.Execute',
  title,
  verb,
  data,
})

/** Returns the form for points that a colleague adds. */
function buildPointsForm(
  language: Language,
  sentence: string,
  { post_id, form, points, text }: Press['data'],
  errors: string[],
): AdaptiveCard {
  return adaptiveCard(
    '1.5',
    [
      cardText(sentence, { weight: 'Bolder' }),
      ...errors.map((error) => cardText(error, { color: 'Attention' })),
      {
        type: 'Input.Number',
        id: 'points',
        label: teamsText(language, 'form.points'),
        isRequired: true,
        errorMessage: teamsText(language, 'form.points_missing'),
        min: 1,
        max: limits.score_max,
        ...(Number.isFinite(points) && points > 0 ? { value: points } : {}),
      },
      {
        type: 'Input.Text',
        id: 'text',
        label: teamsText(language, 'form.text'),
        isRequired: true,
        errorMessage: teamsText(language, 'form.text_missing'),
        isMultiline: true,
        maxLength: limits.message_chars_max,
        value: plainCardText(text.slice(0, limits.message_chars_max)),
      },
    ],
    [
      execute(teamsText(language, 'add.submit'), submitVerb, { post_id, form }),
      execute(teamsText(language, 'preview.cancel'), showVerb, { post_id }),
    ],
  )
}

async function showPointsForm(
  { request, actor, press }: Pressed,
  errors: string[] = [],
): Promise<TeamsAnswer> {
  const { services } = request
  const post = await loadPublicPost(services, actor, press.data.post_id)
  const { sentence } = describePost(actor.language, toChatPost(post, services.config.publicUrl), {
    escape: (name) => name,
  })
  const form = press.data.form || requestKey(request)
  return refreshedCard(buildPointsForm(actor.language, sentence, { ...press.data, form }, errors))
}

async function submitPoints(pressed: Pressed): Promise<TeamsAnswer> {
  const { request, actor, press } = pressed
  const { services, deadline, at } = request
  const { post_id: postId, form, points, text } = press.data
  await loadPublicPost(services, actor, postId)
  try {
    deadline.assertOpen()
    const key = createKey(actor.workspace_id, 'add', form || requestKey(request))
    await addPoints(services, actor, postId, { score: points, text }, key, at)
  } catch (error) {
    const found = describeError(request, error, actor.language)
    if (found.some(({ code }) => code === 'late' || code === 'unavailable')) throw error
    return showPointsForm(
      pressed,
      found.map((one) => one.text),
    )
  }
  const added = teamsText(actor.language, 'add.done', {
    points: translatePlural(actor.language, 'chat', 'points', points),
  })
  return refreshedCard(await buildCurrentPost(pressed, added))
}

async function like({ request, actor, press }: Pressed): Promise<TeamsAnswer> {
  const { services, deadline, at } = request
  const post = await loadPublicPost(services, actor, press.data.post_id)
  deadline.assertOpen()
  await likePost(services, actor, post.id, at)
  return pressedText(teamsText(actor.language, 'like.done'))
}

async function approve({ request, actor, press }: Pressed): Promise<TeamsAnswer> {
  const { services, deadline, at } = request
  const { gift_id: giftId, step } = press.data
  deadline.assertOpen()
  return pressedText(await pressApprove(services, actor, { giftId, step }, at))
}

async function runVerb(pressed: Pressed): Promise<TeamsAnswer> {
  switch (pressed.press.verb) {
    case postButtons.addPoints:
      return showPointsForm({ ...pressed, press: withoutForm(pressed.press) })
    case submitVerb:
      return submitPoints(pressed)
    case postButtons.like:
      return like(pressed)
    case approveButton:
      return approve(pressed)
    case showVerb:
      return refreshedCard(await buildCurrentPost(pressed))
    default:
      return pressedText(teamsText(pressed.actor.language, 'unknown_button'))
  }
}
/** A form that is opened again is another one. */
const withoutForm = (press: Press): Press => ({ ...press, data: { ...press.data, form: '' } })

/** Answers a button of a card as the person who pressed it. Only they see the answer. */
export async function answerCardAction(request: TeamsRequest): Promise<TeamsAnswer> {
  const { activity, language } = request
  const parsed = pressSchema.safeParse(activity.value)
  // A card that refreshes itself must do nothing in the name of its reader.
  if (!parsed.success || parsed.data.trigger === 'automatic')
    return pressedText(teamsText(language, 'unknown_button'))
  const identity = await identifySender(request)
  if (identity.kind === 'link') {
    const wasSent = await sendToPerson(request, describeStranger(language, identity))
    return pressedText(teamsText(language, wasSent ? 'identity.link_sent' : 'identity.link_chat'))
  }
  if (identity.kind !== 'actor') return pressedText(describeStranger(language, identity).text)
  const { actor } = identity
  try {
    return await runVerb({ request, actor, press: parsed.data.action })
  } catch (error) {
    return pressedText(describeErrorAsText(request, error, actor.language))
  }
}
