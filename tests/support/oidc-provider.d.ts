declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      prompt: { name: string; details: Record<string, unknown> }
      params: Record<string, unknown>
    }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: Record<string, unknown>,
    ): Promise<void>
    Grant: new (fields: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void
      addOIDCClaims(claims: string[]): void
      save(): Promise<string>
    }
  }
}
