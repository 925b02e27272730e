import { Readable } from 'node:stream'
import { recordPrivatePostRead } from '#server/platform/audit/private-post-reads.ts'
import type { Services } from '#server/platform/services.ts'
import { streamCsv } from '#server/platform/csv.ts'
import type { TableRow } from '#server/platform/table-rows.ts'
import { streamXlsx, xlsxType } from '#server/platform/xlsx.ts'
import { sendCompressedJson } from './compress-json.ts'
import type { RequestScope } from './route-call.ts'

const csvType = 'text/csv; charset=utf-8'

/**
 * Yields a CSV file, preceded by a UTF-8 byte order mark for spreadsheets when the call asks for it
 * (`bom`).
 */
async function* withByteOrderMark(
  lines: AsyncIterable<string>,
  query: unknown,
): AsyncGenerator<string> {
  if ((query as { bom?: string } | undefined)?.bom === '1') yield '\uFEFF'
  yield* lines
}

/** Sends a result. Reads of private posts under impersonation are recorded first. */
export async function sendAudited(
  services: Services,
  requestScope: RequestScope,
  result: unknown,
  checkOutput: boolean,
): Promise<unknown> {
  const {
    request: { principal, workspace_id: workspaceId, params },
    name,
    at,
  } = requestScope
  if (principal?.kind === 'impersonation' && workspaceId)
    await recordPrivatePostRead(
      services,
      { ...principal, workspace_id: workspaceId },
      { name, params, result },
      at,
    )
  return send(requestScope, result, checkOutput)
}

/** Sends a table as CSV, or as XLSX when the call asks for it (`format`). */
function sendTable({ route, request, reply }: RequestScope, table: AsyncIterable<TableRow[]>) {
  const isXlsx = (request.query as { format?: string } | undefined)?.format === 'xlsx'
  const name = route.path.split('/').at(-1) ?? 'file'
  void reply.header(
    'content-disposition',
    `attachment; filename="${isXlsx ? name.replace(/csv$/, 'xlsx') : name}"`,
  )
  return isXlsx
    ? reply.type(xlsxType).send(Readable.from(streamXlsx(table)))
    : reply.type(csvType).send(Readable.from(withByteOrderMark(streamCsv(table), request.query)))
}

function send(requestScope: RequestScope, result: unknown, checkOutput: boolean): unknown {
  const { route, request, reply } = requestScope
  if (result === undefined) return reply.code(204).send()
  // Proxies must not buffer events, and the connection is of no use after the stream.
  if (route.format === 'events')
    return reply
      .type('text/event-stream')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(Readable.from(result as AsyncIterable<string>))
  if (route.format === 'lines')
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}"`,
      )
      .send(Readable.from(result as AsyncIterable<string>))
  if (route.format === 'table') return sendTable(requestScope, result as AsyncIterable<TableRow[]>)
  if (route.format === 'csv' || route.format === 'pdf' || route.format === 'zip') {
    void reply.header(
      'content-disposition',
      `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}"`,
    )
    return route.format === 'csv'
      ? reply.type(csvType).send(Readable.from(result as AsyncIterable<string>))
      : reply.type(route.format === 'pdf' ? 'application/pdf' : 'application/zip').send(result)
  }
  if (route.format === 'svg')
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="badge.svg"')
      .send(result)
  // Only this reader's browser keeps it, and asks again after an hour.
  if (route.format === 'picture')
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=3600')
      .header('vary', 'authorization')
      .send(result)
  if (route.format === 'file') {
    void reply.header(
      'content-disposition',
      `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}.json"`,
    )
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(result as AsyncIterable<string>))
  }
  if (checkOutput) route.output.parse(JSON.parse(JSON.stringify(result)))
  return route.compressed ? sendCompressedJson(request, reply, result) : reply.send(result)
}
