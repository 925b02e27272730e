import type { Language } from '#contract/schemas/common.ts'
import type { ChatPost, PostActions } from './describe-post.ts'
import type { ChatMessageRef } from './message-queries.ts'
import type { ChatNotice } from './slack-messages.ts'

/** What a message contains; each chat has its own form for it. */
export type ChatContent =
  | { notice: ChatNotice }
  | { language: Language; post: ChatPost; actions: PostActions }

/**
 * Why a call failed. `retry`: it may succeed later; `wait`: the chat limits our calls; `failed`: it
 * never accepts this message; `gone`: the message no longer exists; `channel`: the channel is closed
 * to the app; `revoked`: the app is.
 */
export type ChatFailure = {
  ok: false
  verdict: 'retry' | 'wait' | 'failed' | 'gone' | 'channel' | 'revoked'
  status: number | null
  /** The code of the chat. */
  error: string
  retry_after_s?: number | undefined
}
export type ChatSendResult = ({ ok: true } & ChatMessageRef) | ChatFailure

/** Sends messages to one chat. Calls never throw. */
export type ChatTransport = {
  /** Sends to a channel or a person. Returns where the message is. */
  send(channelId: string, content: ChatContent): Promise<ChatSendResult>
  update(message: ChatMessageRef, content: ChatContent): Promise<ChatSendResult>
  remove(message: ChatMessageRef): Promise<ChatSendResult>
}
