import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import {
  getBalance,
  makeMember,
  makePost,
  makeTeam,
  markPresent,
} from '#tests/support/factories.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const page = readFileSync('docs/api.md', 'utf8')
const program = /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
const [, outputOptions = ''] = /openapi-typescript \S+ (--output .*)/.exec(page) ?? []
const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: false,
  noEmit: true,
}
let folder: string
beforeAll(async () => {
  folder = folderOfFile('api-program-')
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('package.json', '{"type": "module"}')
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  write('program.ts', program)
  write('openapi.json', (await t.app.inject('/api/openapi.json')).body)
})

/** Runs Node in the folder of the program. Returns what it prints. */
async function runNode(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
  })
  return stdout
}

test('the program of docs/api.md compiles with types made from the document', async () => {
  await runNode([
    `--import=${resolve('tests/support/typescript-5.mjs')}`,
    'node_modules/openapi-typescript/bin/cli.js',
    'openapi.json',
    ...outputOptions.split(' '),
  ])
  const types = readFileSync(join(folder, 'laurel.d.ts'), 'utf8')
  expect(types).toContain('Post: {')
  const output = await runNode(['node_modules/typescript/bin/tsc', '--project', '.']).catch(
    (error: { stdout: string }) => error.stdout,
  )
  expect(output).toBe('')
})

test('the program of docs/api.md gives points, reads all posts and handles an error', async () => {
  const team = await makeTeam(t)
  const colleague = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [colleague], team.value_id)
  await markPresent(t, team.admin)
  const { body } = await t.call('tokens.create', {
    token: team.admin.token,
    body: {
      name: 'Program',
      scopes: ['profile:read', 'posts:read', 'posts:write'],
      expires_on: '2026-07-01',
    },
  })
  const env = {
    LAUREL_URL: await t.app.listen({ host: '127.0.0.1', port: 0 }),
    LAUREL_TOKEN: body.token,
  }
  const before = await getBalance(t, colleague)
  const output = await runNode(['program.ts'], env)
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/ got 5 points$/),
    '5 points: Thank you for the release!',
    expect.stringMatching(/^\d+ points: /),
    'The token lacks the scope team:read',
    '',
  ])
  await runNode(['program.ts'], env)
  expect(await getBalance(t, colleague)).toBe(before + 5)
})
