import { z } from 'zod'

/** The kinds of requests of Slack, by the last part of their address. */
export const slackRequestKinds = ['commands', 'interactions', 'events'] as const
export type SlackRequestKind = (typeof slackRequestKinds)[number]

const userId = z.string().regex(/^[UW][A-Z0-9]{1,30}$/)
const teamId = z.string().regex(/^[TE][A-Z0-9]{1,30}$/)
const requestId = z.string().min(1).max(300)
const responseUrl = z.string().max(2_000)

const slackCommand = z.object({
  team_id: teamId,
  user_id: userId,
  channel_id: z.string().max(40).default(''),
  text: z.string().default(''),
  trigger_id: requestId,
  response_url: responseUrl,
})
export type SlackCommand = z.output<typeof slackCommand>

const option = z.object({ value: z.string() })
/** The input of a form or of a message, by block and action. */
const inputState = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        value: z.string().nullish(),
        selected_option: option.nullish(),
        selected_options: z.array(option).nullish(),
        selected_users: z.array(userId).nullish(),
      }),
    ),
  )
  .default({})
export type SlackInput = z.output<typeof inputState>
const sender = {
  team: z.object({ id: teamId, domain: z.string().default('') }),
  user: z.object({ id: userId }),
}
const view = z.object({
  id: requestId,
  callback_id: z.string().default(''),
  private_metadata: z.string().default(''),
  state: z.object({ values: inputState }).default({ values: {} }),
})
export type SlackSubmittedView = z.output<typeof view>

const slackInteraction = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('block_actions'),
    ...sender,
    trigger_id: requestId,
    response_url: responseUrl.optional(),
    actions: z
      .array(z.object({ action_id: z.string(), value: z.string().nullish() }))
      .min(1)
      .max(25),
    state: z.object({ values: inputState }).nullish(),
  }),
  z.object({ type: z.literal('view_submission'), ...sender, view }),
  z.object({
    type: z.literal('shortcut'),
    ...sender,
    trigger_id: requestId,
    callback_id: z.string(),
  }),
  z.object({
    type: z.literal('message_action'),
    ...sender,
    trigger_id: requestId,
    callback_id: z.string(),
    response_url: responseUrl.optional(),
    channel: z.object({ id: z.string().max(40) }),
    message: z.object({
      ts: z.string().max(40),
      thread_ts: z.string().max(40).optional(),
      user: z.string().optional(),
    }),
  }),
])
export type SlackInteraction = z.output<typeof slackInteraction>
export type SlackInteractionOf<T extends SlackInteraction['type']> = Extract<
  SlackInteraction,
  { type: T }
>

const slackEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string().max(1_000) }),
  z.object({
    type: z.literal('event_callback'),
    team_id: teamId,
    event_time: z.number(),
    event: z.object({
      type: z.string(),
      user: z.string().optional(),
      tab: z.string().optional(),
      tokens: z.object({ bot: z.array(z.string()).nullish() }).optional(),
    }),
  }),
])
export type SlackEvent = z.output<typeof slackEvent>

/** A parsed request. `kind` is the part of the address where it arrived. */
export type SlackRequest =
  | { kind: 'commands'; payload: SlackCommand }
  | { kind: 'interactions'; payload: SlackInteraction }
  | { kind: 'events'; payload: SlackEvent }

/** Returns the fields of a request before any check. Throws for an unreadable body. */
export function readBody(kind: SlackRequestKind, raw: Buffer): unknown {
  const text = raw.toString('utf8')
  if (kind === 'events') return JSON.parse(text)
  const form = new URLSearchParams(text)
  return kind === 'commands' ? Object.fromEntries(form) : JSON.parse(form.get('payload') ?? '')
}

/** Parses the fields of a request. Throws for another form. */
export function parseRequest(kind: SlackRequestKind, body: unknown): SlackRequest {
  switch (kind) {
    case 'commands':
      return { kind, payload: slackCommand.parse(body) }
    case 'interactions':
      return { kind, payload: slackInteraction.parse(body) }
    case 'events':
      return { kind, payload: slackEvent.parse(body) }
  }
}

/** Returns the Slack workspace of a request; null for the check of an address. */
export function teamOf({ kind, payload }: SlackRequest): string | null {
  if (kind === 'interactions') return payload.team.id
  return 'team_id' in payload ? payload.team_id : null
}
