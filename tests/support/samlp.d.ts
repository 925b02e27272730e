/** The part of samlp that the tests use. The package has no types. */
declare module 'samlp' {
  type Callback<Value> = (error: Error | null, value?: Value) => void
  type Request = { method: 'GET'; query: Record<string, string> }
  type AuthnRequest = { id?: string; issuer?: string; assertionConsumerServiceURL?: string }
  const samlp: {
    /** Reads an AuthnRequest and verifies its signature by `signingCert`. */
    parseRequest(request: Request, options: object, callback: Callback<AuthnRequest>): void
    getSamlResponse(options: object, user: object, callback: Callback<string>): void
  }
  export default samlp
}
