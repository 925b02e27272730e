import { apiPrefix, idempotencyHeader, type Route } from '../contract/routes/route.ts'

/** The input of a request. A query field that is null or undefined is left out. */
export type RequestInput = {
  params?: Record<string, string>
  query?: unknown
  body?: unknown
  /** Sends the call as a multipart form with the fields of `body`. */
  file?: Blob | null
  /** The Idempotency-Key. */
  key?: string
  token?: string | null
  /** A language tag, for the messages of errors. */
  language?: string
}

/** Returns a multipart form. A field is empty for null, and JSON for an object. */
function buildFormData(body: object, file: Blob): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body as Record<string, string | object | null>))
    if (value !== undefined)
      form.set(key, value && typeof value === 'object' ? JSON.stringify(value) : (value ?? ''))
  form.set('file', file)
  return form
}

/** Returns the request of a call. `url` is the path on the server with its query. */
export function buildRequest(
  { method, path }: Pick<Route, 'method' | 'path'>,
  { params = {}, query = {}, body, file, key, token, language }: RequestInput,
) {
  const headers: Record<string, string> = {}
  if (language) headers['accept-language'] = language
  if (token) headers['authorization'] = `Bearer ${token}`
  if (key) headers[idempotencyHeader] = key
  let payload: string | FormData | undefined
  if (file) payload = buildFormData(body ?? {}, file)
  else if (body !== undefined) {
    payload = JSON.stringify(body)
    headers['content-type'] = 'application/json'
  }
  // URLSearchParams converts numbers and flags to text.
  const search = new URLSearchParams(
    Object.entries(query as Record<string, string>).filter(([, value]) => value != null),
  ).toString()
  return {
    method,
    url:
      apiPrefix +
      // The name of a missing parameter is refused. An empty segment could be the path of another call.
      path.replaceAll(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? param)) +
      (search && `?${search}`),
    headers,
    body: payload,
  }
}
