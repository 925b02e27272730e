// No API reference library: this page has no foreign scripts and styles, and passes axe.
// swagger-ui-dist, @scalar/api-reference and rapidoc send 0.2 to 1 MB of code; the first two have
// violations that settings cannot remove, the last two need inline styles (decision 040).
import { escapeHtml } from './escape-html.ts'
import { apiPrefix } from '#contract/routes/route.ts'
import { apiGuide } from './openapi-guide.ts'

type Json = Record<string, unknown>

/** Returns the HTML of the webhook events. */
const renderWebhooks = (document: Json) =>
  Object.entries(
    document['webhooks'] as Record<
      string,
      { post: { summary: string; requestBody: { content: Record<string, { schema: Json }> } } }
    >,
  )
    .map(
      ([name, { post }]) =>
        `<article><h3><code>${escapeHtml(name)}</code></h3><p>${escapeHtml(post.summary)}.</p><details><summary>Body</summary><pre tabindex="0">${escapeHtml(JSON.stringify(Object.values(post.requestBody.content)[0]?.schema, null, 2))}</pre></details></article>`,
    )
    .join('')
/** Returns the HTML of a text with the Markdown subset of the guide: lists, code, paragraphs. */
function renderParagraphs(text: string): string {
  const renderInline = (line: string) =>
    escapeHtml(line).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
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

/**
 * Returns the document as an HTML page without scripts: each route with its input, output and
 * access.
 */
export function renderPage(document: Json): string {
  const sections = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(
    document['paths'] as Record<string, Record<string, Json>>,
  )) {
    for (const [method, op] of Object.entries(methods)) {
      const tag = (op['tags'] as string[])[0] ?? ''
      const responses = Object.entries(op['responses'] as Record<string, Json>)
      const body = op['requestBody'] as { content: Record<string, { schema: Json }> } | undefined
      const answer = responses[0]?.[1]['content'] as Record<string, { schema: Json }> | undefined
      const block = (title: string, content: Record<string, { schema: Json }> | undefined) =>
        content
          ? `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(Object.values(content)[0]?.schema, null, 2))}</pre></details>`
          : ''
      const fields = (op['parameters'] as { name: string; in: string }[])
        .map((one) => `<code>${escapeHtml(one.name)}</code> (${one.in})`)
        .join(', ')
      const list = sections.get(tag) ?? []
      list.push(`<article id="${escapeHtml(String(op['operationId']))}"><h3><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
        <p>${escapeHtml(String(op['summary']))}. ${escapeHtml(String(op['description'])).replaceAll(/`([\w:]+)`/g, '<code>$1</code>')}</p>${fields ? `<p>Takes ${fields}</p>` : ''}
        ${block('Body', body?.content)}${block('Answer', answer)}
        <p class="refusals">${responses
          .slice(1)
          .map(([status, one]) => `<b>${status}</b> ${escapeHtml(String(one['description']))}`)
          .join(' · ')}</p></article>`)
      sections.set(tag, list)
    }
  }
  const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere;background:#fbf8f3;color:#2a2520}
    article{background:#fff;border:1px solid #e8e0d4;border-radius:12px;padding:.75rem 1.25rem;margin:.75rem 0}h3{font-size:1rem;margin:.25rem 0}pre{overflow:auto;font-size:.8rem}
    .get{color:#1c6b3c}.post{color:#8a4b00}.put{color:#224f9c}.delete{color:#a3202c}.refusals{font-size:.85rem;color:#5e564c}
    @media (prefers-color-scheme:dark){body{background:#1b1815;color:#ece5db}article{background:#24201c;border-color:#3a342d}.get{color:#7fd39f}.post{color:#f0b35e}.put{color:#9dbcf5}.delete{color:#f39aa2}.refusals{color:#b5aa9c}a{color:#f0b35e}}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laurel API</title><style>${style}</style></head>
    <body><main><h1>Laurel API</h1><p>The same as data: <a href="${apiPrefix}/openapi.json">openapi.json</a>.</p>
    ${apiGuide.map(({ title, text }) => `<h2>${escapeHtml(title)}</h2>${renderParagraphs(text)}`).join('')}
    <h2>webhooks</h2><p>What outgoing webhooks tell, signed as Standard Webhooks has it.</p>${renderWebhooks(document)}
    ${[...sections].map(([tag, list]) => `<h2>${escapeHtml(tag)}</h2>${list.join('')}`).join('')}</main></body></html>`
}
