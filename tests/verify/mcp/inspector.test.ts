import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { setupMcpServer } from '#tests/support/mcp-server.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'

const inspector = '@modelcontextprotocol/inspector@2.12.0'
const page = fileURLToPath(new URL('../../../docs/assistants-session.md', import.meta.url))
const server = setupMcpServer()

const introduction = `# A session of an assistant

The command line of \`${inspector}\` lists the tools of a server and thanks a colleague. \`npm run verify:mcp\` runs this session against the server and compares it with this page; \`npm run verify:mcp -- --update\` writes the page again. Addresses, ids, tokens and times are placeholders.
`

/** Returns a function that runs the inspector for a method, with the cache of npx of this person. */
function createInspector(): (...args: string[]) => Promise<string> {
  const home = makeTemporaryFolder('laurel-inspector-')
  const env = {
    ...process.env,
    HOME: home,
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
  }
  return async (...args) => {
    const url = `${server.publicUrl}/mcp`
    const header = `Authorization: Bearer ${server.token}`
    const { stdout } = await promisify(execFile)(
      'npx',
      ['--yes', inspector, '--cli', url, '--header', header, '--method', ...args],
      { env },
    )
    return stdout.trim()
  }
}

/** Returns a text with placeholders instead of what differs in each run. */
function replaceVariables(text: string, previewToken: string): string {
  const ids: string[] = []
  return text
    .replaceAll(server.publicUrl, 'https://laurel.example')
    .replaceAll(previewToken, '<preview token>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.includes(id)) ids.push(id)
      return `<id ${ids.indexOf(id) + 1}>`
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-06-15T12:05:00.000Z')
}

test('the inspector lists the tools and thanks a colleague', async () => {
  const runInspector = createInspector()
  const steps: string[] = []
  const record = async (title: string, ...args: string[]) => {
    const output = await runInspector(...args)
    const words = args.map((word) => (/^[\w/=-]+$/.test(word) ? word : `'${word}'`))
    const command = `mcp-inspector --cli ${server.publicUrl}/mcp --header 'Authorization: Bearer <token>' --method ${words.join(' ')}`
    steps.push(`\n## ${title}\n\n\`\`\`text\n$ ${command}\n${output}\n\`\`\`\n`)
    return JSON.parse(output) as { structuredContent: Record<string, unknown>; isError?: boolean }
  }
  const callTool = async (title: string, name: string, input: Record<string, string>) => {
    const words = Object.entries(input).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
    const answer = await record(title, 'tools/call', '--tool-name', name, ...words)
    expect(answer.isError).not.toBe(true)
    return answer.structuredContent
  }

  await record('List the tools', 'tools/list', '--strict')
  const { people } = await callTool('Find the colleague', 'find_people', { search: 'Ben' })
  expect(people).toMatchObject([{ id: server.ben.user_id, name: 'Ben Frost' }])
  const preview = await callTool('Preview the thanks', 'preview_thanks', {
    to: JSON.stringify([server.ben.user_id]),
    text: 'Thank you for the careful review of my first release',
    points: '5',
    value_id: server.team.value_id,
  })
  const previewToken = String(preview['preview_token'])
  const sent = await callTool('Send the thanks', 'send_thanks', { preview_token: previewToken })
  expect(sent).toMatchObject({ to: ['Ben Frost'], points_each: 5 })

  const { body: posts } = await server.t.call('posts.list', { token: server.ben.token })
  expect(posts).toMatchObject([{ id: sent['post_id'], score: 5 }])
  await server.t.checkLedger()
  const session = replaceVariables(introduction + steps.join(''), previewToken)
  await expect(session).toMatchFileSnapshot(page)
}, 180_000)
