import type { z } from 'zod'
import type { OauthScope } from '#contract/oauth.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { CallRoute } from './call-route.ts'
import type { PreviewHolder } from './preview-token.ts'

/** The request of an assistant: its person, its application, and how it calls the API. */
export type ToolContext = {
  call: CallRoute
  holder: PreviewHolder
  /** The person lets the application read private posts. */
  readsPrivate: boolean
  secrets: readonly string[]
  /** The language of refusals. */
  language: Actor['language']
  at: Date
  /** Logs a fault, which the assistant does not see. */
  logFault: (error: unknown) => void
}
export type Tool = {
  name: string
  title: string
  description: string
  scope: OauthScope
  /** Further scopes that its calls of the API require. */
  reads?: readonly OauthScope[]
  /** Changes something. Other tools are marked as read-only. */
  writes: boolean
  input: z.ZodObject
  run: (context: ToolContext, input: Record<string, unknown>) => Promise<object>
}

/** Returns a tool whose `run` gets its validated input. */
export const defineTool = <Input extends z.ZodObject>({
  writes = false,
  run,
  ...tool
}: Omit<Tool, 'input' | 'run' | 'writes'> & {
  writes?: boolean
  input: Input
  run: (context: ToolContext, input: z.infer<Input>) => Promise<object>
}): Tool => ({
  ...tool,
  writes,
  run: (context, input) => run(context, input as z.infer<Input>),
})
