// No API reference library: these pages have no foreign scripts and styles, and pass axe.
// swagger-ui-dist, @scalar/api-reference and rapidoc send 0.2 to 1 MB of code; the first two have
// violations that settings cannot remove, the last two need inline styles (decision 040).
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from '#contract/routes/route.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { escapeHtml } from './escape-html.ts'
import { apiGuide } from './openapi-guide.ts'
import { type Json, resolveReference } from './openapi-schemas.ts'

type Content = Record<string, { schema: Json }>
/** The parts of an operation that the pages show. */
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
}
/** A call or a webhook event, with the place of its own page. */
type Entry = { method: string; name: string; operation: Operation }

const docsPath = `${apiPrefix}/docs`
const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere;background:#fbf8f3;color:#2a2520}
  li{margin:.25rem 0}pre{overflow:auto;font-size:.8rem;background:#fff;border:1px solid #e8e0d4;border-radius:12px;padding:.75rem 1.25rem}a{color:#8a4b00}
  .get{color:#1c6b3c}.post{color:#8a4b00}.put{color:#224f9c}.delete{color:#a3202c}
  @media (prefers-color-scheme:dark){body{background:#1b1815;color:#ece5db}pre{background:#24201c;border-color:#3a342d}.get{color:#7fd39f}.post{color:#f0b35e}.put{color:#9dbcf5}.delete{color:#f39aa2}a{color:#f0b35e}}`

const renderPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`

const renderInline = (line: string) => escapeHtml(line).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Returns the HTML of a text with the Markdown subset of the guide: lists, code, paragraphs. */
function renderParagraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => {
      if (part.startsWith('    '))
        return `<pre tabindex="0">${escapeHtml(part.replaceAll(/^ {4}/gm, ''))}</pre>`
      return part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((line) => `<li>${renderInline(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${renderInline(part)}</p>`
    })
    .join('')
}

const renderSchema = (schema: unknown) =>
  `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

const renderName = ({ method, name }: Entry) =>
  `<span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(name)}</code>`

const renderLink = (entry: Entry) =>
  `<li><a href="${docsPath}/${escapeHtml(entry.operation.operationId)}">${renderName(entry)}</a> ${renderInline(entry.operation.summary)}</li>`

/** Returns the guide and a list of all calls and events, each with a link to its own page. */
function renderList(calls: Entry[], events: Entry[]): string {
  const tags = Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? '')
  const renderLinks = (title: string, entries: Entry[]) =>
    `<h2>${escapeHtml(title)}</h2><ul>${entries.map(renderLink).join('')}</ul>`
  return renderPage(
    'Laurel API',
    `<h1>Laurel API</h1><p>The same as data: <a href="${apiPrefix}/openapi.json">openapi.json</a>.</p>
    ${apiGuide.map(({ title, text }) => `<h2>${escapeHtml(title)}</h2>${renderParagraphs(text)}`).join('')}
    ${[...tags].map(([tag, entries]) => renderLinks(tag, entries)).join('')}
    ${renderLinks('Webhooks', events)}`,
  )
}

/** Adds the names of the shapes that a value uses, also within other shapes. */
function collectShapes(document: Json, value: unknown, found: Map<string, Json>): void {
  if (typeof value !== 'object' || value === null) return
  const { $ref: ref } = value as Json
  if (typeof ref === 'string') {
    const name = ref.split('/').at(-1) ?? ref
    if (found.has(name)) return
    const shape = resolveReference(document, value as Json)
    found.set(name, shape)
    collectShapes(document, shape, found)
  } else for (const part of Object.values(value)) collectShapes(document, part, found)
}

const schemaOf = (part: Json | undefined): Json | undefined =>
  part && Object.values((part['content'] ?? {}) as Content)[0]?.schema

type Parameter = { name: string; in: string; description?: string; schema: Json }
function renderParameter(parameter: Json): string {
  const { name, in: place, description = '', schema } = parameter as Parameter
  return `<h3><code>${escapeHtml(name)}</code> (${escapeHtml(place)})</h3>${description && renderParagraphs(description)}${renderSchema(schema)}`
}

/** Returns which access tokens may make a call; nothing for a call that needs no session. */
function describeTokens({ security = [] }: Operation): string {
  if (!security.length) return ''
  const scopes = security.flatMap(({ token = [] }) => token)
  return scopes.length
    ? `Scope of tokens: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`
    : 'Closed to access tokens.'
}

/** Returns the page of a call or an event, with its parameters, shapes and errors. */
function renderEntry(document: Json, entry: Entry): string {
  const { operation } = entry
  const parameters = (operation.parameters ?? []).map((one) => resolveReference(document, one))
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolveReference(document, response)] as const,
  )
  const body = schemaOf(operation.requestBody && resolveReference(document, operation.requestBody))
  const answer = schemaOf(responses.find(([status]) => status.startsWith('2'))?.[1])
  const shapes = new Map<string, Json>()
  collectShapes(document, [body, answer, parameters], shapes)
  const renderPart = (title: string, schema: Json | undefined) =>
    schema ? `<h2>${title}</h2>${renderSchema(schema)}` : ''
  return renderPage(
    `${operation.summary} · Laurel API`,
    `<p><a href="${docsPath}">All calls</a></p><h1>${renderInline(operation.summary)}</h1><p>${renderName(entry)}</p>
    ${renderParagraphs([operation.description, describeTokens(operation)].filter(Boolean).join(' '))}
    ${parameters.length ? `<h2>Parameters</h2>${parameters.map(renderParameter).join('')}` : ''}
    ${renderPart('Body', body)}${renderPart('Answer', answer)}
    <h2>Statuses</h2><ul>${responses.map(([status, one]) => `<li><b>${escapeHtml(status)}</b> ${renderInline(String(one['description']))}</li>`).join('')}</ul>
    ${shapes.size ? `<h2>Shapes</h2>${[...shapes].map(([name, shape]) => `<h3>${escapeHtml(name)}</h3>${renderSchema(shape)}`).join('')}` : ''}`,
  )
}

/** Returns the operations of the document by `paths` or `webhooks`. */
const listEntries = (operations: unknown): Entry[] =>
  Object.entries(operations as Record<string, Record<string, Operation>>).flatMap(
    ([name, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, name, operation })),
  )

/** Returns the page with the list, and the entries of the other pages by their operation. */
function prepareDocs(document: Json) {
  const calls = listEntries(document['paths'])
  const events = listEntries(document['webhooks'])
  const entries = new Map([...calls, ...events].map((one) => [one.operation.operationId, one]))
  return { document, entries, list: renderList(calls, events) }
}

/**
 * Mounts the document as HTML pages without scripts: a list of all calls, and a page for each call
 * with its shapes, which would weigh a megabyte together. The first request calls `getDocument`.
 */
export function mountApiDocs(app: FastifyInstance, getDocument: () => Json): void {
  let docs: ReturnType<typeof prepareDocs> | undefined
  const getDocs = () => (docs ??= prepareDocs(getDocument()))
  const htmlType = 'text/html; charset=utf-8'
  app.get(docsPath, { config: { rateLimit: 'address' } }, (_, reply) =>
    reply.type(htmlType).send(getDocs().list),
  )
  app.get<{ Params: { operation: string } }>(
    `${docsPath}/:operation`,
    { config: { rateLimit: 'address' } },
    ({ params }, reply) => {
      const { document, entries } = getDocs()
      const entry = entries.get(params.operation) ?? throwRefusal('not_found')
      return reply.type(htmlType).send(renderEntry(document, entry))
    },
  )
}
