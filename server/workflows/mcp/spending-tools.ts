import { z } from 'zod'
import { guessValue } from '#contract/guess-value.ts'
import { limits } from '#contract/limits.ts'
import { postCreate } from '#contract/schemas/posts.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import {
  createPreviewToken,
  type PreviewAct,
  previewMs,
  readPreviewToken,
} from './preview-token.ts'

/** A refusal that the assistant reads: it says what to do next. */
export class ToolRefused extends Error {}

const previewInput = z.object({
  preview_token: z.string().max(20_000).describe('The token of the preview that the person saw.'),
})

/** Returns what a preview of this person and application does. Throws a ToolRefused. */
function readPreview<Act extends PreviewAct['act']>(
  { secrets, holder, at }: ToolContext,
  token: string,
  act: Act,
): { act: Extract<PreviewAct, { act: Act }>; key: string } {
  const preview = readPreviewToken(secrets, holder, token, at)
  if (preview?.act.act !== act)
    throw new ToolRefused('This preview is not valid any more. Make a new one and show it first.')
  return { key: preview.key, act: preview.act as Extract<PreviewAct, { act: Act }> }
}

const createToken = ({ secrets, holder, at }: ToolContext, act: PreviewAct): object => ({
  preview_token: createPreviewToken(secrets[0] ?? '', holder, act, at),
  expires_at: new Date(at.getTime() + previewMs).toISOString(),
  next: 'Show this to the person exactly as it is. Act only after they have agreed.',
})

const previewThanks = defineTool({
  name: 'preview_thanks',
  title: 'Preview thanks',
  description:
    'Prepares a post of thanks with points and moves nothing. Show the result to the person, then call send_thanks.',
  scope: 'posts:write',
  reads: ['posts:read', 'profile:read'],
  input: z.object({
    to: z.array(z.uuid()).min(1).max(limits.recipients_max).describe('Ids of find_people.'),
    text: z.string().min(limits.message_chars_min).max(limits.message_chars_max),
    points: z.number().int().min(1).max(limits.score_max).describe('For each person.'),
    value_id: z.uuid().optional().describe('Left out: the value that fits the text best.'),
    private: z.boolean().default(false),
  }),
  async run(context, { to, text, points, value_id: valueId, private: isPrivate }) {
    const { call, holder } = context
    const [values, allowance, ...profiles] = await Promise.all([
      call('values.list'),
      call('profiles.allowance'),
      ...[...new Set(to)].map((id) => call('profiles.get', { params: { id } })),
    ])
    const value = valueId
      ? values.find(({ id }) => id === valueId)
      : (guessValue(text, values)?.value ?? (values.length === 1 ? values[0] : undefined))
    if (!value) throw new ToolRefused('Choose a value of guess_value and pass its id.')
    if (profiles.some(({ id }) => id === holder.user_id))
      throw new ToolRefused('Nobody can thank themselves.')
    const total = points * profiles.length
    if (allowance.score_remaining !== null && total > allowance.score_remaining)
      throw new ToolRefused(
        `This needs ${total} points, and ${allowance.score_remaining} are left to give.`,
      )
    const body = parseInput(postCreate, {
      to_id: profiles.map(({ id }) => id),
      value_id: value.id,
      score: points,
      description: text,
      private: isPrivate,
    })
    return {
      to: profiles.map(({ name }) => name),
      text: body.description,
      value: value.name,
      points_each: points,
      points_total: total,
      points_left_after:
        allowance.score_remaining === null ? null : allowance.score_remaining - total,
      private: isPrivate,
      ...createToken(context, { act: 'send_thanks', body }),
    }
  },
})

const sendThanks = defineTool({
  name: 'send_thanks',
  title: 'Send thanks',
  description:
    'Sends the thanks of a preview. The same token again sends nothing more and returns the same post.',
  scope: 'posts:write',
  writes: true,
  input: previewInput,
  async run(context, { preview_token: token }) {
    const { act, key } = readPreview(context, token, 'send_thanks')
    const post = await context.call('posts.create', { body: act.body, key })
    return { post_id: post.id, to: post.to.map((person) => person.name), points_each: post.score }
  },
})

const previewRedeem = defineTool({
  name: 'preview_redeem',
  title: 'Preview a reward',
  description:
    'Shows what a reward costs and moves nothing. Show the result to the person, then call redeem.',
  scope: 'shop:write',
  reads: ['shop:read', 'profile:read'],
  input: z.object({ reward_id: z.uuid().describe('An id of list_shop.') }),
  async run(context, { reward_id: rewardId }) {
    const [rewards, { user }] = await Promise.all([
      context.call('shop.list'),
      context.call('config.get'),
    ])
    const reward = rewards.find(({ id }) => id === rewardId)
    if (!reward) throw new ToolRefused('The shop has no such reward.')
    if (reward.reward_type === 'team')
      throw new ToolRefused('Team rewards collect points of several people: use the shop.')
    if (reward.blocked) throw new ToolRefused(`This reward cannot be redeemed: ${reward.blocked}.`)
    if (reward.comment_required)
      throw new ToolRefused('This reward needs a comment of the person: use the shop.')
    return {
      title: reward.title,
      price: reward.price,
      balance: user.balance,
      balance_after: user.balance - reward.price,
      ...createToken(context, { act: 'redeem', reward_id: reward.id, price: reward.price }),
    }
  },
})

const redeem = defineTool({
  name: 'redeem',
  title: 'Redeem a reward',
  description:
    'Redeems the reward of a preview. The same token again redeems nothing more and returns the same purchase.',
  scope: 'shop:write',
  writes: true,
  input: previewInput,
  async run(context, { preview_token: token }) {
    const { act, key } = readPreview(context, token, 'redeem')
    const purchase = await context.call('shop.redeem', {
      params: { id: act.reward_id },
      body: { price: act.price },
      key,
    })
    return { purchase_id: purchase.id, title: purchase.title, status: purchase.status }
  },
})

export const spendingTools = [previewThanks, sendThanks, previewRedeem, redeem]
