/** Responses to the requests that web/early.js sent before this code was loaded. */
type EarlyResponses = { token: string | null; byUrl: Record<string, Promise<Response> | undefined> }

declare global {
  interface Window {
    earlyResponses?: EarlyResponses
  }
}

/** Returns the response to a GET request with this token, once; undefined if none was sent early. */
export function takeEarlyResponse(
  url: string,
  token: string | null,
): Promise<Response> | undefined {
  const early = window.earlyResponses
  if (early?.token !== token) return undefined
  const response = early.byUrl[url]
  delete early.byUrl[url]
  return response
}

/** Forgets responses that the first render did not take: later they would be out of date. */
export function discardEarlyResponses(): void {
  delete window.earlyResponses
}
