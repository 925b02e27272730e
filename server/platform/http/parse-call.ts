import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { cursorHeader, type Route } from '#contract/routes/route.ts'
import type { RouteName } from '#contract/routes/index.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'
import { type Account, type Actor, isActor } from '#server/platform/auth/sessions.ts'
import type { UploadReservation } from '#server/platform/files/upload-budget.ts'
import { negotiateLanguage } from '#server/platform/i18n/messages.ts'
import { readBearerToken } from './authorize.ts'
import type { RequestScope, RouteCall } from './route-call.ts'
import { parseInput } from './validation.ts'

/** Reads an uploaded file. A refused one is read to its end, as the multipart parser requires. */
async function readUploadedFile(
  stream: AsyncIterable<Buffer>,
  upload: UploadReservation,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let refusal: unknown
  for await (const chunk of stream) {
    if (refusal) continue
    try {
      upload.add(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      refusal = error
      chunks.length = 0
    }
  }
  if (refusal) throw refusal as Error
  return Buffer.concat(chunks)
}

/** Returns the fields of a multipart form and at most one file. */
async function readMultipartForm(
  request: FastifyRequest,
  fileSize: number,
  upload: UploadReservation,
): Promise<{ fields: Record<string, unknown>; file: Buffer | undefined; file_name: string }> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let file: Buffer | undefined
  let fileName = ''
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'file') {
        file = await readUploadedFile(part.file, upload)
        // The parser's types miss that a part may have no file name.
        fileName = ((part.filename as string | undefined) ?? '')
          .toWellFormed()
          .replaceAll('\u0000', '')
          .slice(-200)
        if (part.file.truncated) throwRefusal('file_too_large', { field: 'file' })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // The parser reports an invalid or truncated form by a plain error; it is the client's fault.
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined)
      throw error
    throwRefusal('malformed')
  }
  return { fields: { ...fields }, file, file_name: fileName }
}

/** Converts the fields of a form, which arrive as text, to the values of a JSON body. */
function parseFormFields(
  { form = {} }: Route,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const read = (name: string, value: unknown) =>
    typeof value === 'string' && Object.hasOwn(form, name) ? form[name]?.(value) : value
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, read(name, value)]),
  )
}

/** Parses the input of a request by the schemas of its route. Throws a Refusal. */
export async function parseCall<N extends RouteName>(
  { route, request, reply, at, upload }: RequestScope,
  principal: Account | Actor | null,
): Promise<RouteCall<N>> {
  let params: unknown
  try {
    params = route.params ? parseInput(route.params, request.params) : undefined
  } catch {
    throwRefusal('not_found')
  }
  let query: unknown
  try {
    query = route.query ? parseInput(route.query, request.query) : undefined
  } catch (error) {
    throwRefusal(
      'malformed',
      error instanceof Refusal && error.list[0]?.field ? { field: error.list[0].field } : {},
    )
  }
  const form = upload
    ? await readMultipartForm(request, route.fileBytesMax ?? limits.file_bytes_max, upload)
    : undefined
  const body = route.body
    ? parseInput(route.body, form ? parseFormFields(route, form.fields) : (request.body ?? {}))
    : undefined
  return {
    params,
    query,
    body,
    actor: principal,
    at,
    token: readBearerToken(request),
    clientAddress: request.ip,
    file: form?.file,
    file_name: form?.file_name ?? '',
    language: negotiateLanguage(
      request.headers['accept-language'],
      principal && isActor(principal) ? principal.language : undefined,
    ),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    reply: {
      raw: reply,
      cursor: (next: string | null) => {
        if (next !== null) reply.header(cursorHeader, next)
      },
    },
  } as never
}
