import { AsyncLocalStorage } from 'node:async_hooks'
import type { OauthAudience } from '#contract/oauth.ts'

/**
 * The audience of tokens for the calls that run inside. The tools for assistants call the API with
 * the token of their own audience; no request from outside can set it.
 */
export const tokenAudience = new AsyncLocalStorage<OauthAudience>()

/** Returns the audience that a token needs now: that of the API by default. */
export const currentAudience = (): OauthAudience => tokenAudience.getStore() ?? 'api'
