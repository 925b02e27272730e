import { globSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { QueryExamples } from './define-examples.ts'
import { recordStatements } from './record-statements.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const notExamples = [
  'define-examples.ts',
  'distributed-statements.test.ts',
  'printed-sql.test.ts',
  'record-statements.ts',
]
const exampleFiles = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => !notExamples.includes(name),
)
const all = await Promise.all(
  exampleFiles.map(
    async (name) => ((await import(`./${name}`)) as { default: QueryExamples }).default,
  ),
)

test.each(all)('prints the SQL of $file', async ({ file, examples }) => {
  const blocks = ['-- Printed by `npm run generate` for reading; do not edit.']
  for (const [name, example] of Object.entries(examples)) {
    const statements = await recordStatements(example)
    expect(statements, `${name} sends a statement`).not.toEqual([])
    blocks.push(`-- ${name}\n${statements.join(';\n')};`)
  }
  await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot(
    `${root}${file.replace(/\.ts$/, '.sql')}`,
  )
})

test('prints every query file', () => {
  const queryFiles = globSync('server/{modules,workflows}/**/*quer{y,ies}.ts', { cwd: root })
  expect(all.map(({ file }) => file).toSorted()).toEqual(queryFiles.toSorted())
})
